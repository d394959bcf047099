import { repairedEncoding } from './double-encoding.ts';
import { conceptMeaning } from './heading-concepts.ts';
import { furtherHeadings, headingPhrases, irrelevantWords, type Strength, supplierNames } from './heading-words.ts';
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

/** Letters whose mark is no accent, as authors write them without it. */
const unmarked: ReadonlyMap<string, string> = new Map([
  ['ß', 'ss'],
  ['ł', 'l'],
  ['ø', 'o'],
  ['đ', 'd'],
  ['ı', 'i'],
  ['æ', 'ae'],
]);

/** Characters of a heading that are looked at. */
const longestHeading = 120;

/**
 * A heading as words: case, accents, punctuation, underscores and camel case taken off, so that
 * `RefDes`, `Ref_Des` and `*Ref. Des.` are the same words.
 */
export const headingWords = (heading: string): string =>
  repairedEncoding(heading.slice(0, longestHeading))
    .replace(/\([^()]*\)/gu, (inner) => (inner.length > 12 ? ' ' : inner))
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .replace(/(?<=\p{Lu})(\p{Lu}\p{Ll})/gu, ' $1')
    .normalize('NFKD')
    .replace(/(?!\p{Script=Cyrillic})\p{M}/gu, '')
    .toLowerCase()
    .replace(/[ßłøđıæ]/gu, (letter) => unmarked.get(letter) ?? letter)
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
  readonly weight: number;
}

const weights: Readonly<Record<Strength, number>> = { sure: 1, likely: 0.75, possible: 0.4 };

const strengths: readonly Strength[] = ['sure', 'likely', 'possible'];

/** Scripts that are written without blanks: there a phrase may begin anywhere. */
const hasNoBlanks = (text: string): boolean =>
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(text);

/** Two Latin letters say little by themselves: `ks` and `db` count pieces and much else. */
const saysLittle = (words: string): boolean => words.length <= 2 && !hasNoBlanks(words);

/** The phrases of a list that are parted by `|`, as words. */
const listed = (list = ''): readonly string[] =>
  list
    .split('|')
    .map(headingWords)
    .filter((words) => words !== '');

const phrases: readonly Phrase[] = roles.flatMap((role) =>
  strengths.flatMap((strength) => [
    ...listed(headingPhrases[role][strength]).map((words) => ({ role, words, weight: weights[strength] })),
    ...listed(furtherHeadings[role][strength]).map((words) => ({
      role,
      words,
      weight: saysLittle(words) ? weights.possible : weights[strength],
    })),
  ]),
);

const exact: ReadonlyMap<string, readonly Phrase[]> = Map.groupBy(phrases, (phrase) => phrase.words);

const unspaced = phrases.filter(({ words }) => words.length > 1 && hasNoBlanks(words));

/** A misspelt word has this many letters; a shorter one is another word. */
const minMisspelt = 6;

/** A text and all that a letter less makes of it. */
const shortened = (text: string): readonly string[] => [
  text,
  ...Array.from({ length: text.length }, (_, at) => text.slice(0, at) + text.slice(at + 1)),
];

const byShortened: ReadonlyMap<string, readonly Phrase[]> = Map.groupBy(
  phrases
    .filter(({ words, weight }) => words.length >= minMisspelt && weight > weights.possible && !hasNoBlanks(words))
    .flatMap((phrase) => shortened(phrase.words).map((key) => ({ key, phrase }))),
  ({ key }) => key,
)
  .entries()
  .reduce(
    (map, [key, found]) =>
      map.set(
        key,
        found.map(({ phrase }) => phrase),
      ),
    new Map<string, readonly Phrase[]>(),
  );

/** What is left of a phrase's weight where a letter of it is wrong. */
const misspelt = 0.85;

/** Phrases of which the words differ by a letter too many, too few, another or out of place. */
const misspeltPhrases = (words: string): readonly Phrase[] =>
  words.length < minMisspelt || words.length > 40 ? [] : shortened(words).flatMap((key) => byShortened.get(key) ?? []);

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
  .map((name) => ({ name, bounded: hasNoBlanks(name) ? name : ` ${name} ` }));

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

/** The phrases that stand within a heading of several words. */
const phrasesWithin = (words: string): readonly Phrase[] => {
  const list = words.split(' ');
  const runs = list.flatMap((_, from) =>
    Array.from({ length: list.length - from }, (__, more) => list.slice(from, from + more + 1).join(' ')),
  );
  return [
    ...(list.length > 1 ? runs.flatMap((run) => (run.length > 1 ? (exact.get(run) ?? []) : [])) : []),
    ...(hasNoBlanks(words) ? unspaced.filter((phrase) => words.includes(phrase.words)) : []),
  ];
};

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
  for (const phrase of phrasesWithin(words)) raise(phrase.role, partOf(words, phrase));
  if (Object.values(scores).some((score) => score >= weights.likely)) return scores;
  for (const phrase of misspeltPhrases(words)) raise(phrase.role, misspelt * phrase.weight);
  const meaning = conceptMeaning(words);
  if (meaning !== undefined) raise(meaning.role, meaning.score);
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

/** Whether a heading speaks of what no purchase needs: where a part sits, how it is made. */
export const isIrrelevant = (heading: string): boolean =>
  headingWords(heading)
    .split(' ')
    .some((word) => irrelevantWords.has(word));

/** The best score that any role reaches with a heading. */
export const headingStrength = (heading: string): number => Math.max(0, ...Object.values(headingScores(heading)));
