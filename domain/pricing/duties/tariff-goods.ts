import { servedVote, type Vote } from '../../catalog/fact-precedence.ts';
import type { StatedFact, TariffStatement } from '../../catalog/ports.ts';
import { readCountry } from '../../offers/countries.ts';
import type { TariffGoods } from './duty-schedule.ts';
import { readHtsCode } from './hts-code.ts';

/**
 * What is known of a part from what suppliers state of it. What cannot be read has no vote, and
 * what means the same counts as the same. When it was observed does not matter: suppliers that
 * disagree would take turns with every refresh, and the duty with them. What is told of a product
 * is decided by the same rule.
 */

/** Something that duties depend on. */
type TariffFact = TariffStatement['fact'];

/** What somebody states of such a fact. */
type Stated = Pick<TariffStatement, 'value' | 'source'>;

/** A statement as it was read. */
interface ReadVote extends Stated {
  /** As it was written. */
  readonly text: string;
}

const readers: Readonly<Record<TariffFact, (text: string) => string | undefined>> = {
  hts_code: readHtsCode,
  country_of_origin: readCountry,
};

const inOrder = (one: string, other: string): number => Number(one > other) - Number(one < other);

/**
 * The value of most votes; of equally many the longest, which says most, then that of the supplier
 * whose id is first.
 */
const maxNamed = (votes: readonly ReadVote[]): ReadVote | undefined => {
  const counted = [...Map.groupBy(votes, ({ value }) => value).values()].flatMap((same) => {
    const [first] = same.toSorted((a, b) => inOrder(a.source.by, b.source.by) || inOrder(a.text, b.text));
    return first === undefined ? [] : [{ first, count: same.length }];
  });
  const [most] = counted.toSorted(
    (a, b) =>
      b.count - a.count ||
      b.first.value.length - a.first.value.length ||
      inOrder(a.first.source.by, b.first.source.by) ||
      inOrder(a.first.value, b.first.value),
  );
  return most?.first;
};

/** One vote of each supplier; those of the manufacturer itself alone, where it is one of them. */
const countedVote = (fact: TariffFact, stated: readonly Stated[]): ReadVote | undefined => {
  const votes = stated.flatMap(({ value: text, source }) => {
    const value = readers[fact](text);
    return value === undefined ? [] : [{ value, text, source }];
  });
  const each = [...Map.groupBy(votes, ({ source }) => source.by).values()].flatMap((own) => maxNamed(own) ?? []);
  const ofManufacturer = each.filter(({ source }) => source.kind === 'manufacturer');
  return maxNamed(ofManufacturer.length > 0 ? ofManufacturer : each);
};

/** Whether duties depend on a fact. */
const isTariffFact = (fact: string): fact is TariffFact => Object.hasOwn(readers, fact);

/**
 * What is served of a fact, as it was written: of what duties depend on, what they count.
 * Undefined: nothing is.
 */
export const servedText = (fact: StatedFact['fact'], votes: readonly Vote[]): string | undefined =>
  isTariffFact(fact) ? countedVote(fact, votes)?.text : servedVote(fact, votes)?.value;

/** The tariff number and the origin of a part, from what suppliers state of both. */
export const tariffGoods = (stated: readonly TariffStatement[]): TariffGoods => {
  const servedOf = (wanted: TariffFact): string | undefined =>
    countedVote(
      wanted,
      stated.filter(({ fact }) => fact === wanted),
    )?.value;
  return { htsCode: servedOf('hts_code'), origin: servedOf('country_of_origin') };
};
