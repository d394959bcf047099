import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { defaultProfile } from '../../../domain/identity/built-in-profiles.ts';
import { createCatalogStore } from '../../../storage/catalog/catalog-store.ts';
import { createSupplierStore } from '../../../storage/connectors/supplier-store.ts';
import { createObservationStore } from '../../../storage/offers/observation-store.ts';
import { testAdmin } from '../../support/admin.ts';
import { byTest } from '../../support/by-test.ts';
import { eventLog } from '../../support/event-log.ts';
import { untraced } from '../../support/event-samples.ts';
import { adminKey, startTestEdge, storeKeys, type TestEdge } from '../../support/http-edge.ts';
import { matchingWorld } from '../../support/matching-world.ts';
import { borealis, observation, offerOf, putBorealis } from '../../support/observations.ts';
import { type TestDatabase, testDatabase } from '../../support/postgres.ts';
import { testSealer } from '../../support/sealer.ts';

let database: TestDatabase;
let edge: TestEdge;

beforeAll(async () => {
  database = await testDatabase();
  await storeKeys(database.pool);
  edge = await startTestEdge(database.pool, { admin: testAdmin(database) });
});
afterAll(async () => {
  await edge.stop();
  await database.close();
});

beforeEach(() =>
  database.pool.sql`truncate identity_profile, rematch_run, event_stream, event, outbox cascade`.then(() => undefined),
);

const send = async (method: string, path = '', body?: unknown) => {
  const headers = { 'x-api-key': adminKey, 'content-type': 'application/json' };
  const answer = await edge.send(`/v1/admin/identity-profiles${path}`, { method, headers }, JSON.stringify(body));
  return { status: answer.status, body: JSON.parse(answer.body) };
};

/** A small profile, ready to be sent in place of the version that holds. */
const contentOf = async (id: string) => {
  const { body } = await send('GET', `/${id}`);
  return {
    expected_version: body.items[0].version,
    name: 'Component',
    characteristics: [{ name: 'resistance', unit: 'Ω', synonyms: ['Widerstand'] }],
    suffix_rules: [],
    thresholds: { strong: 0.95, probable: 0.8, weak: 0.6 },
  };
};

