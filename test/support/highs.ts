/** HiGHS (https://highs.dev, its WebAssembly build) as an independent judge of the optimiser. */
import loadHighs from 'highs';
import type { PreparedSearch } from '../../domain/estimate/modes/mode.ts';
import type { OptimizationMode } from '../../domain/estimate/modes/modes.ts';
import { type ProgramOrders, programOf } from './mixed-integer-model.ts';

/** What HiGHS made of an estimate. */
export interface Judgement {
  /**
   * Cost of the best basket that it found, in money units as it sums them: in doubles, to about six
   * digits after the point.
   */
  readonly cost: number;
  /** The fewest suppliers, in mode `min_suppliers`. */
  readonly suppliers: number | undefined;
  /** False where the time ran out. */
  readonly isProven: boolean;
}

// The package's types are those of its CommonJS build; its ES build exports the loader itself.
const load = loadHighs as unknown as typeof loadHighs.default;

/** Solves one estimate after another; calls block the thread. */
export type Judge = (prepared: PreparedSearch, orders: ProgramOrders, mode: OptimizationMode) => Judgement;

/**
 * Loads HiGHS. Each of its programs may take so many seconds; mode `min_suppliers` is two programs,
 * the number and the price.
 */
export const highsJudge = async (limitSeconds: number): Promise<Judge> => {
  const highs = await load();
  const base = { output_flag: false, time_limit: limitSeconds, mip_rel_gap: 0, mip_abs_gap: 0.5 };
  // The presolve of 1.15.3 loses the best basket of some programs with ranges of goods.
  const solve = (
    program: string,
    presolve: 'choose' | 'off',
  ): { readonly value: number; readonly isProven: boolean } => {
    const { Status, ObjectiveValue } = highs.solve(program, { ...base, presolve });
    return { value: ObjectiveValue, isProven: Status === 'Optimal' };
  };
  return ({ bundles }, orders, mode) => {
    const presolve = orders.orderSteps === undefined ? 'choose' : 'off';
    if (mode !== 'min_suppliers') {
      const { value, isProven } = solve(programOf(bundles, orders, { minimise: 'cost' }), presolve);
      return { cost: value, suppliers: undefined, isProven };
    }
    const fewest = solve(programOf(bundles, orders, { minimise: 'suppliers' }), presolve);
    const suppliers = Math.round(fewest.value);
    const { value, isProven } = solve(
      programOf(bundles, orders, { minimise: 'cost', maxSuppliers: suppliers }),
      presolve,
    );
    return { cost: value, suppliers, isProven: isProven && fewest.isProven };
  };
};
