import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { PricingChange, RuleQuery } from '../../../domain/pricing/ports.ts';
import { createSupplierStore } from '../../../storage/connectors/supplier-store.ts';
import { createObservationStore } from '../../../storage/offers/observation-store.ts';
import { createExchangeRateStore } from '../../../storage/pricing/exchange-rates-store.ts';
import { createPricingRevisions } from '../../../storage/pricing/pricing-revision.ts';
import { createPricingRuleStore } from '../../../storage/pricing/pricing-rules-store.ts';
import { byTest } from '../../support/by-test.ts';
import { eventLog } from '../../support/event-log.ts';
import { untraced } from '../../support/event-samples.ts';
import { borealis, observation, offerOf, putBorealis } from '../../support/observations.ts';
import { noon } from '../../support/offers.ts';
import { type TestDatabase, testDatabase } from '../../support/postgres.ts';
import { off, plus, rule } from '../../support/pricing-rules.ts';
import { testSealer } from '../../support/sealer.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

const change: PricingChange = { by: 'key_1', context: untraced };

const stores = () => {
  const { sql } = database.pool;
  return {
    rules: createPricingRuleStore(sql),
    rates: createExchangeRateStore(sql),
    revisions: createPricingRevisions(sql),
    events: eventLog(sql),
  };
};

describe('the offers that a scope names', () => {
  it('are those that it names in every way that it names any, in the order of their ids', async () => {
    const { sql } = database.pool;
    const suppliers = createSupplierStore(sql, testSealer());
    await putBorealis(suppliers);
    await suppliers.putSupplier({ ...borealis, id: 'zephyr', name: 'Zephyr' }, byTest);
    await createObservationStore(sql).apply([observation('s1'), observation('s2')], untraced);
    const [one, two] = [offerOf('s1'), offerOf('s2')].toSorted() as [string, string];
    const { rules } = stores();
    const found = (scope: object, limit = 10) =>
      rules.offersIn({ offers: [], products: [], suppliers: [], ...scope } as never, limit);
    expect(await found({})).toEqual([one, two]);
    expect(await found({}, 1)).toEqual([one]);
    expect(await found({ offers: [two], suppliers: ['borealis'] })).toEqual([two]);
    expect(await found({ offers: [two], suppliers: ['zephyr'] })).toEqual([]);
    expect(await found({ offers: [one], products: ['prd_other'] })).toEqual([]);
    expect(await found({ suppliers: ['zephyr', 'borealis'] })).toEqual([one, two]);
  });
});

describe('pricing rules', () => {
  it('come back as they were written, with version, instant and writer', async () => {
    const { rules } = stores();
    const draft = rule('whole', off('5'), {
      name: 'Ünïcode "name"',
      enabled: false,
      priority: -3,
      stacking: 'exclusive',
      validFrom: noon,
      condition: 'quantity > 5',
      scope: { customers: ['acme'], zones: ['EU'] },
    });
    const stored = await rules.put(draft, 0, change);
    expect(stored).toMatchObject({ ...draft, version: 1, recordedBy: 'key_1' });
    expect(await rules.rule('whole')).toEqual(stored);
  });

  it('keep every version, and give those of any instant', async () => {
    const { rules } = stores();
    const first = await rules.put(rule('kept', off('5')), 0, change);
    const second = await rules.put(rule('kept', off('6')), 1, change);
    await rules.remove('kept', 2, change);
    const again = await rules.put(rule('kept', plus('1')), 0, change);
    const at = async (instant: Date) => (await rules.rules(instant)).find(({ id }) => id === 'kept')?.version;
    expect(again.version).toBe(4);
    expect(await at(new Date(first.recordedAt.getTime() - 1))).toBeUndefined();
    expect(await at(second.recordedAt)).toBe(2);
    expect((await rules.rules()).find(({ id }) => id === 'kept')?.version).toBe(4);
    expect(await rules.rule('kept', 1)).toEqual(first);
    expect(await rules.rule('kept', 3)).toBeUndefined();
  });

  it('are changed by one of several who change the same version', async () => {
    const { rules } = stores();
    await rules.put(rule('raced', off('1')), 0, change);
    const attempts = await Promise.allSettled(
      Array.from({ length: 6 }, (_, at) => rules.put(rule('raced', off(String(at + 2))), 1, change)),
    );
    expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await rules.rule('raced'))?.version).toBe(2);
    await expect(rules.put(rule('raced', off('1')), 0, change)).rejects.toMatchObject({ kind: 'conflict' });
    await expect(rules.remove('raced', 1, change)).rejects.toMatchObject({ kind: 'conflict' });
    await expect(rules.put(rule('nobody', off('1')), 3, change)).rejects.toMatchObject({ kind: 'not_found' });
    await expect(rules.remove('nobody', 1, change)).rejects.toMatchObject({ kind: 'not_found' });
  });

  it('tell of every change with its version', async () => {
    const { rules, events } = stores();
    await rules.put(rule('told', off('5')), 0, change);
    await rules.put(rule('told', off('6')), 1, change);
    await rules.remove('told', 2, change);
    const told = (await events.read('pricing_rule', 'told')).map(({ event }) => event);
    expect(told).toEqual(
      (['created', 'updated', 'deleted'] as const).map((what, at) => ({
        type: 'pricing_rule.changed',
        ruleId: 'told',
        version: at + 1,
        change: what,
        by: 'key_1',
      })),
    );
  });

  it('are listed page by page in the order of their ids, without those that are gone', async () => {
    const { rules } = stores();
    for (const id of ['page-c', 'page-a', 'page-b', 'page-d']) await rules.put(rule(id, off('5')), 0, change);
    await rules.remove('page-b', 1, change);
    const first = await rules.page({}, { afterId: 'page-', limit: 2 });
    const second = await rules.page({}, { afterId: first.at(-1)?.id, limit: 2 });
    expect(first.map(({ id }) => id)).toEqual(['page-a', 'page-c']);
    expect(second[0]?.id).toBe('page-d');
  });
});

