import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EnrichmentJob } from '../../../proto/gen/svc/public/v1/enrichment.ts';
import { createCatalogStore } from '../../../storage/catalog/catalog-store.ts';
import { describeOffer } from '../../support/described-offers.ts';
import { callOf, type EnrichmentWorld, enrichmentWorld } from '../../support/enrichment-world.ts';
import { resistorId } from '../../support/market.ts';

describe('a refresh of characteristics', () => {
  let world: EnrichmentWorld;
  let stop: () => Promise<void>;
  beforeAll(async () => {
    world = await enrichmentWorld();
    stop = world.work();
  });
  afterAll(async () => {
    await stop();
    await world.close();
  });

  const refresh = async (target: Readonly<Record<string, string>>): Promise<EnrichmentJob | undefined> => {
    const request = { type: 'refresh_characteristics', target, priority: 'high' };
    const { id } = await world.useCases.requestEnrichment(request, callOf('acme'));
    let last: EnrichmentJob | undefined;
    for await (const job of world.useCases.watchJob({ jobId: id }, callOf('acme'))) last = job;
    return last;
  };
  const product = async (id: string) => {
    const [row] = await world.database.pool.sql<
      { characteristics: Record<string, string>; quantities: Record<string, number> }[]
    >`select characteristics, quantities from product where id = ${id}`;
    return row;
  };

  it('serves what the offers of the product say, finds it by numbers, and tells each change with its source', async () => {
    const productId = resistorId(10);
    const { sql } = world.database.pool;
    await describeOffer(sql, 'R10', {
      productId,
      description: { text: 'RES SMD 4K7 1% 1/10W 0603', attributes: { 'Operating temperature': '-55 °C to 155 °C' } },
    });
    const job = await refresh({ product_id: productId });
    expect(job).toMatchObject({
      status: 'completed',
      progress: 1,
      languageModel: 'off',
      counts: { products: 1, added: 5, changed: 0, conflicts: 0, rejected: 0 },
    });
    expect(job?.characteristicChanges).toContainEqual(
      expect.objectContaining({
        productId,
        name: 'resistance',
        change: 'added',
        before: '',
        served: expect.objectContaining({
          value: '4.7 kΩ',
          source: 'supplier',
          supplierId: 'borealis',
          credentialScope: 'system',
          field: 'description',
        }),
      }),
    );
    expect(await product(productId)).toMatchObject({
      characteristics: { resistance: '4.7 kΩ', tolerance: '±1%', package: '0603' },
      quantities: { resistance: 4700, tolerance: 0.01, power_rating: 0.1 },
    });
    const ranges = { resistance: { from: 4_600, to: 4_800 } };
    const found = await createCatalogStore(sql).search({ text: 'RC0603FR', ranges }, undefined, 10);
    expect(found.map(({ id }) => id)).toContain(productId);
  });

  it('keeps values that contradict one another with their sources, and serves the one that comes first', async () => {
    const productId = resistorId(11);
    const { sql } = world.database.pool;
    await describeOffer(sql, 'R11A', {
      productId,
      description: { attributes: { Resistance: '10 kOhms', Tolerance: 'blue' } },
    });
    await describeOffer(sql, 'R11B', { productId, description: { text: 'RES 22K OHM 1%' }, hoursAgo: 0 });
    const own = {
      productId,
      description: { attributes: { Resistance: '33k' } },
      credentialId: 'crd_acme',
      hoursAgo: 0,
    };
    await describeOffer(sql, 'R11C', own);
    const job = await refresh({ product_id: productId });
    expect(job?.counts).toMatchObject({ added: 2, conflicts: 1, rejected: 1 });
    expect(job?.characteristicChanges.find(({ name }) => name === 'resistance')).toMatchObject({
      served: { value: '10 kOhms', field: 'Resistance' },
      contradicting: [
        { value: '33k', credentialScope: 'customer', supplierId: '' },
        { value: '22 kΩ', field: 'description', supplierId: 'borealis' },
      ],
    });
    const kept = await sql<{ value: string; isServed: boolean }[]>`
      select value, is_served as "isServed" from characteristic_statement
      where product_id = ${productId} and name = 'resistance' order by value`;
    expect(kept.map((each) => ({ ...each }))).toEqual([
      { value: '10 kOhms', isServed: true },
      { value: '22 kΩ', isServed: false },
      { value: '33k', isServed: false },
    ]);
  });

  it('tells nothing new the second time, and writes no event', async () => {
    const productId = resistorId(12);
    const { sql } = world.database.pool;
    const offerId = await describeOffer(sql, 'R12', { productId, description: { text: 'RES 22K OHM 1% 0603' } });
    const events = async () => {
      const [row] = await sql<{ count: number }[]>`
        select count(*)::int as count from event where type = 'product.updated' and aggregate_id = ${productId}`;
      return row?.count;
    };
    expect((await refresh({ offer_id: offerId }))?.counts).toMatchObject({ products: 1, added: 3 });
    expect(await events()).toBe(1);
    expect(await refresh({ offer_id: offerId })).toMatchObject({
      counts: { products: 1, added: 0, changed: 0, conflicts: 0 },
      characteristicChanges: [],
    });
    expect(await events()).toBe(1);
    await describeOffer(sql, 'R12', { productId, description: { text: 'RES 27K OHM 1% 0603' }, hoursAgo: 0 });
    expect(await refresh({ offer_id: offerId })).toMatchObject({
      counts: { added: 0, changed: 1 },
      characteristicChanges: [{ name: 'resistance', change: 'changed', before: '22 kΩ', served: { value: '27 kΩ' } }],
    });
  });

  it('does not believe an offer that is matched weakly', async () => {
    const productId = resistorId(14);
    const description = { text: 'RES 10K OHM 1%' };
    await describeOffer(world.database.pool.sql, 'R14', { productId, description, confidence: 'weak' });
    expect((await refresh({ product_id: productId }))?.counts).toMatchObject({ products: 1, added: 0 });
  });

  it('never replaces what an import gave', async () => {
    const productId = resistorId(13);
    const { sql } = world.database.pool;
    await sql`update product set characteristics = '{"resistance": "4k7"}' where id = ${productId}`;
    await describeOffer(sql, 'R13', { productId, description: { text: 'RES 10K OHM 1%' } });
    const job = await refresh({ product_id: productId });
    expect((await product(productId))?.characteristics).toEqual({ resistance: '4k7', tolerance: '±1%' });
    expect(job?.characteristicChanges.find(({ name }) => name === 'resistance')).toMatchObject({
      change: 'kept',
      served: { value: '4k7', source: 'catalogue' },
      contradicting: [{ value: '10 kΩ' }],
    });
  });

  it('of many offers covers each of their products once', async () => {
    const { sql } = world.database.pool;
    const offers = await Promise.all(
      Array.from({ length: 60 }, (_, at) =>
        describeOffer(sql, `M${at}`, {
          productId: resistorId(50 + (at % 55)),
          description: { text: `RES ${at + 1}K OHM 5%` },
        }),
      ),
    );
    const job = await refresh({ offer_ids: offers.join() });
    expect(job?.counts).toMatchObject({ products: 55, added: 110, conflicts: 5 });
    expect(job?.characteristicChanges).toHaveLength(100);
  });
});
