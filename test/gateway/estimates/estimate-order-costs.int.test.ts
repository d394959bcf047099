import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Money } from '../../../domain/money.ts';
import type { EstimateResponse } from '../../../proto/gen/svc/public/v1/estimate.ts';
import { byTest } from '../../support/by-test.ts';
import { askedLines, callBy, type EstimateWorld, estimateWorld } from '../../support/estimate-world.ts';
import { untraced } from '../../support/event-samples.ts';

const change = { by: 'key_1', context: untraced };
const today = new Date().toISOString().slice(0, 10);

describe('an order at a supplier', () => {
  let world: EstimateWorld;
  beforeAll(async () => {
    world = await estimateWorld();
  });
  afterAll(async () => {
    await world?.close();
  });

  /** Says what an order costs at a supplier, and how long it takes; undefined: takes it back. */
  const set = async (id: string, orderCost: Money | undefined, handlingDays?: number): Promise<void> => {
    const { suppliers } = world.stores;
    const supplier = (await suppliers.suppliers()).find((each) => each.id === id);
    if (supplier === undefined) throw new Error(`no supplier ${id}`);
    await suppliers.putSupplier({ ...supplier, orderCost, handlingDays }, byTest);
    await world.basis.priceBooks.refresh();
  };
  afterEach(() => set('alpha', undefined));

  /** Ten pieces of a product: 1 EUR at alpha, 1.1 at beta, 1.2 at gamma. */
  const built = async (
    orderCosts: Readonly<Record<string, string>> = {},
    optimizationMode = '',
  ): Promise<EstimateResponse> => {
    const request = askedLines(1, { orderCosts, optimizationMode });
    const { id } = await world.useCases.buildEstimate(request, callBy('acme'));
    const last = (await world.watchUntil(id, ({ status }) => status === 'ready')).at(-1);
    if (last === undefined) throw new Error('nothing was seen');
    return last;
  };
  const ordered = ({ orders }: EstimateResponse) =>
    orders.map(({ supplierId, orderCost, orderCostSource }) => [supplierId, orderCost?.amount, orderCostSource]);

  it('costs what an operator has set, which counts in the choice; it is 0 where nobody has said', async () => {
    expect(ordered(await built())).toEqual([['alpha', '0', '']]);
    await set('alpha', { amount: '0.05', currency: 'EUR' });
    const dearer = await built();
    expect(ordered(dearer)).toEqual([['alpha', '0.05', 'supplier']]);
    expect(dearer.totalPriceDecimal).toBe('1.05');
    await set('alpha', { amount: '5', currency: 'EUR' });
    expect(ordered(await built())).toEqual([['beta', '0', '']]);
  });

  it('costs what the request says before that, 0 too', async () => {
    expect(ordered(await built({ alpha: '0' }))).toEqual([['alpha', '0', 'request']]);
    const named = await built({ alpha: '0.02' });
    expect(ordered(named)).toEqual([['alpha', '0.02', 'request']]);
    expect(named.totalPriceDecimal).toBe('1.02');
  });

  it('has its cost converted at the rate of the day, and without one is unknown: left out, with a doubt that says so', async () => {
    await set('alpha', { amount: '0.05', currency: 'USD' });
    const unknown = await built();
    expect(ordered(unknown)).toEqual([['alpha', undefined, '']]);
    expect(unknown.totalPriceDecimal).toBe('1');
    expect(unknown.doubts).toMatchObject([
      { code: 'order_cost_unknown', text: expect.stringMatching(/alpha.*USD.*not counted/) },
    ]);
    await world.stores.exchangeRates.add([{ currency: 'USD', day: today, rate: '1.25' }], change);
    await world.basis.priceBooks.refresh();
    const known = await built();
    expect(ordered(known)).toEqual([['alpha', '0.04', 'supplier']]);
    expect(known).toMatchObject({ totalPriceDecimal: '1.04', doubts: [] });
  });

  it('comes with how long it takes to be shipped from stock, in which others may be earlier', async () => {
    await set('alpha', undefined, 3);
    const [line] = (await built()).lines;
    expect(line).toMatchObject({ shipsInDays: 3, chosen: [{ supplierId: 'alpha', ships: { days: 3 } }] });
    const early = await built({}, 'min_lead_time');
    expect(early).toMatchObject({ certificate: { leadTimeDays: 0 }, lines: [{ chosen: [{ supplierId: 'beta' }] }] });
  });

  it('of another cost is in a new version of an estimate that somebody watches', async () => {
    await set('alpha', { amount: '0.01', currency: 'EUR' });
    const { id, version } = await built();
    const next = world.watchUntil(id, (estimate) => estimate.version > version);
    await set('alpha', undefined);
    expect((await next).at(-1)).toMatchObject({ status: 'ready', changedLines: [], totalPriceDecimal: '1' });
  });
});
