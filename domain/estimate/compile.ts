/**
 * From lines and their options to the structure that the search works on, and from an open set back
 * to purchases.
 */

import { ownProperty } from '../own-property.ts';
import type { LineOption } from './options.ts';
import type { LineChoice, Purchase } from './problem.ts';
import { basketsOf, suppliersOfRows } from './search/basket.ts';
import { type Block, type Entry, type Structure, structureOf } from './search/structure.ts';

/** A line with the options that it may take. */
export interface LineWithOptions {
  readonly lineId: string;
  readonly options: readonly LineOption[];
}

/**
 * Lines that choose together: one of the alternatives, each of which says what every line may take.
 */
export interface Bundle {
  readonly alternatives: readonly (readonly LineWithOptions[])[];
}

/** A compiled problem. */
export interface Compiled {
  readonly structure: Structure;
  /** What is bought when these suppliers are open. */
  readonly choicesOf: (open: Uint8Array) => readonly LineChoice[];
}

interface RowPlan {
  readonly lineId: string;
  /** What each supplier delivers for the row. */
  readonly purchases: ReadonlyMap<string, readonly Purchase[]>;
}

type VariantPlan = readonly RowPlan[];

const costOf = (purchases: readonly Purchase[]): number => purchases.reduce((sum, { cost }) => sum + cost, 0);

/**
 * The ways in which a line can be served: from any one supplier (one row), or by a split (a row for
 * each supplier).
 */
const plansOfLine = ({ lineId, options }: LineWithOptions): readonly VariantPlan[] => {
  const alone = options.filter(({ suppliers }) => suppliers.length === 1);
  const together = options.filter(({ suppliers }) => suppliers.length > 1);
  const single = new Map(alone.map(({ suppliers, purchases }) => [suppliers[0] ?? '', purchases]));
  const splits = together.map(({ suppliers, purchases }) =>
    suppliers.map((supplier) => ({
      lineId,
      purchases: new Map([[supplier, purchases.filter(({ supplierId }) => supplierId === supplier)]]),
    })),
  );
  return single.size > 0 ? [[{ lineId, purchases: single }], ...splits] : splits;
};

const productOf = (parts: readonly (readonly VariantPlan[])[]): readonly VariantPlan[] =>
  parts.reduce<readonly VariantPlan[]>(
    (product, plans) => product.flatMap((left) => plans.map((right) => [...left, ...right])),
    [[]],
  );

const entriesOf = (row: RowPlan, index: ReadonlyMap<string, number>): readonly Entry[] =>
  [...row.purchases].map(([supplier, purchases]) => ({ supplier: index.get(supplier) ?? 0, cost: costOf(purchases) }));

const suppliersIn = (bundles: readonly Bundle[]): readonly string[] => {
  const names = bundles.flatMap(({ alternatives }) =>
    alternatives.flat().flatMap(({ options }) => options.flatMap(({ suppliers }) => suppliers)),
  );
  return [...new Set(names)].sort();
};

/**
 * Lays bundles out for the search. Every alternative must have at least one option for each of its
 * lines.
 */
export const compile = (bundles: readonly Bundle[], orderCosts: Readonly<Record<string, number>>): Compiled => {
  const suppliers = suppliersIn(bundles);
  const index = new Map(suppliers.map((supplier, position) => [supplier, position]));
  const plans = bundles.map(({ alternatives }) => alternatives.flatMap((lines) => productOf(lines.map(plansOfLine))));
  const blocks: readonly Block[] = plans.map((variants) =>
    variants.map((rows) => rows.map((row) => entriesOf(row, index))),
  );
  const structure = structureOf(
    blocks,
    suppliers.map((supplier) => ownProperty(orderCosts, supplier) ?? 0),
  );
  const rows = plans.flat(2);
  const baskets = basketsOf(structure);
  const choicesOf = (open: Uint8Array): readonly LineChoice[] => {
    const supplierOf = suppliersOfRows(baskets, open);
    const chosen = new Map<string, Purchase[]>();
    rows.forEach(({ lineId, purchases }, row) => {
      const supplier = supplierOf[row] ?? -1;
      if (supplier < 0) return;
      const list = chosen.get(lineId) ?? [];
      list.push(...(purchases.get(suppliers[supplier] ?? '') ?? []));
      chosen.set(lineId, list);
    });
    return [...chosen].map(([lineId, purchases]) => ({ lineId, purchases }));
  };
  return { structure, choicesOf };
};
