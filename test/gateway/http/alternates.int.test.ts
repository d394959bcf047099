import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { manufacturerKey, mpnKey } from '../../../domain/catalog/identity.ts';
import { defaultProfile } from '../../../domain/identity/built-in-profiles.ts';
import { productId } from '../../../domain/ids.ts';
import type { FindAlternatesResponse } from '../../../proto/gen/svc/public/v1/catalog.ts';
import { createCatalogStore } from '../../../storage/catalog/catalog-store.ts';
import { realPart } from '../../domain/alternates/real-parts.ts';
import { untraced } from '../../support/event-samples.ts';
import { fullKey, scopelessKey, startTestEdge, storeKeys, type TestEdge } from '../../support/http-edge.ts';
import { marketUseCases } from '../../support/market.ts';
import { hoursBefore } from '../../support/offers.ts';
import { type TestDatabase, testDatabase } from '../../support/postgres.ts';
import {
  answerOf,
  catalogKey,
  codeOf,
  type TestEdge as GrpcEdge,
  headers,
  startTestEdge as startGrpcEdge,
} from '../grpc/test-edge.ts';

let database: TestDatabase;
let edge: TestEdge;
let grpc: GrpcEdge;

const idOf = (mpn: string): string => productId(defaultProfile.id, manufacturerKey('Any maker'), mpnKey(mpn));
const numbers = ['RC0603JR-0710KL', 'CRCW060310K0FKEA', 'RT0603BRD0710KL', 'RC0805FR-0710KL', 'LM358DR', 'LM358DT'];

beforeAll(async () => {
  database = await testDatabase();
  await storeKeys(database.pool);
  const drafts = numbers.map((mpn) => {
    const { profileId, manufacturer, description = '', characteristics } = realPart(mpn);
    const replacement = mpn === 'RC0603JR-0710KL' ? { replacedByMpn: 'CRCW060310K0FKEA' } : {};
    return { profileId, manufacturer, mpn, description, characteristics, ...replacement };
  });
  await createCatalogStore(database.pool.sql).upsert(drafts, hoursBefore(1), untraced);
  const useCases = marketUseCases(database.pool);
  edge = await startTestEdge(database.pool, { useCases });
  grpc = await startGrpcEdge(useCases);
});
afterAll(async () => {
  await edge.stop();
  await grpc.close();
  await database.close();
});

const ask = (path: string, key = fullKey) => edge.send(`/v1/products/${path}`, { headers: { 'x-api-key': key } });

describe('GET /v1/products/{id}/alternates', () => {
  it('answers what replaces the product, and its alternates with each figure that differs', async () => {
    const { status, body } = await ask(`${idOf('RC0603JR-0710KL')}/alternates`);
    expect(status).toBe(200);
    expect(JSON.parse(body)).toMatchObject({
      replacements: [{ id: idOf('CRCW060310K0FKEA'), mpn: 'CRCW060310K0FKEA' }],
      alternates: expect.arrayContaining([
        {
          product: expect.objectContaining({ id: idOf('RT0603BRD0710KL') }),
          grade: 'upgrade',
          differences: [{ characteristic: 'tolerance', original: '±5 %', alternate: '±0.1 %', verdict: 'better' }],
        },
      ]),
    });
    expect(JSON.parse(body).alternates).toHaveLength(2);
  });

  it('answers no more than asked for, and refuses limits that are none', async () => {
    const { body } = await ask(`${idOf('RC0603JR-0710KL')}/alternates?limit=1`);
    expect(JSON.parse(body).alternates).toHaveLength(1);
    for (const limit of ['101', '-1', 'ten']) {
      const refused = await ask(`${idOf('LM358DR')}/alternates?limit=${limit}`);
      expect([refused.status, JSON.parse(refused.body).violations?.[0]?.field]).toEqual([400, 'limit']);
    }
  });

  it('answers 404 for an unknown product and 403 without the scope', async () => {
    expect((await ask('prd_nobody/alternates')).status).toBe(404);
    expect((await ask(`${idOf('LM358DR')}/alternates`, scopelessKey)).status).toBe(403);
  });
});

describe('Catalog.FindAlternates', () => {
  const find = (id: string, limit = 0) =>
    answerOf<FindAlternatesResponse>((done) => grpc.catalog.findAlternates({ id, limit }, headers(catalogKey), done));

  it('answers the same over gRPC', async () => {
    const { response } = await find(idOf('LM358DR'));
    expect(response?.alternates.map(({ product, grade, differences }) => [product?.mpn, grade, differences])).toEqual([
      ['LM358DT', 'identical', []],
    ]);
    expect([response?.replacements, response?.isCut]).toEqual([[], false]);
  });

  it('answers NOT_FOUND for an unknown product and INVALID_ARGUMENT for a limit that is none', async () => {
    expect(codeOf((await find('prd_nobody')).error)).toBe('NOT_FOUND');
    expect(codeOf((await find(idOf('LM358DR'), 101)).error)).toBe('INVALID_ARGUMENT');
  });
});