describe('the list of pricing rules', () => {
  const found = async (query: RuleQuery, limit = 10): Promise<string> => {
    const { rules } = stores();
    const page = await rules.page(query, { afterId: 'list-', limit });
    return page.flatMap(({ id }) => (id.startsWith('list-') ? [id.slice('list-'.length)] : [])).join(' ');
  };

  beforeAll(async () => {
    const { rules } = stores();
    const drafts = [
      rule('list-1', off('5'), { name: 'Spring', scope: { customers: ['acme'], groups: ['club'] } }),
      rule('list-2', off('5'), { enabled: false, scope: { customers: ['acme', 'globex'], suppliers: ['borealis'] } }),
      rule('list-3', plus('1'), { condition: 'quantity > 5', scope: { groups: ['club'], suppliers: ['zephyr'] } }),
      rule('list-4', plus('1'), { enabled: false, scope: { suppliers: ['borealis'] } }),
      rule('list-5', off('5'), { scope: { customers: ['acme'] } }),
    ];
    for (const draft of drafts) await rules.put(draft, 0, change);
    // One that named somebody once, and one that is gone.
    await rules.put(rule('list-5', off('5')), 1, change);
    await rules.put(rule('list-6', off('5'), { scope: { customers: ['acme'] } }), 0, change);
    await rules.remove('list-6', 1, change);
  });

  it.each<[what: string, query: RuleQuery, ids: string]>([
    ['nothing', {}, '1 2 3 4 5'],
    ['a kind', { kind: 'percent_discount' }, '1 2 5'],
    ['a customer', { customerId: 'acme' }, '1 2'],
    ['a group', { groupId: 'club' }, '1 3'],
    ['a supplier', { supplierId: 'borealis' }, '2 4'],
    ['what is in force', { isEnabled: true }, '1 3 5'],
    ['what is not', { isEnabled: false }, '2 4'],
    ['a piece of a name', { text: 'SPRI' }, '1'],
    ['a piece of an id', { text: 'ist-3' }, '3'],
    ['a piece of a condition', { text: 'quantity >' }, '3'],
    ['a kind and a customer', { kind: 'percent_markup', customerId: 'acme' }, ''],
    ['a customer and a group', { customerId: 'acme', groupId: 'club' }, '1'],
    ['a group and a supplier', { groupId: 'club', supplierId: 'borealis' }, ''],
    ['a supplier and what is in force', { supplierId: 'zephyr', isEnabled: false }, ''],
    ['a kind and a text', { kind: 'percent_markup', text: 'list-' }, '3 4'],
  ])('asked for %s has those that exist and fit all of it', async (_, query, ids) => {
    expect(await found(query)).toBe(ids);
  });

  it('is no longer than asked for, of those that fit', async () => {
    expect(await found({ supplierId: 'borealis' }, 1)).toBe('2');
  });
});

