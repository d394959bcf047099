/**
 * The best single manufacturer of each interchangeable group, then price. A manufacturer qualifies
 * where none makes more of the group's lines; lines that it does not make are exceptions and may be
 * of any maker. Among the manufacturers that qualify, the search chooses together with the
 * suppliers. A line without a group is a group of its own.
 */
import type { Bundle, LineWithOptions } from '../compile.ts';
import type { EstimateProblem } from '../problem.ts';
import { openLines, withOffers } from './lines.ts';
import type { Mode, OpenLine, PreparedSearch } from './mode.ts';

const groupsOf = (lines: readonly OpenLine[]): readonly (readonly OpenLine[])[] => {
  const groups = new Map<string, OpenLine[]>();
  for (const open of lines) {
    const { interchangeableGroup, id } = open.line;
    const key = interchangeableGroup === undefined ? `line ${id}` : `group ${interchangeableGroup}`;
    groups.set(key, [...(groups.get(key) ?? []), open]);
  }
  return [...groups.values()];
};

const byManufacturer = (open: OpenLine, wanted: string): OpenLine | undefined =>
  withOffers(
    open,
    open.offers.filter(({ manufacturer }) => manufacturer === wanted),
  );

interface Candidate {
  readonly made: number;
  readonly lines: readonly LineWithOptions[];
}

const candidateOf = (group: readonly OpenLine[], manufacturer: string): Candidate => {
  const own = group.map((open) => byManufacturer(open, manufacturer));
  const lines = group.map((open, index) => {
    const { line, options } = own[index] ?? open;
    return { lineId: line.id, options };
  });
  return { made: own.filter((line) => line !== undefined).length, lines };
};

/** Where one maker alone qualifies, the lines of the group choose by themselves. */
const bundlesOfGroup = (group: readonly OpenLine[]): readonly Bundle[] => {
  const manufacturers = new Set(group.flatMap(({ offers }) => offers.map(({ manufacturer }) => manufacturer)));
  const candidates = [...manufacturers].sort().map((manufacturer) => candidateOf(group, manufacturer));
  const most = candidates.reduce((highest, { made }) => Math.max(highest, made), 0);
  const [first, ...others] = candidates.filter(({ made }) => made === most).map(({ lines }) => lines);
  if (others.length === 0) return (first ?? []).map((line) => ({ alternatives: [[line]] }));
  return [{ alternatives: [first ?? [], ...others] }];
};

const prepare = (problem: EstimateProblem): PreparedSearch => {
  const { open, infeasible } = openLines(problem);
  return { bundles: groupsOf(open).flatMap(bundlesOfGroup), infeasible };
};

/** The best single manufacturer of each interchangeable group, then price. */
export const singleManufacturer: Mode = { prepare, aim: 'cost' };
