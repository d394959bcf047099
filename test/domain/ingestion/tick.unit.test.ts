import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { noRows } from '../../../domain/ingestion/row-tally.ts';
import { abandon, advance, openTick, type PageOutcome, type Phase, type Tick } from '../../../domain/ingestion/tick.ts';
import { noon } from '../../support/offers.ts';

const ids = { runId: 'run_1', supplierId: 'borealis', credentialId: 'crd_system', kind: 'catalogue' as const };
const bulk: readonly Phase[] = ['catalogue', 'prices'];
const later = new Date(noon.getTime() + 60_000);
const page = (given: Partial<PageOutcome> = {}): PageOutcome => ({
  counts: { items: 2, prices: 1, stocks: 3, warehouses: 0 },
  nextCursor: undefined,
  ...given,
});

describe('a tick', () => {
  test('opens at the first page of the first phase with nothing counted', () => {
    expect(openTick(ids, bulk, noon)).toEqual({
      ...ids,
      startedAt: noon,
      rows: noRows,
      counters: { items: 0, prices: 0, stocks: 0, warehouses: 0, pages: 0 },
      state: { kind: 'running', position: { phase: 'catalogue', cursor: undefined, page: 1 } },
    });
    expect(() => openTick(ids, [], noon)).toThrow(RangeError);
  });

  test('goes on with the next page while the supplier gives a cursor', () => {
    const tick = advance(openTick(ids, bulk, noon), page({ nextCursor: 'p2' }), bulk, later);
    expect(tick.state).toEqual({ kind: 'running', position: { phase: 'catalogue', cursor: 'p2', page: 2 } });
    expect(tick.counters).toEqual({ items: 2, prices: 1, stocks: 3, warehouses: 0, pages: 1 });
  });

  test('goes through the phases in order and ends in success after the last', () => {
    const second = advance(openTick(ids, bulk, noon), page(), bulk, later);
    expect(second.state).toEqual({ kind: 'running', position: { phase: 'prices', cursor: undefined, page: 1 } });
    const end = advance(second, page(), bulk, later);
    expect(end.state).toEqual({ kind: 'finished', at: later, outcome: 'success' });
    expect(() => advance(end, page(), bulk, later)).toThrow('run_1 has ended');
  });

  test('counts every page once and ends after exactly the pages that the supplier has', () => {
    const pagesPerPhase = fc.tuple(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 1, max: 6 }));
    fc.assert(
      fc.property(pagesPerPhase, ([first, second]) => {
        let tick: Tick = openTick(ids, bulk, noon);
        let served = 0;
        while (tick.state.kind === 'running') {
          const { phase, page: number } = tick.state.position;
          const last = number === (phase === 'catalogue' ? first : second);
          tick = advance(tick, page(last ? {} : { nextCursor: `after-${number}` }), bulk, later);
          served += 1;
        }
        expect(served).toBe(first + second);
        expect(tick.counters).toEqual({
          items: 2 * served,
          prices: served,
          stocks: 3 * served,
          warehouses: 0,
          pages: served,
        });
      }),
    );
  });

  test('given up, it keeps its counters and says why', () => {
    const tick = abandon(advance(openTick(ids, bulk, noon), page(), bulk, later), 'no session', later);
    expect(tick.state).toEqual({ kind: 'finished', at: later, outcome: 'failure', reason: 'no session' });
    expect(tick.counters.pages).toBe(1);
  });
});
