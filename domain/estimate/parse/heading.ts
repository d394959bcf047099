import { headingPhrases, type Strength, supplierNames } from './heading-words.ts';
import { type Role, roles } from './roles.ts';

/** Abbreviations by the word that the vocabulary spells. */
const sameWord: ReadonlyMap<string, string> = new Map(
  Object.entries({
    number: ['no', 'nr', 'num', 'nbr', 'nummer'],
    manufacturer: ['mfr', 'mfg', 'mf', 'manf', 'mfgr', 'manuf', 'manufacturers', 'mnf', 'manufacture'],
    'part number': ['pn', 'partno', 'partnumber', 'partnr', 'partnum'],
    designator: ['desig', 'designators'],
  }).flatMap(([word, others]) => others.map((other) => [other, word] as const)),
);

/** Characters of a heading that are looked at. */
const longestHeading = 120;

/**
 * A heading as words: case, accents, punctuation, underscores and camel case taken off, so that
 * `RefDes`, `Ref_Des` and `*Ref. Des.` are the same words.
 */
export const headingWords = (heading: string): string =>
  heading
    .slice(0, longestHeading)
    .replace(/\([^()]*\)/gu, (inner) => (inner.length > 12 ? ' ' : inner))
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .replace(/(?<=\p{Lu})(\p{Lu}\p{Ll})/gu, ' $1')
    .normalize('NFKD')
    .replace(/(?!\p{Script=Cyrillic})\p{M}/gu, '')
    .toLowerCase()
    .replace(/ß/gu, 'ss')
    .replace(/№|#/gu, ' number ')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .replace(/ \d+$/u, '')
    .split(' ')
    .map((word) => sameWord.get(word) ?? word)
    .join(' ')
    .replace('p n', 'part number');

interface Phrase {
  readonly role: Role;
  readonly words: string;
  /** The words as they are looked for within a heading. */
  readonly bounded: string;
  readonly weight: number;
}

const weights: Readonly<Record<Strength, number>> = { sure: 1, likely: 0.75, possible: 0.4 };

const strengths: readonly Strength[] = ['sure', 'likely', 'possible'];

const hasHan = (text: string): boolean => /\p{Script=Han}/u.test(text);

/**
 * What to look for to find words within a heading with a blank at either end; Chinese has no
 * blanks, so there any place counts.
 */
const bounded = (words: string): string => (hasHan(words) ? words : ` ${words} `);

const phrases: readonly Phrase[] = roles.flatMap((role) =>
  strengths.flatMap((strength) =>
    (headingPhrases[role][strength] ?? [])
      .map(headingWords)
      .map((words) => ({ role, words, bounded: bounded(words), weight: weights[strength] })),
  ),
);

const exact: ReadonlyMap<string, readonly Phrase[]> = Map.groupBy(phrases, (phrase) => phrase.words);

/**
 * What a role gets of a heading that says more than its phrase: the more of it the phrase covers,
 * the more.
 */
const partOf = (heading: string, phrase: Phrase): number => {
  const covered = phrase.words.length / heading.length;
  return phrase.weight * (0.35 + 0.6 * covered);
};

const suppliers = supplierNames
  .map(headingWords)
  .sort((a, b) => b.length - a.length)
  .map((name) => ({ name, bounded: bounded(name) }));

/** Words that a supplier's name may stand beside where the column holds its order numbers. */
const orderNumberWords = (
  'part parts number no nr num code sku pn p n id order ordering stock ref reference article bestellnummer artikelnummer item ' +
  'product com de 编号 料号 codigo артикул'
).split(' ');

/**
 * Whether the words, written together or apart, are all such. What can be reached from the front is
 * marked place by place.
 */
const isOrderNumber = (words: string): boolean => {
  const isReached = new Uint8Array(words.length + 1);
  isReached[0] = 1;
  for (let at = 0; at < words.length; at += 1) {
    if (isReached[at] !== 1) continue;
    if (words[at] === ' ') isReached[at + 1] = 1;
    for (const word of orderNumberWords) if (words.startsWith(word, at)) isReached[at + word.length] = 1;
  }
  return isReached[words.length] === 1;
};

/**
 * The supplier whose order numbers a heading announces (`Mouser Part Number` gives `mouser`);
 * undefined where it names none.
 */
export const supplierInHeading = (heading: string): string | undefined => {
  const words = headingWords(heading);
  const within = ` ${words} `;
  const named = suppliers.find((supplier) => within.includes(supplier.bounded))?.name;
  if (named === undefined) return undefined;
  return isOrderNumber(words.replace(named, ' ')) ? named : undefined;
};

/**
 * How strongly a heading alone indicates each role, from 0 (not at all) to 1; roles without
 * evidence are absent.
 */
export type HeadingScores = Readonly<Partial<Record<Role, number>>>;

const read = (heading: string): HeadingScores => {
  const words = headingWords(heading);
  if (words === '') return {};
  if (supplierInHeading(heading) !== undefined) return { supplier_sku: 0.95 };
  const scores: Partial<Record<Role, number>> = {};
  const raise = (role: Role, score: number): void => {
    scores[role] = Math.max(scores[role] ?? 0, score);
  };
  for (const phrase of exact.get(words) ?? []) raise(phrase.role, phrase.weight);
  if (words.length > 60 || Object.values(scores).includes(weights.sure)) return scores;
  const within = ` ${words} `;
  for (const phrase of phrases)
    if (phrase.words.length > 1 && within.includes(phrase.bounded)) raise(phrase.role, partOf(words, phrase));
  return scores;
};

const remembered = new Map<string, HeadingScores>();

/**
 * The most headings whose scores are kept; the same ones are asked for again and again within a
 * file.
 */
const maxCachedHeadings = 2_000;

/** Scores a heading against the words of every role. */
export const headingScores = (whole: string): HeadingScores => {
  const heading = whole.slice(0, longestHeading);
  const known = remembered.get(heading);
  if (known !== undefined) return known;
  const scores = read(heading);
  if (remembered.size >= maxCachedHeadings) remembered.clear();
  remembered.set(heading, scores);
  return scores;
};

/** The best score that any role reaches with a heading. */
export const headingStrength = (heading: string): number => Math.max(0, ...Object.values(headingScores(heading)));
