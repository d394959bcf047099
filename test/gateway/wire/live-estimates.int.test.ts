import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { announceCallers } from '../../../gateway/wire/caller-signals.ts';
import type { EstimateResponse } from '../../../proto/gen/svc/public/v1/estimate.ts';
import {
  askedLines,
  callBy,
  type EstimateWorld,
  estimateWorld,
  offerAt,
  productOf,
} from '../../support/estimate-world.ts';
import { untraced } from '../../support/event-samples.ts';
import { eventually } from '../../support/eventually.ts';
import { policyDraft } from '../../support/policies.ts';
import { plus, rule } from '../../support/pricing-rules.ts';

const change = { by: 'key_1', context: untraced };

const isReady = ({ status }: EstimateResponse): boolean => status === 'ready';

const today = new Date().toISOString().slice(0, 10);

describe('a ready estimate that somebody watches', () => {
  let world: EstimateWorld;
  beforeAll(async () => {
    world = await estimateWorld();
    await world.stores.customers.putGroup({ id: 'club', name: 'Club' }, change);
  });
  beforeEach(async () => {
    await world.database.pool.sql`delete from estimate`;
  });
  afterAll(async () => {
    await world?.close();
  });

  /** Builds an estimate, and waits until it is watched as ready. What comes after is for `next`. */
  const watched = async (request = askedLines(3)) => {
    const { id } = await world.useCases.buildEstimate(request, callBy('acme'));
    const before = (await world.watchUntil(id, isReady)).at(-1);
    const next = world.watchUntil(id, ({ version }) => version > (before?.version ?? 0));
    return { id, before, next: next.then((versions) => versions.at(-1)) };
  };
  const told = () => world.basis.onPricingChange();
  const isIdle = async (id: string): Promise<boolean> => {
    const [row] = await world.database.pool.sql<{ isIdle: boolean }[]>`
      select wanted_at is null and not is_recomputing as "isIdle" from estimate where id = ${id}`;
    return row?.isIdle ?? false;
  };

  it('has a version that names the lines whose prices a new rule changes, and one when the rule goes', async () => {
    const { pricingRules } = world.stores;
    const { before, next, id } = await watched();
    expect(before).toMatchObject({ totalPriceDecimal: '3.3' });
    await pricingRules.put(rule('dearer', plus('5'), { scope: { products: [productOf(1)] } }), 0, change);
    await told();
    const dearer = await next;
    expect(dearer).toMatchObject({ status: 'ready', changedLines: [2], totalPriceDecimal: '3.36' });
    const gone = world.watchUntil(id, ({ version }) => version > (dearer?.version ?? 0));
    await pricingRules.remove('dearer', 1, change);
    await told();
    expect((await gone).at(-1)).toMatchObject({ changedLines: [2], totalPriceDecimal: '3.3' });
  });

  it('follows an exchange rate', async () => {
    const { exchangeRates } = world.stores;
    await exchangeRates.add([{ currency: 'USD', day: today, rate: '1.25' }], change);
    await world.basis.priceBooks.refresh();
    const { before, next } = await watched(askedLines(2, { currency: 'USD' }));
    expect(before).toMatchObject({ currency: 'USD', totalPriceDecimal: '2.63' });
    await exchangeRates.add([{ currency: 'USD', day: today, rate: '1.5' }], change);
    await told();
    expect(await next).toMatchObject({ currency: 'USD', changedLines: [1, 2], totalPriceDecimal: '3.15' });
  });

  it('follows a visibility policy: what is hidden is bought elsewhere', async () => {
    const { next } = await watched();
    const condition = `offer.id == '${offerAt('alpha', 2)}'`;
    const { id, version } = await world.stores.policies.create(
      'vis_1',
      policyDraft({ target: 'offer', condition }),
      change,
    );
    await world.basis.onPolicyChange();
    const hidden = await next;
    expect(hidden?.changedLines).toEqual([3]);
    expect(hidden?.lines[2]?.chosen[0]).toMatchObject({ supplierId: 'beta' });
    await world.stores.policies.remove(id, version, change);
    await world.basis.onPolicyChange();
  });

  it('follows a visibility policy that begins by its dates', async () => {
    const { policies } = world.stores;
    const { next } = await watched();
    const condition = `offer.id == '${offerAt('alpha', 0)}'`;
    const validFrom = new Date(Date.now() + 1_500);
    const { id, version } = await policies.create(
      'vis_2',
      policyDraft({ target: 'offer', condition, validFrom }),
      change,
    );
    await world.basis.onPolicyChange();
    expect((await next)?.changedLines).toEqual([1]);
    await policies.remove(id, version, change);
    await world.basis.onPolicyChange();
  });

  it('follows the groups of its customer, and those of others do not move it', async () => {
    const { pricingRules, customers } = world.stores;
    await pricingRules.put(rule('club', plus('5'), { scope: { groups: ['club'] } }), 0, change);
    await world.basis.priceBooks.refresh();
    const { id, before, next } = await watched();
    await eventually(() => isIdle(id));
    await customers.setMember({ groupId: 'club', customerId: 'globex' }, true, change);
    announceCallers(world.bus, ['globex']);
    await customers.setMember({ groupId: 'club', customerId: 'acme' }, true, change);
    announceCallers(world.bus, ['acme']);
    expect(await next).toMatchObject({
      version: (before?.version ?? 0) + 1,
      changedLines: [1, 2, 3],
      totalPriceDecimal: '3.47',
    });
    await customers.setMember({ groupId: 'club', customerId: 'acme' }, false, change);
    await pricingRules.remove('club', 1, change);
    await world.basis.priceBooks.refresh();
  });

  it('follows a rule that this process was not told of, also where another process had it recomputed too early', async () => {
    const { pricingRules, estimateQueue } = world.stores;
    const { id, next } = await watched();
    await pricingRules.put(rule('untold', plus('10')), 0, change);
    const batch = { customerIds: undefined, liveMs: 600_000, gapMs: 0, after: undefined, limit: 10 };
    await estimateQueue.markViewed(batch);
    await eventually(() => isIdle(id));
    expect(await next).toMatchObject({ changedLines: [1, 2, 3], totalPriceDecimal: '3.63' });
    await pricingRules.remove('untold', 1, change);
    await world.basis.priceBooks.refresh();
  });

  it('follows a rule that begins by its dates', async () => {
    const { pricingRules } = world.stores;
    const { next } = await watched();
    const validFrom = new Date(Date.now() + 1_000);
    await pricingRules.put(rule('soon', plus('10'), { validFrom }), 0, change);
    await told();
    expect(await next).toMatchObject({ changedLines: [1, 2, 3], totalPriceDecimal: '3.63' });
    await pricingRules.remove('soon', 1, change);
    await world.basis.priceBooks.refresh();
  });

  it('is caught up with when it was not looked at for so long that changes passed it by', async () => {
    const { pricingRules } = world.stores;
    const { id } = await world.useCases.buildEstimate(askedLines(3), callBy('acme'));
    const { sql } = world.database.pool;
    await eventually(async () => (await sql`select from estimate where status = 'ready'`).length === 1);
    await sql`
      update estimate set seen_at = now() - interval '1 day', priced_at = now() - interval '1 day'`;
    await pricingRules.put(rule('meanwhile', plus('10')), 0, change);
    await world.basis.priceBooks.refresh();
    const get = () => world.useCases.getEstimate({ estimateId: id }, callBy('acme'));
    expect(await get()).toMatchObject({ totalPriceDecimal: '3.3' });
    await eventually(async () => (await get()).totalPriceDecimal === '3.63');
    await pricingRules.remove('meanwhile', 1, change);
    await world.basis.priceBooks.refresh();
  });
});
