import { describe, expect, it } from 'vitest';
import type { LookupTariff } from '../../../domain/ingestion/lookup-tariff.ts';
import {
  boundLookUps,
  boundOf,
  type CostedWant,
  type MaxLookupCost,
  type WantCost,
  withoutSuppliers,
} from '../../../domain/wants/lookup-cost.ts';
import { identified } from '../../../domain/wants/part-want.ts';

const begunAt = new Date('2026-03-01T12:00:00Z');
const since = new Date('2026-02-28T12:00:00Z');
const minutes = (count: number): Date => new Date(begunAt.getTime() + count * 60_000);

const single: LookupTariff = { unit: 'calls', byNumber: { parts: 1, units: 1 }, bySku: { parts: 1, units: 1 } };
const ten: LookupTariff = { unit: 'calls', byNumber: { parts: 10, units: 2 } };
const billed: LookupTariff = { unit: 'parts', byNumber: { parts: 1, units: 3 } };

const wantsOf = (count: number): readonly CostedWant[] =>
  Array.from({ length: count }, (_, at) => ({ want: identified({ kind: 'number', mpn: `PART-${at}` }), since }));

const row = (of: CostedWant, supplierId: string, given: Partial<WantCost> = {}): WantCost => ({
  wantId: of.want.id,
  supplierId,
  credentialId: `crd_${supplierId}`,
  tariff: single,
  askedAt: undefined,
  units: undefined,
  ...given,
});

const bound = (wants: readonly CostedWant[], rows: readonly WantCost[], max?: MaxLookupCost) =>
  boundLookUps(wants, rows, { max, begunAt });

describe('what look-ups cost', () => {
  it('is bound by the least of all for who is told no names, and by nothing where nothing is said', () => {
    expect(boundOf({ acme: 5, '*': 9 }, true)).toEqual({ acme: 5, '*': 9 });
    expect(boundOf({ acme: 5, '*': 9 }, false)).toEqual({ '*': 5 });
    expect([boundOf(undefined, false), boundOf({}, true)]).toEqual([undefined, undefined]);
  });

  it('is counted as each supplier counts: calls, calls for several parts, and parts returned', () => {
    const wants = wantsOf(25);
    const rows = wants.flatMap((want) => [
      row(want, 'one'),
      row(want, 'ten', { tariff: ten }),
      row(want, 'billed', { tariff: billed }),
    ]);
    expect(bound(wants, rows).costs).toEqual([
      { supplierId: 'billed', unit: 'parts', estimated: 75, notAsked: 0, spent: 0 },
      { supplierId: 'one', unit: 'calls', estimated: 25, notAsked: 0, spent: 0 },
      { supplierId: 'ten', unit: 'calls', estimated: 6, notAsked: 0, spent: 0 },
    ]);
  });

  it('of every credential that is asked adds up, and what was answered before costs nothing', () => {
    const wants = wantsOf(3);
    const rows = wants.flatMap((want, at) => [
      row(want, 'one', at === 0 ? { askedAt: minutes(-5), units: 1 } : {}),
      row(want, 'one', { credentialId: 'crd_own' }),
    ]);
    expect(bound(wants, rows).costs).toMatchObject([{ estimated: 5, spent: 0 }]);
  });

  it('that came long before is to be paid for again', () => {
    const wants = wantsOf(1);
    const rows = wants.map((want) => row(want, 'one', { askedAt: minutes(-60 * 25), units: 1 }));
    expect(bound(wants, rows).costs).toMatchObject([{ estimated: 1, spent: 0 }]);
  });

  it('stays what it was while answers come, which are told as spent', () => {
    const wants = wantsOf(3);
    const rows = wants.map((want, at) => row(want, 'ten', { tariff: ten, askedAt: minutes(at), units: 2 / 3 }));
    expect(bound(wants, rows).costs).toMatchObject([{ estimated: 2, spent: 2 }]);
  });

  it('is not known of a supplier whose connector has not said', () => {
    const wants = wantsOf(1);
    const rows = wants.map((want) => row(want, 'new', { tariff: undefined }));
    expect(bound(wants, rows)).toEqual({
      costs: [{ supplierId: 'new', notAsked: 0, spent: 0 }],
      notAsked: new Map(),
    });
    // Whether it is within a bound is not known either.
    expect(bound(wants, rows, { new: 5 }).costs).toEqual([{ supplierId: 'new', max: 5, notAsked: 1, spent: 0 }]);
  });
});

describe('a bound of what look-ups may cost', () => {
  const refused = (count: number, tariff: LookupTariff, max: MaxLookupCost, given: Partial<WantCost> = {}) => {
    const wants = wantsOf(count);
    const { costs, notAsked } = bound(
      wants,
      wants.map((want) => row(want, 'one', { tariff, ...given })),
      max,
    );
    return { kept: wants.findIndex(({ want }) => notAsked.has(want.id)), cost: costs[0] };
  };

  it.each<[string, LookupTariff, MaxLookupCost, number]>([
    ['leaves as many calls', single, { one: 4 }, 4],
    ['leaves what fills the calls up', ten, { one: 3 }, 10],
    ['leaves as many parts as may be returned', billed, { one: 10 }, 3],
    ['of none leaves none', single, { one: 0 }, 0],
    ['holds for those that are not named', single, { '*': 2, other: 9 }, 2],
    ['that names the supplier goes before', single, { '*': 2, one: 5 }, 5],
  ])('%s', (_, tariff, max, kept) => {
    const { kept: first, cost } = refused(25, tariff, max);
    expect(first).toBe(kept);
    expect(cost).toMatchObject({ notAsked: 25 - kept, max: max.one ?? max['*'] });
  });

  it('names what asking for everything would cost', () => {
    expect(refused(25, single, { one: 4 }).cost).toMatchObject({ estimated: 25 });
  });

  it('leaves everything where nothing is named', () => {
    expect(refused(25, single, { other: 0 }).kept).toBe(-1);
  });

  it('takes nothing away that was answered before', () => {
    expect(refused(5, single, { one: 0 }, { askedAt: minutes(-5) }).kept).toBe(-1);
  });

  it('decides the same while its answers come', () => {
    const wants = wantsOf(5);
    const later = wants.map((want, at) => row(want, 'one', at < 2 ? { askedAt: minutes(1), units: 1 } : {}));
    const { notAsked, costs } = bound(wants, later, { one: 2 });
    expect([...notAsked.keys()]).toEqual(wants.slice(2).map(({ want }) => want.id));
    expect(costs).toMatchObject([{ spent: 2, notAsked: 3 }]);
  });
});

describe('a want without the suppliers that are not asked', () => {
  const number = identified({ kind: 'number', mpn: 'NE555P' });
  const sku = identified({ kind: 'sku', supplierId: 'lcsc', sku: 'C7593' });

  it('is asked of the others, and of nobody where none is left', () => {
    expect(withoutSuppliers(number, [], ['a', 'b'])).toEqual(number);
    expect(withoutSuppliers(number, ['a'], ['a', 'b'])).toEqual({ ...number, suppliers: ['b'] });
    expect(withoutSuppliers(number, ['a', 'b'], ['a', 'b'])).toBeUndefined();
    expect(withoutSuppliers(sku, ['a'], ['a', 'lcsc'])).toEqual(sku);
    expect(withoutSuppliers(sku, ['lcsc'], ['lcsc'])).toBeUndefined();
  });
});
