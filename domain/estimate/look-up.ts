import type { LookupCost, PricedWant } from '../wants/lookup-cost.ts';
import {
  distinctWants,
  type IdentifiedWant,
  isAskableNumber,
  isAskableSku,
  type PartWant,
} from '../wants/part-want.ts';
import type { WantLookup, WantLookupState } from '../wants/ports.ts';
import type { ParsedLine } from './parse/parsed-bom.ts';
import type { LineResolution } from './resolution.ts';
import { askedLine } from './resolve/asked-line.ts';
import { suppliersCalled } from './resolve/decide-sku.ts';
import type { NamedSupplier } from './resolve/ports.ts';

/**
 * Lines of which the part is unknown, and what suppliers are asked about them. An estimate asks
 * when it has read its list; it shows a basket of what is known meanwhile, and finds the products
 * of these lines again as answers come. A line is over when every supplier that could be asked has
 * answered or cannot be reached, or when the caller's time is over. In the same way it asks for
 * prices and stocks of known parts that are too old (`stale-lines.ts`).
 */

/** A line as it is resolved again, without what says nothing of its part. */
export type UnknownLine = Omit<ParsedLine, 'quantity' | 'expectedPrice'>;

/** A line of an estimate with its number, from 1. */
export interface NumberedLine {
  readonly number: number;
  readonly line: UnknownLine;
}

/** What is asked about one line. */
export interface LineLookUp {
  /** The number of the line, from 1. */
  readonly number: number;
  /** Left out: its product is known, and is not looked for again. */
  readonly line?: UnknownLine;
  readonly wants: readonly IdentifiedWant[];
  /** Suppliers that are not asked because of what it would cost; left out: none. */
  readonly tooDear?: readonly string[];
}

/** What is asked about the lines of an estimate, as JSON keeps it. */
export interface DraftLookUp {
  /** RFC 3339: when nobody waits for answers any more. */
  readonly until: string;
  /** Answers from then on count. */
  readonly since: string;
  /** The same of known parts, whose prices are asked for again; left out: none is. */
  readonly freshSince?: string;
  readonly lines: readonly LineLookUp[];
  /** Whether the caller may know which suppliers are asked. */
  readonly namesSuppliers: boolean;
}

/** What the look-ups of an estimate cost, as JSON keeps it. */
export interface DraftLookUpCosts {
  /** RFC 3339: answers from then on were asked for by this estimate, or while it waited. */
  readonly begunAt: string;
  /** What is asked, of whom. */
  readonly asked: readonly PricedWant[];
  readonly suppliers: readonly LookupCost[];
  /** Whether the caller may know which suppliers are asked. */
  readonly namesSuppliers: boolean;
}

/** How one supplier's look-up of a line stands, or how it ended. */
export interface LineLookUpState {
  /** Empty when it is hidden from the caller. */
  readonly supplierId: string;
  readonly state: WantLookupState['kind'] | 'over_max_cost';
  /** RFC 3339; left out: not known, or nothing is waited for. */
  readonly eta?: string;
}

/** Parts that one estimate asks suppliers for at most. */
const maxWantsOfEstimate = 1_000;

/** What a line could be asked for by: every number and order number that it names. */
const wantsOf = (line: ParsedLine, suppliers: readonly NamedSupplier[]): readonly IdentifiedWant[] => {
  const { numbers, inValue } = askedLine(line);
  const named = numbers.length > 0 || inValue === undefined ? numbers : [inValue];
  const byNumber = named.flatMap(({ number: mpn }): PartWant[] =>
    isAskableNumber(mpn) ? [{ kind: 'number', mpn }] : [],
  );
  const bySku = line.skus
    .filter(({ sku, supplier }) => supplier !== undefined && isAskableSku(sku))
    .flatMap((sku) =>
      suppliersCalled(sku, suppliers).map(({ id }): PartWant => ({ kind: 'sku', supplierId: id, sku: sku.sku })),
    );
  return distinctWants([...byNumber, ...bySku]);
};

/** Whether a line names a part that nobody knows here. */
export const isUnknown = (resolution: LineResolution): boolean =>
  resolution.kind !== 'resolved' && resolution.reason === 'not_found';

/** The lines that may be asked about before there are too many parts. */
export const asFarAsAllowed = (lines: readonly LineLookUp[]): readonly LineLookUp[] => {
  const asked = new Set<string>();
  return lines.filter(({ wants }) => {
    const ids = wants.map(({ id }) => id).filter((id) => !asked.has(id));
    if (asked.size + ids.length > maxWantsOfEstimate) return false;
    for (const id of ids) asked.add(id);
    return true;
  });
};

/** The lines that suppliers can be asked about, as far as an estimate may ask. */
export const linesToLookUp = (
  lines: readonly ParsedLine[],
  resolutions: readonly LineResolution[],
  suppliers: readonly NamedSupplier[],
): readonly LineLookUp[] => {
  const unknown = lines.flatMap((parsed, index): LineLookUp[] => {
    const resolution = resolutions[index];
    if (resolution === undefined || parsed.doNotPlace || !isUnknown(resolution)) return [];
    const wants = wantsOf(parsed, suppliers);
    const { quantity: _, expectedPrice: __, ...line } = parsed;
    return wants.length === 0 ? [] : [{ number: index + 1, line, wants }];
  });
  return asFarAsAllowed(unknown);
};

/** One want for several of one number: it asks all the suppliers that any of them asks. */
const joined = (same: readonly IdentifiedWant[]): readonly IdentifiedWant[] =>
  same.slice(0, 1).map((want) => {
    if (want.kind === 'sku') return want;
    const { suppliers: _, ...ofAll } = want;
    const named = same.map((each) => (each.kind === 'number' ? each.suppliers : undefined));
    if (named.includes(undefined)) return ofAll;
    return { ...ofAll, suppliers: [...new Set(named.flatMap((each) => each ?? []))] };
  });

/** Every want of the lines, each once. */
export const wantsToAsk = ({ lines }: Pick<DraftLookUp, 'lines'>): readonly IdentifiedWant[] =>
  [
    ...Map.groupBy(
      lines.flatMap(({ wants }) => wants),
      ({ id }) => id,
    ).values(),
  ].flatMap(joined);

/** A line with what suppliers have said of it so far. */
export interface LookedUpLine {
  readonly asked: LineLookUp;
  readonly lookups: readonly WantLookup[];
  /** Whether an answer is still to come. */
  readonly isOpen: boolean;
  readonly isFound: boolean;
}

const isOpen = ({ state }: WantLookup): boolean => state.kind === 'waiting' || state.kind === 'applying';

/** How the look-ups of the lines stand. */
export const lookedUpLines = (
  { lines }: Pick<DraftLookUp, 'lines'>,
  lookups: readonly WantLookup[],
): readonly LookedUpLine[] => {
  const byWant = Map.groupBy(lookups, ({ wantId }) => wantId);
  return lines.map((asked) => {
    const own = asked.wants.flatMap(({ id }) => byWant.get(id) ?? []);
    return { asked, lookups: own, isOpen: own.some(isOpen), isFound: own.some(({ state }) => state.kind === 'found') };
  });
};
