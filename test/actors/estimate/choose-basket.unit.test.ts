import { describe, expect, it } from 'vitest';
import { chooseBasket } from '../../../actors/estimate/choose-basket.ts';
import type { OptimiserRun } from '../../../actors/estimate/optimiser-pool.ts';
import { Failure } from '../../../domain/errors.ts';
import { areTablesEqual } from '../../../domain/estimate/basket-table.ts';
import { optimise } from '../../../domain/estimate/optimise.ts';
import type { EstimateOutcome } from '../../../domain/estimate/outcome.ts';
import type { EstimateRequest } from '../../../domain/estimate/request.ts';
import { documentRequest } from '../../support/estimate-request.ts';
import { handLine, handMarket, handOffer } from '../../support/hand-market.ts';

/** Chooses the baskets of one line over one offer, where searches of some pieces fail. */
const chosen = async (asked: Partial<EstimateRequest>, failures: ReadonlyMap<number, Error> = new Map()) => {
  const quoted: (readonly number[])[] = [];
  const failed: unknown[] = [];
  const abort = new AbortController();
  const search = async ({ task: { problem, mode }, signal }: OptimiserRun) => {
    const failure = failures.get(problem.lines[0]?.pieces ?? 0);
    if (failure?.name === 'AbortError') abort.abort(failure);
    signal.throwIfAborted();
    if (failure !== undefined) throw failure;
    return optimise(problem, { mode, isOver: () => false });
  };
  const request = { ...documentRequest, ...asked };
  const outcome = await chooseBasket(
    {
      estimate: { id: 'est_1', request, caller: { customerId: 'acme', keyId: 'key_1', groupIds: [] } } as never,
      draft: { lines: [handLine(1, '10')] } as never,
    },
    {
      market: {
        quote: async (_, wants) => {
          quoted.push(...wants.map(({ pieces }) => pieces));
          return handMarket([handOffer('p1', 'alpha', 10)]);
        },
      },
      optimiser: { optimise: search },
      now: () => new Date('2026-03-01T12:00:00Z'),
      searchMs: 5_000,
      attritionOf: async () => new Map(),
      onRowFailed: (error) => failed.push(error),
    },
    abort.signal,
  );
  return { outcome, quoted, failed };
};

const rowsOf = ({ builds = [] }: EstimateOutcome) =>
  builds.map((row) => [row.buildQuantity, row.kind === 'chosen' ? row.total : row.kind]);

describe('the baskets of a table', () => {
  const buildQuantities = [2, 3, 4];
  const died = new Error('the search takes more memory than there is');

  it('are told without the one whose search fails, which says so', async () => {
    const failures = new Map([
      [30, died],
      [40, new Failure('too_large', 'too much')],
    ]);
    const { outcome, failed } = await chosen({ buildQuantities }, failures);
    // 10 at 0.10 for the estimate, 20 for two builds.
    expect(outcome.total).toBe('1');
    expect(rowsOf(outcome)).toEqual([
      [2, '2'],
      [3, 'internal'],
      [4, 'too_large'],
    ]);
    expect(failed).toEqual([died]);
  });

  it.each([
    ['a dependency that is away for a moment', new Failure('unavailable', 'away')],
    ['the end of the step', new DOMException('ended', 'AbortError')],
  ])('fail together with the estimate on %s', async (_, failure) => {
    await expect(chosen({ buildQuantities }, new Map([[30, failure]]))).rejects.toBe(failure);
  });

  it('are chosen at one reading of the market', async () => {
    const ten = Array.from({ length: 10 }, (_, at) => at + 1);
    const { outcome, quoted } = await chosen({ buildQuantities: ten, comparesModes: true });
    expect(quoted).toEqual([ten.map((builds) => builds * 10)]);
    // Every build is 10 at 0.10.
    expect(rowsOf(outcome)).toEqual(ten.map((builds) => [builds, String(builds)]));
    expect(outcome.comparison).toHaveLength(4);
  });

  it('are another result where one row alone is another, but not where it was searched longer', async () => {
    const { outcome } = await chosen({ buildQuantities });
    const withRow = (more: object): EstimateOutcome => ({
      ...outcome,
      builds: (outcome.builds ?? []).map((row, at) => ({ ...row, ...(at === 1 && more) })),
    });
    expect(areTablesEqual(outcome, withRow({ gap: 0.5 }))).toBe(true);
    expect(areTablesEqual(outcome, withRow({ total: '2.9' }))).toBe(false);
    expect(areTablesEqual(outcome, withRow({ kind: 'internal' }))).toBe(false);
  });
});