describe('identity profiles', () => {
  it('the built-in one is listed in version 0, and an unknown one is not found', async () => {
    const { body } = await send('GET');
    expect(body.items).toMatchObject([{ id: defaultProfile.id, version: 0, thresholds: defaultProfile.thresholds }]);
    expect((await send('GET', '/unheard-of')).status).toBe(404);
  });

  it('a change is a new version with its event and a rematch; whoever read an older version gets a conflict', async () => {
    const content = await contentOf(defaultProfile.id);
    const stored = await send('PUT', `/${defaultProfile.id}`, { ...content, name: 'Component' });
    expect(stored).toMatchObject({ status: 200, body: { version: 1, name: 'Component', changed_by: 'key_admin' } });
    expect((await send('PUT', `/${defaultProfile.id}`, { ...content, name: 'Late' })).status).toBe(409);
    const { body } = await send('GET', `/${defaultProfile.id}`);
    expect(body.items.map(({ version }: { version: number }) => version)).toEqual([1, 0]);
    const events = await eventLog(database.pool.sql).read('identity_profile', defaultProfile.id);
    expect(events.map(({ event }) => event)).toEqual([
      { type: 'identity_profile.changed', profileId: defaultProfile.id, version: 1, by: 'key_admin' },
    ]);
    const [run] = await database.pool.sql`select trigger, requested_by from rematch_run`;
    expect(run).toEqual({ trigger: 'profile_changed', requested_by: 'key_admin' });
  });

  it.each([
    [{ thresholds: { strong: 0.5, probable: 0.8, weak: 0.6 } }, 'thresholds.strong'],
    [{ thresholds: { strong: 1.5, probable: 0.8, weak: 0.6 } }, 'thresholds.strong'],
    [{ characteristics: [{ name: 'length', unit: 'furlong' }] }, 'characteristics.0.unit'],
    [{ characteristics: [{ name: 'a' }, { name: 'A', synonyms: [] }] }, 'characteristics'],
    [{ identity_fields: ['mpn'] }, 'identity_fields'],
    [{ decimal_separator: ';' }, 'decimal_separator'],
    [{ colour: 'red' }, 'colour'],
    [
      {
        suffix_rules: [
          { name: 'reel', manufacturers: ['Acme'], suffixes: ['-R'], example: { number: 'AC100-T', part: 'AC100' } },
        ],
      },
      'suffix_rules.0.example',
    ],
  ])('what is wrong with a profile is told by field: %o', async (change, field) => {
    const content = await contentOf(defaultProfile.id);
    const { status, body } = await send('PUT', `/${defaultProfile.id}`, { ...content, ...change });
    expect([status, body.violations?.[0]?.field]).toEqual([400, field]);
  });

  it('the matcher goes by the stored suffix rules, and products by the stored names', async () => {
    const { sql } = database.pool;
    const suppliers = createSupplierStore(sql, testSealer());
    await putBorealis(suppliers);
    await suppliers.putSupplier({ ...borealis, createsProducts: false }, byTest);
    const catalog = createCatalogStore(sql);
    await catalog.addAliases([{ alias: 'Acme', manufacturer: 'Acme' }], 'test', untraced);
    const draft = { profileId: defaultProfile.id, manufacturer: 'Acme', mpn: 'AC1000' };
    await catalog.upsert([draft], new Date('2026-03-01'), untraced);
    await createObservationStore(sql).apply(
      [observation('REEL', { description: { manufacturer: 'Acme', mpn: 'AC1000-REEL' } })],
      untraced,
    );
    const world = matchingWorld(database);
    await world.settle();
    expect((await world.matches()).get(offerOf('REEL'))).toMatchObject({ confidence: 'unmatched' });
    const content = await contentOf(defaultProfile.id);
    const rule = {
      name: 'reel',
      manufacturers: ['Acme'],
      suffixes: ['-REEL'],
      example: { number: 'AC1000-REEL', part: 'AC1000' },
    };
    const speed = { name: 'speed', unit: 'rpm', synonyms: ['Drehzahl'], required: true };
    const changed = { ...content, suffix_rules: [rule], characteristics: [...content.characteristics, speed] };
    const { expected_version: _, ...profile } = changed;
    const asked = [{ profile }, { profile, offer_ids: [offerOf('REEL')] }];
    for (const each of asked) {
      const { status, body } = await send('POST', `/${defaultProfile.id}/dry-run`, each);
      expect([status, body]).toMatchObject([
        200,
        {
          offers: [
            {
              offer_id: offerOf('REEL'),
              mpn: 'AC1000-REEL',
              changes: true,
              present: { confidence: 'unmatched', creates_product: false },
              draft: { confidence: 'strong', product_id: expect.stringMatching(/^prd_/) },
            },
          ],
          products: { tried: 1, incomplete_now: 0, incomplete_then: 1 },
        },
      ]);
    }
    const refused = await send('POST', `/${defaultProfile.id}/dry-run`, { profile: { ...profile, thresholds: {} } });
    expect([refused.status, refused.body.violations[0].field]).toEqual([400, 'profile.thresholds.strong']);
    await world.settle();
    expect((await world.matches()).get(offerOf('REEL'))).toMatchObject({ confidence: 'unmatched' });
    await send('PUT', `/${defaultProfile.id}`, changed);
    await world.settle();
    expect((await world.matches()).get(offerOf('REEL'))).toMatchObject({ confidence: 'strong' });
    await catalog.upsert([{ ...draft, characteristics: { Drehzahl: '3000' } }], new Date('2026-03-02'), untraced);
    const [product] = await sql`select characteristics, quantities from product where mpn = 'AC1000'`;
    expect(product).toEqual({ characteristics: { speed: '3000' }, quantities: { speed: 50 } });
  });
});