describe('exchange rates', () => {
  beforeEach(() => database.pool.sql`truncate exchange_rate`.then(() => undefined));

  const days = { first: '2026-02-20', last: '2026-02-27' };
  const usd = (day: string, rate: string) => ({ currency: 'USD', day, rate });

  it('keep what was known before a correction', async () => {
    const { rates } = stores();
    expect(await rates.add([usd('2026-02-26', '1.08'), usd('2026-02-27', '1.09')], change)).toEqual({
      added: 2,
      unchanged: 0,
    });
    const known = await database.pool.sql<{ at: Date }[]>`select max(recorded_at) as at from exchange_rate`;
    expect(await rates.add([usd('2026-02-26', '1.0800'), usd('2026-02-27', '1.1')], change)).toEqual({
      added: 1,
      unchanged: 1,
    });
    expect(await rates.rates(days)).toEqual([usd('2026-02-26', '1.08'), usd('2026-02-27', '1.1')]);
    expect(await rates.rates(days, known[0]?.at)).toEqual([usd('2026-02-26', '1.08'), usd('2026-02-27', '1.09')]);
    expect(await rates.rates(days, new Date(0))).toEqual([]);
    expect(await rates.rates({ first: '2026-02-27', last: '2026-02-27' })).toHaveLength(1);
  });

  it('that are corrected and corrected back are three', async () => {
    const { rates } = stores();
    const day = '2026-02-26';
    for (const rate of ['1.08', '1.09', '1.08'])
      expect(await rates.add([usd(day, rate)], change)).toMatchObject({ added: 1 });
    expect(await rates.add([usd(day, '1.08')], change)).toEqual({ added: 0, unchanged: 1 });
    expect(await rates.rates(days)).toEqual([usd(day, '1.08')]);
  });

  it('that are corrected at the instant of the last ones, or once the clock was set back, count as later', async () => {
    const { rates } = stores();
    const day = '2026-02-26';
    await rates.add([usd(day, '1.08')], change);
    const { sql } = database.pool;
    await sql`update exchange_rate set recorded_at = date_trunc('milliseconds', clock_timestamp()) + interval '1 hour'`;
    expect(await rates.add([usd(day, '1.09'), usd('2026-02-27', '1.1')], change)).toEqual({ added: 2, unchanged: 0 });
    expect(await rates.rates(days)).toEqual([usd(day, '1.09'), usd('2026-02-27', '1.1')]);
    const [{ between } = {}] = await sql<{ between: number }[]>`
      select extract(epoch from max(recorded_at) - min(recorded_at)) * 1000 as between
      from exchange_rate where day = ${day}::text::date`;
    expect(Number(between)).toBe(1);
  });

  it('of another day or another currency are no corrections', async () => {
    const { rates } = stores();
    await rates.add([usd('2026-02-26', '1.08'), { ...usd('2026-02-27', '0.8'), currency: 'GBP' }], change);
    expect(
      await rates.add([usd('2026-02-27', '1.08'), { ...usd('2026-02-26', '0.8'), currency: 'GBP' }], change),
    ).toEqual({
      added: 2,
      unchanged: 0,
    });
    expect(await rates.rates(days)).toHaveLength(4);
  });

  it('are told of the first day and the last that are asked for', async () => {
    const { rates } = stores();
    const all = ['2026-02-19', '2026-02-20', '2026-02-27', '2026-02-28'].map((day) => usd(day, '1'));
    await rates.add(all, change);
    expect(await rates.rates(days)).toEqual(all.slice(1, 3));
  });

  it('of one day that are given twice count as given last', async () => {
    const { rates } = stores();
    await rates.add([usd('2026-02-25', '1'), usd('2026-02-25', '2')], change);
    expect(await rates.rates({ first: '2026-02-25', last: '2026-02-25' })).toEqual([usd('2026-02-25', '2')]);
  });

  it('tell how many were new, and nothing when none was', async () => {
    const { rates, events } = stores();
    const given = [usd('2026-02-23', '1.05'), usd('2026-02-24', '1.06')];
    await rates.add(given, change);
    const told = await events.read('exchange_rates', 'EUR');
    await rates.add(given, change);
    expect(await events.read('exchange_rates', 'EUR')).toEqual(told);
    expect(told.at(-1)?.event).toEqual({
      type: 'exchange_rates.imported',
      firstDay: '2026-02-23',
      lastDay: '2026-02-24',
      rates: 2,
      by: 'key_1',
    });
  });
});

describe('the revision', () => {
  it('moves with every change of rules and rates', async () => {
    const { rules, rates, revisions } = stores();
    const seen = [await revisions.revision()];
    await rules.put(rule('moves', off('5')), 0, change);
    seen.push(await revisions.revision());
    await rates.add([{ currency: 'GBP', day: '2026-02-27', rate: '0.8' }], change);
    seen.push(await revisions.revision());
    expect(new Set(seen).size).toBe(3);
  });
});
