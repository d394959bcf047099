import { amount, amountText, zero } from '../money.ts';
import type { DraftLine, EstimateDraft } from './draft.ts';
import type { EstimateOutcome } from './outcome.ts';
import type { EstimateRequest } from './request.ts';

/**
 * Several things, such as boards, in one estimate. Each has lines of its own, and lines of one
 * product are bought together over all of them, as any lines of one product are.
 */

/** How many times a line is built. */
export type BuildsOf = (line: Pick<DraftLine, 'assembly'>) => number;

/**
 * How many times each line of a request is built: as many times as the whole set, and as its
 * assembly is in the set.
 */
export const buildsOf = ({ buildQuantity, assemblies = [] }: EstimateRequest): BuildsOf => {
  const inSet = new Map(assemblies.map((assembly) => [assembly.name, assembly.buildQuantity]));
  return ({ assembly }) => buildQuantity * (assembly === undefined ? 1 : (inSet.get(assembly) ?? 1));
};

/** What one assembly comes to. */
export interface AssemblyTotals {
  readonly name: string;
  /** How many of it are in a set. */
  readonly buildQuantity: number;
  readonly lines: number;
  readonly boughtLines: number;
  /** The prices of its lines together, decimal text; left out: there is no basket yet. */
  readonly goods?: string;
}

/** What each assembly of a request comes to, in their order. */
export const assemblyTotals = (
  { lines }: Pick<EstimateDraft, 'lines'>,
  outcome: Pick<EstimateOutcome, 'lines'> | undefined,
  { assemblies = [] }: Pick<EstimateRequest, 'assemblies'>,
): readonly AssemblyTotals[] => {
  const byAssembly = Map.groupBy(lines, ({ assembly }) => assembly);
  const prices = new Map(outcome?.lines.flatMap(({ number, price }) => (price === undefined ? [] : [[number, price]])));
  return assemblies.map(({ name, buildQuantity }) => {
    const own = byAssembly.get(name) ?? [];
    const paid = own.flatMap(({ number }) => prices.get(number) ?? []);
    return {
      name,
      buildQuantity,
      lines: own.length,
      boughtLines: paid.length,
      ...(outcome && { goods: amountText(paid.reduce((sum, price) => sum.plus(amount(price)), zero)) }),
    };
  });
};
