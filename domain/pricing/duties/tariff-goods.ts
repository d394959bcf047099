import type { TariffStatement } from '../../catalog/ports.ts';
import { readCountry } from '../../offers/countries.ts';
import type { TariffGoods } from './duty-schedule.ts';
import { readHtsCode } from './hts-code.ts';

/**
 * What is known of a part from what suppliers state of it. What cannot be read has no vote, and
 * what means the same counts as the same. When it was observed does not matter: suppliers that
 * disagree would take turns with every refresh, and the duty with them.
 */

/** A statement as it was read. */
type ReadVote = Pick<TariffStatement, 'value' | 'source'>;

const inOrder = (one: string, other: string): number => Number(one > other) - Number(one < other);

/**
 * The value of most votes; of equally many the longest, which says most, then that of the supplier
 * whose id is first.
 */
const mostNamed = (votes: readonly ReadVote[]): ReadVote | undefined => {
  const counted = [...Map.groupBy(votes, ({ value }) => value).values()].flatMap((same) => {
    const [first] = same.toSorted((a, b) => inOrder(a.source.by, b.source.by));
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
const servedValue = (votes: readonly ReadVote[]): string | undefined => {
  const each = [...Map.groupBy(votes, ({ source }) => source.by).values()].flatMap((own) => mostNamed(own) ?? []);
  const ofManufacturer = each.filter(({ source }) => source.kind === 'manufacturer');
  return mostNamed(ofManufacturer.length > 0 ? ofManufacturer : each)?.value;
};

/** The tariff number and the origin of a part, from what suppliers state of both. */
export const tariffGoods = (stated: readonly TariffStatement[]): TariffGoods => {
  const servedOf = (wanted: TariffStatement['fact'], read: (text: string) => string | undefined) =>
    servedValue(
      stated.flatMap(({ fact, value: text, source }) => {
        const value = fact === wanted ? read(text) : undefined;
        return value === undefined ? [] : [{ value, source }];
      }),
    );
  return { htsCode: servedOf('hts_code', readHtsCode), origin: servedOf('country_of_origin', readCountry) };
};
