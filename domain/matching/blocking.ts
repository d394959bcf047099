import { mpnCompact, mpnKey } from '../catalog/identity.ts';
import type { Profiles } from '../identity/profile.ts';
import { bareNumbers, type SuffixRule } from '../identity/suffix-rules.ts';
import type { PendingOffer } from './ports.ts';

/**
 * Blocking: which products an offer is compared with at all, so that never all pairs are. An offer
 * that has a part number is compared with the products of that number, with or without its
 * packaging, and with no others, because a number that is nearly the same is another part. An offer
 * that has none is compared with the products whose number stands in its description as a word, or
 * as two words that follow one another, whatever marks separate them.
 */

/** Most words of a description that are looked up as numbers. */
const maxTokens = 24;

/** Shorter words are sizes, counts and values more often than numbers. */
const shortestToken = 5;

/**
 * The letters and digits between blanks and punctuation that separates sentences; the marks of part
 * numbers are kept within.
 */
const wordBreaks = /[\s,;:()[\]{}"'|<>]+/u;

/** A number names its part: it has a digit and is long enough. */
const looksLikeNumber = (compact: string): boolean => compact.length >= shortestToken && /\p{N}/u.test(compact);

/**
 * What looks like a part number in a text, in the form of `mpnCompact`, in the order of the text,
 * each once.
 */
export const numberTokens = (text: string): readonly string[] => {
  const words = text
    .slice(0, 500)
    .split(wordBreaks)
    .map(mpnCompact)
    .filter((word) => word !== '');
  const tokens = new Set<string>();
  words.forEach((word, at) => {
    if (looksLikeNumber(word)) tokens.add(word);
    const pair = `${word}${words[at + 1] ?? ''}`;
    if (pair !== word && looksLikeNumber(pair)) tokens.add(pair);
  });
  return [...tokens].slice(0, maxTokens);
};

/** The offer's own part-number key; undefined when it has none. */
export const ownNumber = ({ mpn }: Pick<PendingOffer, 'mpn'>): string | undefined =>
  mpn === undefined ? undefined : mpnKey(mpn) || undefined;

/** The suffix rules of every profile: a product under any of them may be the offer's. */
const suffixRulesOf = (profiles: Profiles): readonly SuffixRule[] =>
  [...profiles.values()].flatMap(({ suffixRules }) => suffixRules);

/**
 * The keys of the offer's own number, as given first and then without its packaging; empty when it
 * has none.
 */
export const ownNumbers = (offer: Pick<PendingOffer, 'mpn'>, profiles: Profiles): readonly string[] => {
  const number = ownNumber(offer);
  if (offer.mpn === undefined || number === undefined) return [];
  const bare = bareNumbers(offer.mpn, suffixRulesOf(profiles)).map(({ mpn }) => mpnKey(mpn));
  return bare.length === 0 ? [number] : [...new Set([number, ...bare])];
};

/** What to look products up by for an offer that has no number of its own. */
export const tokensOf = (offer: Pick<PendingOffer, 'mpn' | 'description'>): readonly string[] =>
  ownNumber(offer) === undefined ? numberTokens(offer.description ?? '') : [];

/** Numbers by which a product that is created later would be a candidate, in either form. */
export const blockingKeysOf = (
  offer: Pick<PendingOffer, 'mpn' | 'description'>,
  profiles: Profiles,
): readonly string[] => {
  const numbers = ownNumbers(offer, profiles);
  return numbers.length === 0 ? tokensOf(offer) : numbers;
};
