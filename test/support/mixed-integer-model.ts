/**
 * An estimate as a mixed-integer program, for a solver that knows nothing of ours. The strong
 * formulation: y(s) opens a supplier, m(b, a) chooses an alternative of a bundle, x chooses an
 * option of a line,
 *
 *   for each line of an alternative:  sum of its x = m  (1 where there is one alternative)
 *   for each line and supplier:       sum of the x that need the supplier <= y
 *
 * which is stronger than the same for each x by itself
 *
 * Once y and m are whole numbers, so are the x of some best solution; they are left continuous.
 *
 * Where what an order costs depends on its goods, which duty is no part of, z(s, i) says that the
 * order at s is in its i-th range of values, and then the x are whole numbers too:
 *
 *   for each such supplier:  sum of its z = y,
 *                            sum of least * z <= goods of its x <= sum of greatest * z
 */
import type { Bundle } from '../../domain/estimate/compile.ts';
import type { EstimateProblem } from '../../domain/estimate/problem.ts';

/** A mixed-integer program in the LP format of CPLEX. */
export interface Program {
  /** What is made small: `cost` takes the goods and the order costs, `suppliers` their number. */
  readonly minimise: 'cost' | 'suppliers';
  /** At most so many suppliers; left out: any number. */
  readonly maxSuppliers?: number;
}

/** Terms of one sum; the reader of the format dislikes very long lines. */
const sumOf = (terms: readonly string[]): string => (terms.length === 0 ? '0 zero' : terms.join('\n + '));

/** What the bundles say, in variables and rows. */
interface Parts {
  readonly rows: string[];
  readonly binaries: Set<string>;
  readonly costs: string[];
  readonly suppliers: Set<string>;
  /** Terms of the goods of each supplier, and the most that they come to. */
  readonly goods: Map<string, { readonly terms: string[]; most: number }>;
  readonly choices: string[];
}

const addBundle = (parts: Parts, { alternatives }: Bundle, b: number): void => {
  const { rows, binaries, costs, suppliers, goods, choices } = parts;
  const uses = new Map<string, string[]>();
  const isChoice = alternatives.length > 1;
  alternatives.forEach((lines, a) => {
    const chosen = `m_${b}_${a}`;
    if (isChoice) binaries.add(chosen);
    lines.forEach(({ lineId, options }, l) => {
      const names = options.map((option, o) => {
        const name = `x_${b}_${a}_${l}_${o}`;
        costs.push(`${option.cost} ${name}`);
        choices.push(name);
        for (const { sellerId, cost, duty = 0 } of option.purchases) {
          const own = goods.get(sellerId) ?? { terms: [], most: 0 };
          own.terms.push(`${cost - duty} ${name}`);
          own.most += cost - duty;
          goods.set(sellerId, own);
        }
        for (const supplier of option.suppliers) {
          suppliers.add(supplier);
          const key = `${lineId} ${supplier}`;
          uses.set(key, [...(uses.get(key) ?? []), name]);
        }
        return name;
      });
      rows.push(isChoice ? `${sumOf(names)} - ${chosen} = 0` : `${sumOf(names)} = 1`);
    });
  });
  if (isChoice) rows.push(`${sumOf(alternatives.map((_, a) => `m_${b}_${a}`))} = 1`);
  for (const [key, names] of uses) rows.push(`${sumOf(names)} - y_${key.slice(key.lastIndexOf(' ') + 1)} <= 0`);
};

/** What orders cost. */
export type ProgramOrders = Pick<EstimateProblem, 'orderCosts' | 'orderSteps'>;

/** Ranges of the goods of an order where what it costs depends on them; returns their cost. */
const addRanges = ({ rows, binaries, goods }: Parts, supplier: string, orders: ProgramOrders): readonly string[] => {
  const first = orders.orderCosts[supplier] ?? 0;
  const steps = orders.orderSteps?.[supplier] ?? [];
  if (steps.length === 0) return [`${first} y_${supplier}`];
  const { terms = [], most = 0 } = goods.get(supplier) ?? {};
  const ranges = [{ goodsFrom: 0, cost: first }, ...steps].map(({ goodsFrom, cost }, i, all) => {
    const name = `z_${supplier}_${i}`;
    const next = all[i + 1]?.goodsFrom ?? Math.max(most, goodsFrom) + 1;
    // Goods are whole numbers: half a unit leaves room for a solver that counts in doubles.
    return { name, cost, least: goodsFrom === 0 ? 0 : goodsFrom - 0.5, greatest: next - 0.5 };
  });
  const minus = (by: (range: (typeof ranges)[number]) => number): string =>
    ranges.map((range) => ` - ${by(range)} ${range.name}`).join('\n');
  rows.push(`${sumOf(ranges.map(({ name }) => name))} - y_${supplier} = 0`);
  rows.push(`${sumOf(terms)}\n${minus(({ least }) => least)} >= 0`);
  rows.push(`${sumOf(terms)}\n${minus(({ greatest }) => greatest)} <= 0`);
  for (const { name } of ranges) binaries.add(name);
  return ranges.map(({ cost, name }) => `${cost} ${name}`);
};

/**
 * Writes the program of an estimate that a mode has prepared. Supplier ids must be letters and
 * digits.
 */
export const programOf = (
  bundles: readonly Bundle[],
  orders: ProgramOrders,
  { minimise, maxSuppliers }: Program,
): string => {
  const parts: Parts = {
    rows: [],
    binaries: new Set(),
    costs: [],
    suppliers: new Set(),
    goods: new Map(),
    choices: [],
  };
  bundles.forEach((bundle, b) => {
    addBundle(parts, bundle, b);
  });
  const opened = [...parts.suppliers].map((supplier) => `y_${supplier}`);
  const isCost = minimise === 'cost';
  const paid = isCost ? [...parts.suppliers].flatMap((supplier) => addRanges(parts, supplier, orders)) : [];
  const objective = isCost ? [...paid, ...parts.costs] : opened;
  const limit = maxSuppliers === undefined ? [] : [`${sumOf(opened)} <= ${maxSuppliers}`];
  const binaries = [...opened, ...parts.binaries, ...(isCost && orders.orderSteps !== undefined ? parts.choices : [])];
  return [
    'Minimize',
    ` obj: ${sumOf(objective)}`,
    'Subject To',
    ...[...parts.rows, ...limit].map((row) => ` ${row}`),
    'Bounds',
    ' zero = 0',
    'Binaries',
    ...binaries.map((name) => ` ${name}`),
    'End',
    '',
  ].join('\n');
};
