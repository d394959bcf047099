import { categoryPath } from '../catalog/category.ts';
import { type FollowedFact, followedFacts, type Vote } from '../catalog/fact-precedence.ts';
import { mpnKey } from '../catalog/identity.ts';
import type { FactName } from '../catalog/part-facts.ts';
import type { StatedFact } from '../catalog/ports.ts';
import type { ReadOptions } from '../store-context.ts';
import { readCountry } from './countries.ts';

/**
 * Facts of a part of which sources say what cannot be true at once. Left out is what may differ
 * between sources that agree: words of a description, links, a supplier's own words for a state.
 */

/** Facts of which one value is right. */
const exclusive = [
  ...followedFacts.filter((fact) => fact !== 'description'),
  'last_time_buy',
  'rohs',
  'reach',
  'eccn',
  'hts_code',
  'country_of_origin',
  'package',
] as const satisfies readonly (FollowedFact | FactName)[];

/** A fact of which one value is right. */
export type ExclusiveFact = (typeof exclusive)[number];

/** Who says a value, and since when. */
export interface FactSaying {
  /** `catalogue`, or the id of the supplier. */
  readonly by: string;
  /** Undefined: the catalogue says it. */
  readonly offerId: string | undefined;
  readonly since: Date;
}

/** A fact with every value that somebody states of it, the believed one first. */
export interface ContradictedFact {
  readonly fact: ExclusiveFact;
  readonly values: readonly {
    readonly value: string;
    readonly isBelieved: boolean;
    readonly sayings: readonly FactSaying[];
  }[];
}

/** A product of which sources contradict each other. */
export interface ContradictedProduct {
  readonly productId: string;
  readonly manufacturer: string;
  readonly mpn: string;
  readonly description: string | undefined;
  /** Since when that is known. */
  readonly since: Date;
  readonly facts: readonly ContradictedFact[];
}

/** A place in the list of them. */
export type ContradictionMark = Pick<ContradictedProduct, 'since' | 'productId'>;

/** The products of which sources contradict each other. */
export interface ContradictedProducts {
  /** Those after a mark, the latest contradiction first. */
  list(
    after: ContradictionMark | undefined,
    limit: number,
    options?: ReadOptions,
  ): Promise<readonly ContradictedProduct[]>;
}

/** Values of a fact, and sources of a value, that are kept. */
const maxKept = 20;

/** A package is often said once more in other units: `0603 (1608 Metric)`. */
const readable = (fact: ExclusiveFact, value: string): string => {
  if (fact === 'country_of_origin') return readCountry(value) ?? value;
  const [name = ''] = fact === 'package' ? value.split('(', 1) : [value];
  return name.trim() === '' ? value : name;
};

/** Equal for values that say the same, however they are written. */
const comparable = (fact: ExclusiveFact, value: string): string => {
  if (fact === 'replacedByMpn') return mpnKey(value) || value;
  if (fact === 'category') return categoryPath(value) ?? value;
  return readable(fact, value)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
};

/** A category says nothing against a wider one, nor a tariff number against its first digits. */
const mayBothBe = (fact: ExclusiveFact, one: string, other: string): boolean => {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  if (fact === 'category') return long.startsWith(`${short} > `);
  return fact === 'hts_code' && long.startsWith(short);
};

/** What is served of a fact, of what is said of it. */
type ServedText = (fact: StatedFact['fact'], votes: readonly Vote[]) => string | undefined;

const contradictionOf = (
  fact: ExclusiveFact,
  stated: readonly StatedFact[],
  servedText: ServedText,
): ContradictedFact | undefined => {
  const byValue = Map.groupBy(stated, ({ vote }) => comparable(fact, vote.value));
  const keys = [...byValue.keys()];
  const isDisputed = keys.some((one, at) => keys.slice(at + 1).some((other) => !mayBothBe(fact, one, other)));
  if (!isDisputed) return undefined;
  const votes = stated.map(({ vote }) => vote);
  const believed = comparable(fact, servedText(fact, votes) ?? '');
  const values = [...byValue].map(([key, all]) => ({
    value: all[0]?.vote.value ?? '',
    isBelieved: key === believed,
    sayings: all.slice(0, maxKept).map(({ offerId, vote }) => ({ by: vote.source.by, offerId, since: vote.since })),
  }));
  return { fact, values: values.toSorted((a, b) => Number(b.isBelieved) - Number(a.isBelieved)).slice(0, maxKept) };
};

/** What of a part's facts is contradicted, and which of the values callers are told. */
export const contradictedFacts = (
  stated: readonly StatedFact[],
  servedText: ServedText,
): readonly ContradictedFact[] => {
  const byFact = Map.groupBy(stated, ({ fact }) => fact);
  return exclusive.flatMap((fact) => contradictionOf(fact, byFact.get(fact) ?? [], servedText) ?? []);
};
