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

/** What a supplier delivers for a row. */
interface Delivery {
  readonly sellerId: string;
  readonly purchases: readonly Purchase[];
}

/** A row: a line, or its part of a split, with who can deliver it. */
interface RowPlan {
  readonly lineId: string;
  readonly deliveries: readonly Delivery[];
}

type VariantPlan = readonly RowPlan[];

/**
 * The ways in which a line can be served: from any one supplier (one row), or by a split (a row for
 * each supplier).
 */
const plansOfLine = ({ lineId, options }: LineWithOptions): readonly VariantPlan[] => {
  const alone: Delivery[] = [];
  const splits: VariantPlan[] = [];
  for (const { suppliers, purchases } of options) {
    const [only = '', ...others] = suppliers;
    if (others.length === 0) alone.push({ sellerId: only, purchases });
    else {
      const ofSupplier = (sellerId: string): RowPlan => ({
        lineId,
        deliveries: [{ sellerId, purchases: purchases.filter((purchase) => purchase.sellerId === sellerId) }],
      });
      splits.push(suppliers.map(ofSupplier));
    }
  }
  return alone.length > 0 ? [[{ lineId, deliveries: alone }], ...splits] : splits;
};

const productOf = ([first = [[]], ...others]: readonly (readonly VariantPlan[])[]): readonly VariantPlan[] =>
  others.reduce((product, plans) => product.flatMap((left) => plans.map((right) => [...left, ...right])), first);

const entriesOf = ({ deliveries }: RowPlan, index: ReadonlyMap<string, number>): readonly Entry[] =>
  deliveries.map(({ sellerId, purchases }) => ({
    supplier: index.get(sellerId) ?? 0,
    cost: purchases.reduce((sum, { cost }) => sum + cost, 0),
  }));

const suppliersIn = (bundles: readonly Bundle[]): readonly string[] => {
  const names = new Set<string>();
  for (const { alternatives } of bundles) {
    for (const lines of alternatives) {
      for (const { options } of lines)
        for (const { suppliers } of options) for (const name of suppliers) names.add(name);
    }
  }
  return [...names].sort();
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
  const choicesOf = (open: Uint8Array): readonly LineChoice[] => {
    const supplierOf = suppliersOfRows(basketsOf(structure), open);
    const chosen = new Map<string, Purchase[]>();
    rows.forEach(({ lineId, deliveries }, row) => {
      const sellerId = suppliers[supplierOf[row] ?? -1];
      if (sellerId === undefined) return;
      const delivery = deliveries.find((each) => each.sellerId === sellerId);
      const list = chosen.get(lineId);
      if (list === undefined) chosen.set(lineId, [...(delivery?.purchases ?? [])]);
      else list.push(...(delivery?.purchases ?? []));
    });
    return [...chosen].map(([lineId, purchases]) => ({ lineId, purchases }));
  };
  return { structure, choicesOf };
};
