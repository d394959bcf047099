import type { Part, PartName } from './part.ts';

/**
 * A part-number scheme: positions of the number, each with the codes it may hold. Every combination
 * that the maker makes is one part, and the parts are numbered through, so that the scheme is a
 * list of which nothing is stored but, where not all of them exist, which combinations do: four
 * bytes each, found out when they are first asked for.
 */
export interface NumberScheme {
  /** How many parts it makes. */
  readonly size: number;
  /** The part at a position from 0 to `size - 1`. */
  at(position: number): Part;
  /** Its maker and number alone, which takes less. */
  nameAt(position: number): PartName;
  /** The same part in the maker's other packings. */
  otherPackings(position: number): readonly Part[];
  /** Which of the scheme's packings a part has, the commonest first, from 0. */
  packingAt(position: number): number;
  /**
   * The positions that a number, as `mpnKey` writes it, may be at; left out: the scheme does not
   * tell without a pass over all.
   */
  positionsOf?(number: string): readonly number[];
}

/** The codes of each position; of the number's positions, only those that vary. */
type Axes = Readonly<Record<string, readonly unknown[]>>;

/** One code of each position. */
type Combination<A extends Axes> = { readonly [axis in keyof A]: A[axis][number] };

/** A scheme as its file writes it down. */
export interface SchemeDefinition<A extends Axes> {
  /**
   * From the slowest to the fastest changing; the last one is the packing, where parts that differ
   * in it alone have the same description.
   */
  readonly axes: A;
  /** Whether the maker makes it; every combination when left out. */
  readonly exists?: (combination: Combination<A>) => boolean;
  readonly part: (combination: Combination<A>) => Part;
  /** The part's name by itself, where it can be had for less than the part. */
  readonly name?: (combination: Combination<A>) => PartName;
}

/** The codes of a text that is separated by spaces; `_` stands for none. */
export const codes = (text: string): readonly string[] => text.split(/ +/u).map((code) => (code === '_' ? '' : code));

/** Makes a scheme of its definition. */
export const numberScheme = <const A extends Axes>(definition: SchemeDefinition<A>): NumberScheme => {
  const axes = Object.entries(definition.axes);
  const all = axes.reduce((product, [, codes]) => product * codes.length, 1);
  const packings = axes.at(-1)?.[1].length ?? 1;
  const fastestFirst = axes.toReversed();

  const combination = (ordinal: number): Combination<A> => {
    const codes: Record<string, unknown> = {};
    let rest = ordinal;
    for (const [axis, values] of fastestFirst) {
      codes[axis] = values[rest % values.length];
      rest = Math.floor(rest / values.length);
    }
    return codes as Combination<A>;
  };
  const { exists, name: nameOf = definition.part } = definition;
  const existing = exists === undefined ? everyOf(all) : found(all, (ordinal) => exists(combination(ordinal)));
  const ordinalAt = (position: number): number => {
    const ordinal = existing.at(position);
    if (ordinal === undefined) throw new RangeError(`no part at position ${position}`);
    return ordinal;
  };

  return {
    get size() {
      return existing.size;
    },
    at: (position) => definition.part(combination(ordinalAt(position))),
    nameAt: (position) => nameOf(combination(ordinalAt(position))),
    packingAt: (position) => ordinalAt(position) % packings,
    otherPackings: (position) => {
      const ordinal = ordinalAt(position);
      const first = ordinal - (ordinal % packings);
      const { description } = definition.part(combination(ordinal));
      return Array.from({ length: packings }, (_, packing) => first + packing)
        .filter((other) => other !== ordinal)
        .map(combination)
        .filter(exists ?? (() => true))
        .map(definition.part)
        .filter((other) => other.description === description);
    },
  };
};

/** A scheme in two: the parts that are kept, and the rest, each in the scheme's order. */
export const divided = (
  scheme: NumberScheme,
  isKept: (position: number) => boolean,
): { readonly kept: NumberScheme; readonly rest: NumberScheme } => ({
  kept: selected(scheme, isKept),
  rest: selected(scheme, (position) => !isKept(position)),
});

const selected = (scheme: NumberScheme, isOf: (position: number) => boolean): NumberScheme => {
  const positions = found(scheme.size, isOf);
  const positionAt = (position: number): number => {
    const inScheme = positions.at(position);
    if (inScheme === undefined) throw new RangeError(`no part at position ${position}`);
    return inScheme;
  };
  return {
    get size() {
      return positions.size;
    },
    at: (position) => scheme.at(positionAt(position)),
    nameAt: (position) => scheme.nameAt(positionAt(position)),
    otherPackings: (position) => scheme.otherPackings(positionAt(position)),
    packingAt: (position) => scheme.packingAt(positionAt(position)),
  };
};

/** Which of a scheme's combinations exist, by position. */
interface Ordinals {
  readonly size: number;
  /** Undefined beyond the last. */
  at(position: number): number | undefined;
}

const everyOf = (size: number): Ordinals => ({ size, at: (position) => (position < size ? position : undefined) });

/** Looks when first asked. */
const found = (all: number, exists: (ordinal: number) => boolean): Ordinals => {
  let ordinals: Uint32Array | undefined;
  const existing = () => (ordinals ??= Uint32Array.from({ length: all }, (_, ordinal) => ordinal).filter(exists));
  return {
    get size() {
      return existing().length;
    },
    at: (position) => existing()[position],
  };
};
