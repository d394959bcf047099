/**
 * From lines and their options to the structure that the search works on, and from an open set back
 * to purchases.
 */

import { ownProperty } from '../own-property.ts';
import { cheapestOptions, type OrderTerms } from './dominance.ts';
import type { LineOption } from './options.ts';
import type { LineChoice, Purchase } from './problem.ts';
import { minCost, type OrderWindow, windowsOf } from './search/order-windows.ts';
import { type Stepped, steppedOf } from './search/stepped/stepped.ts';
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
  /** Where what an order costs depends on its goods, the least of it counts. */
  readonly structure: Structure;
  /** What orders really cost; left out: what they cost does not depend on their goods. */
  readonly stepped?: Stepped;
  /** What is bought where each row is served by this supplier; -1: it is not chosen. */
  readonly choicesOf: (supplierOf: Int32Array) => readonly LineChoice[];
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

/** What each supplier delivers alone, its cheapest first: a row has one entry a supplier. */
const layersOf = (alone: readonly Delivery[]): readonly (readonly Delivery[])[] => {
  const layers: Delivery[][] = [];
  const taken = new Map<string, number>();
  for (const delivery of alone) {
    const depth = taken.get(delivery.sellerId) ?? 0;
    taken.set(delivery.sellerId, depth + 1);
    if (layers[depth] === undefined) layers[depth] = [delivery];
    else layers[depth].push(delivery);
  }
  return layers;
};

/**
 * The ways in which a line can be served: from any one supplier (one row, and others for what its
 * suppliers have besides at more), or by a split (a row for each supplier).
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
  return [...layersOf(alone).map((deliveries) => [{ lineId, deliveries }]), ...splits];
};

/** Lines that choose together have at most so many combinations with what costs more. */
const maxCombinations = 1_000;

/** The same of lines that choose together, without what costs more where that is too many. */
const plansOfLines = (lines: readonly LineWithOptions[]): readonly (readonly VariantPlan[])[] => {
  const plans = lines.map(plansOfLine);
  const combinations = plans.reduce((product, { length }) => product * length, 1);
  if (lines.length === 1 || combinations <= maxCombinations) return plans;
  return lines.map(({ lineId, options }) => plansOfLine({ lineId, options: cheapestOptions(options) }));
};

const productOf = ([first = [[]], ...others]: readonly (readonly VariantPlan[])[]): readonly VariantPlan[] =>
  others.reduce((product, plans) => product.flatMap((left) => plans.map((right) => [...left, ...right])), first);

const entriesOf = ({ deliveries }: RowPlan, index: ReadonlyMap<string, number>): readonly Entry[] =>
  deliveries.map(({ sellerId, purchases }) => {
    const cost = purchases.reduce((sum, each) => sum + each.cost, 0);
    const duty = purchases.reduce((sum, each) => sum + (each.duty ?? 0), 0);
    return { supplier: index.get(sellerId) ?? 0, cost, ...(duty > 0 && { goods: cost - duty }) };
  });

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

/** The most that the goods of each supplier may come to. */
const reachOf = (blocks: readonly Block[], suppliers: number): Float64Array => {
  const reach = new Float64Array(suppliers);
  for (const variants of blocks) {
    const most = new Map<number, number>();
    for (const rows of variants) {
      const goods = new Map<number, number>();
      for (const { supplier, cost, goods: worth = cost } of rows.flat())
        goods.set(supplier, (goods.get(supplier) ?? 0) + worth);
      for (const [supplier, value] of goods) most.set(supplier, Math.max(most.get(supplier) ?? 0, value));
    }
    for (const [supplier, value] of most) reach[supplier] = (reach[supplier] as number) + value;
  }
  return reach;
};

/** The windows of each supplier's orders; one each where no steps are in reach. */
const windowsOfAll = (
  suppliers: readonly string[],
  blocks: readonly Block[],
  { orderCosts, orderSteps = {} }: OrderTerms,
): readonly (readonly OrderWindow[])[] => {
  const reach = Object.keys(orderSteps).length === 0 ? undefined : reachOf(blocks, suppliers.length);
  return suppliers.map((supplier, index) =>
    windowsOf(ownProperty(orderCosts, supplier) ?? 0, ownProperty(orderSteps, supplier) ?? [], reach?.[index] ?? 0),
  );
};

/**
 * Lays bundles out for the search. Every alternative must have at least one option for each of its
 * lines.
 */
export const compile = (bundles: readonly Bundle[], orders: OrderTerms): Compiled => {
  const suppliers = suppliersIn(bundles);
  const index = new Map(suppliers.map((supplier, position) => [supplier, position]));
  const plans = bundles.map(({ alternatives }) => alternatives.flatMap((lines) => productOf(plansOfLines(lines))));
  const blocks: readonly Block[] = plans.map((variants) =>
    variants.map((rows) => rows.map((row) => entriesOf(row, index))),
  );
  const windows = windowsOfAll(suppliers, blocks, orders);
  const structure = structureOf(blocks, windows.map(minCost));
  const rows = plans.flat(2);
  const choicesOf = (supplierOf: Int32Array): readonly LineChoice[] => {
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
  const isStepped = windows.some(({ length }) => length > 1);
  return { structure, choicesOf, ...(isStepped && { stepped: steppedOf(structure, windows) }) };
};
