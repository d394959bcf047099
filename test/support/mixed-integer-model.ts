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
 */
import type { Bundle } from '../../domain/estimate/compile.ts';

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
}

const addBundle = ({ rows, binaries, costs, suppliers }: Parts, { alternatives }: Bundle, b: number): void => {
  const uses = new Map<string, string[]>();
  const isChoice = alternatives.length > 1;
  alternatives.forEach((lines, a) => {
    const chosen = `m_${b}_${a}`;
    if (isChoice) binaries.add(chosen);
    lines.forEach(({ lineId, options }, l) => {
      const names = options.map((option, o) => {
        const name = `x_${b}_${a}_${l}_${o}`;
        costs.push(`${option.cost} ${name}`);
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

/**
 * Writes the program of an estimate that a mode has prepared. Supplier ids must be letters and
 * digits.
 */
export const programOf = (
  bundles: readonly Bundle[],
  orderCosts: Readonly<Record<string, number>>,
  { minimise, maxSuppliers }: Program,
): string => {
  const parts: Parts = { rows: [], binaries: new Set(), costs: [], suppliers: new Set() };
  bundles.forEach((bundle, b) => {
    addBundle(parts, bundle, b);
  });
  const opened = [...parts.suppliers].map((supplier) => `y_${supplier}`);
  const orders = [...parts.suppliers].map((supplier) => `${orderCosts[supplier] ?? 0} y_${supplier}`);
  const objective = minimise === 'suppliers' ? opened : [...orders, ...parts.costs];
  const limit = maxSuppliers === undefined ? [] : [`${sumOf(opened)} <= ${maxSuppliers}`];
  const binaries = [...opened, ...parts.binaries];
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
