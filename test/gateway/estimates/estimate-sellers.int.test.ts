import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { StatedFacts } from '../../../domain/catalog/part-facts.ts';
import type { EstimateResponse } from '../../../proto/gen/svc/public/v1/estimate.ts';
import { byTest } from '../../support/by-test.ts';
import {
  askedLines,
  callBy,
  type EstimateWorld,
  estimateWorld,
  offered,
  partNumber,
} from '../../support/estimate-world.ts';
import { untraced } from '../../support/event-samples.ts';
import { policyDraft } from '../../support/policies.ts';

describe('the seller of an offer, as suppliers and operators have stated it', () => {
  let world: EstimateWorld;
  beforeAll(async () => {
    world = await estimateWorld();
  });
  afterAll(async () => {
    await world?.close();
  });

  afterEach(async () => {
    const { sql } = world.database.pool;
    await sql`update supplier set seller_kind = null`;
    await sql`update pricing_revision set revision = revision + 1`;
    await sql`delete from visibility_policy`;
    await world.basis.priceBooks.refresh();
    await world.basis.onPolicyChange();
  });

  /** An estimate of two products from this place on; each test has places of its own. */
  const built = async (at: number, fields: Parameters<typeof askedLines>[1] = {}): Promise<EstimateResponse> => {
    const request = askedLines(at + 2, fields);
    const lines = request.lines.slice(at).map((line, rank) => ({ ...line, quantity: 10 + rank }));
    const { id } = await world.useCases.buildEstimate({ ...request, lines }, callBy('acme'));
    const last = (await world.watchUntil(id, ({ status }) => status === 'ready')).at(-1);
    if (last === undefined) throw new Error('nothing was seen');
    return last;
  };
  const states = (supplier: string, at: number, price: string, facts: StatedFacts): Promise<void> =>
    world.observe({
      ...offered(supplier, at, price),
      description: { manufacturer: 'Yageo', mpn: partNumber(at), facts },
    });
  const sellersOf = ({ lines }: EstimateResponse) =>
    lines.map(({ chosen }) => chosen.map(({ supplierId, seller }) => `${seller?.name} at ${supplierId}`).join());

  /** A distributor sells the first of two products by alpha, and a broker the second. */
  const sellByAlpha = async (at: number): Promise<void> => {
    await states('alpha', at, '0.10', {
      seller: 'Rutronik',
      is_authorized: 'true',
      product_url: 'https://rutronik.example/1',
    });
    await states('alpha', at + 1, '0.10', { seller: 'Bazaar', is_broker: 'true', maximum_order_quantity: '8' });
  };

  it('is the supplier that names none', async () => {
    const estimate = await built(0);
    expect(sellersOf(estimate)).toEqual(['alpha at alpha', 'alpha at alpha']);
    expect(estimate.orders).toMatchObject([{ supplierId: 'alpha', seller: { name: 'alpha', kind: 'unknown' } }]);
  });

  it('is whom the supplier names, and each is an order', async () => {
    await sellByAlpha(2);
    const estimate = await built(2);
    expect(sellersOf(estimate)).toEqual(['Rutronik at alpha', 'beta at beta,Bazaar at alpha']);
    expect(estimate.orders.map(({ seller }) => seller)).toEqual([
      { name: 'beta', kind: 'unknown' },
      { name: 'Bazaar', kind: 'broker' },
      { name: 'Rutronik', kind: 'authorized' },
    ]);
    expect(estimate.certificate?.suppliers).toBe(3);
    expect(estimate.lines[0]?.chosen[0]?.productUrl).toBe('https://rutronik.example/1');
    const [, line] = estimate.lines;
    expect(line?.chosen.map(({ quantity }) => quantity)).toEqual([3, 8]);
  });

  it('may be left out by the request', async () => {
    await sellByAlpha(4);
    const estimate = await built(4, { sellers: 'authorized_only' });
    expect(sellersOf(estimate)).toEqual(['Rutronik at alpha', '']);
    expect(estimate.lines[1]).toMatchObject({ unresolvedReason: 'sellers_not_wanted' });
    const exclude = { offerIds: [], supplierIds: [], sellerNames: ['RUTRONIK GmbH', 'bazaar'] };
    const without = await built(4, { exclude });
    expect(sellersOf(without)).toEqual(['beta at beta', 'beta at beta']);
    expect(without.exclude).toEqual(exclude);
    expect(sellersOf(await built(4, { onlySellers: ['gamma'] }))).toEqual(['gamma at gamma', 'gamma at gamma']);
  });

  it('is what an operator says of the supplier', async () => {
    await sellByAlpha(6);
    const gamma = (await world.stores.suppliers.suppliers()).find(({ id }) => id === 'gamma');
    if (gamma === undefined) throw new Error('no gamma');
    await world.stores.suppliers.putSupplier({ ...gamma, sellerKind: 'authorized' }, byTest);
    await world.basis.priceBooks.refresh();
    const estimate = await built(6, { sellers: 'authorized_only' });
    expect(sellersOf(estimate)).toEqual(['Rutronik at alpha', 'gamma at gamma']);
  });

  it('knows its own price better than who else shows it', async () => {
    await states('alpha', 8, '0.10', { seller: 'Beta' });
    const estimate = await built(8);
    expect(sellersOf(estimate)[0]).toBe('beta at beta');
    expect(estimate.lines[0]?.offers).toEqual({ lookedAt: 3, leftOut: { sold_directly: 1 } });
  });

  it('is not named where a policy hides the supplier', async () => {
    await states('alpha', 10, '0.10', { seller: 'Rutronik', product_url: 'https://rutronik.example/1' });
    const effect = { kind: 'mask', fields: ['supplier_id'] } as const;
    const mask = policyDraft({ target: 'offer', condition: 'supplier.id == "alpha"', effect });
    await world.stores.policies.create('vis_mask', mask, { by: 'key_1', context: untraced });
    await world.basis.onPolicyChange();
    const estimate = await built(10);
    expect(estimate.lines[0]?.chosen).toMatchObject([{ supplierId: '', seller: { name: '', kind: 'unknown' } }]);
    expect(JSON.stringify(estimate)).not.toMatch(/rutronik/i);
  });
});
