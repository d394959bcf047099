/**
 * Texts that are hard for a regular expression, derived from nothing but its source. What makes a
 * backtracking matcher slow is one word that two repetitions of the expression can both take,
 * repeated, behind something that leads there and before something that does not match. So words
 * are made of the expression's own characters, alternatives and parts, and put between lead-ins and
 * ends.
 */
import { type Pattern, partsOf, readPattern } from './pattern.ts';

/** A text is `lead`, then `word` over and over up to the wanted length, then `end`. */
export interface AdversarialText {
  readonly lead: string;
  readonly word: string;
  readonly end: string;
}

/** The text in about that many characters. */
export const textOf = ({ lead, word, end }: AdversarialText, length: number): string =>
  lead + word.repeat(Math.max(1, Math.floor(length / word.length))) + end;

const ascii = Array.from({ length: 0x7f - 0x20 }, (_, at) => String.fromCharCode(0x20 + at));
const beyond = '\u0000\u0001\t\n\r\u0080\u00a0\u2009\u2028°µμ±½²ßéÉяЯΩ中а№–—−…’“$€®\ufeff\ufffd\u{1f600}';
const pool = [...'aA1 ,.-', ...ascii, ...beyond];

/**
 * The most characters that stand for all; an expression with more kinds of characters has the first
 * of them.
 */
const maxKinds = 14;
const maxSamples = 12;
const maxWords = 120;

interface Characters {
  /** The characters of the pool that a one-character part takes. */
  readonly taken: (source: string) => readonly string[];
  /**
   * One of each kind: characters of the same kind are taken by the same parts. The first is taken
   * by none, where there is such.
   */
  readonly kinds: readonly string[];
}

const literals = (pattern: Pattern): readonly string[] =>
  [...partsOf(pattern)].flatMap((part) =>
    part.kind === 'character' && part.source.length <= 2 ? [...part.source] : [],
  );

const charactersOf = (pattern: Pattern, flags: string): Characters => {
  const known = new Map<string, readonly string[]>();
  const all = [...new Set([...pool, ...literals(pattern)])];
  const taken = (source: string): readonly string[] => {
    const before = known.get(source);
    if (before !== undefined) return before;
    const test = new RegExp(`^${source}$`, flags.replace(/[gym]/gu, ''));
    const members = all.filter((each) => test.test(each));
    known.set(source, members);
    return members;
  };
  const parts = [...partsOf(pattern)];
  const bounds = parts.some(({ kind }) => kind === 'place') ? [String.raw`\w`] : [];
  const sources = new Set([...bounds, ...parts.flatMap((part) => (part.kind === 'character' ? [part.source] : []))]);
  const kindOf = new Map(all.map((each) => [each, '']));
  for (const source of sources) {
    const members = new Set(taken(source));
    for (const each of all) kindOf.set(each, `${kindOf.get(each)}${members.has(each) ? 1 : 0}`);
  }
  const byKind = Map.groupBy(all, (each) => kindOf.get(each) ?? '');
  const byWeight = [...byKind].sort(([a], [b]) => b.replaceAll('0', '').length - a.replaceAll('0', '').length);
  const [none] = byKind.get('0'.repeat(sources.size)) ?? [];
  const kinds = byWeight.flatMap(([, members]) => members.slice(0, 1)).slice(0, maxKinds);
  return { taken, kinds: none === undefined ? kinds : [none, ...kinds.filter((each) => each !== none)] };
};

/**
 * Short texts that a part matches: the plainest first, then with each of its parts in another form.
 */
const samplesOf = (pattern: Pattern, characters: Characters): readonly string[] => {
  switch (pattern.kind) {
    case 'character':
      return characters.taken(pattern.source).slice(0, 2);
    case 'choice':
      return pattern.options.flatMap((each) => samplesOf(each, characters).slice(0, 1)).slice(0, 4 * maxSamples);
    case 'repeat': {
      const bodies = samplesOf(pattern.body, characters).map((each) => each.repeat(Math.max(1, pattern.least)));
      return pattern.least === 0 ? [...bodies, ''] : bodies;
    }
    case 'sequence': {
      const all = pattern.parts.map((each) => samplesOf(each, characters));
      const plain = all.map((each) => each[0] ?? '');
      const varied = all.flatMap((each, at) => each.slice(1).map((other) => plain.with(at, other).join('')));
      return [plain.join(''), ...varied].slice(0, maxSamples);
    }
    default:
      return [''];
  }
};

/** Stretches of sequences: beginnings, and two or three parts in a row. */
const stretches = (pattern: Pattern): readonly Pattern[] =>
  [...partsOf(pattern)].flatMap((each) => {
    if (each.kind !== 'sequence') return each.kind === 'character' ? [] : [each];
    const { parts } = each;
    const cut = (from: number, to: number): Pattern => ({ kind: 'sequence', parts: parts.slice(from, to) });
    return parts.flatMap((_, at) => [cut(0, at + 1), cut(at, at + 2), cut(at, at + 3)]);
  });

/**
 * What leads to each repetition: samples of what stands before it in its sequence and in those
 * around.
 */
const leadsOf = (pattern: Pattern, characters: Characters, before = ''): readonly string[] => {
  switch (pattern.kind) {
    case 'sequence': {
      const leads: string[] = [];
      let lead = before;
      for (const part of pattern.parts) {
        leads.push(...leadsOf(part, characters, lead));
        lead += samplesOf(part, characters)[0] ?? '';
      }
      return leads;
    }
    case 'choice':
      return pattern.options.flatMap((each) => leadsOf(each, characters, before));
    case 'repeat':
      return pattern.most > 8 ? [before, ...leadsOf(pattern.body, characters, before)] : [];
    case 'look':
      return leadsOf(pattern.body, characters, before);
    default:
      return [];
  }
};

/** Ends that may spoil a match: what is looked for further on, and the last of each sequence. */
const endsOf = (pattern: Pattern, characters: Characters): readonly string[] => {
  const parts = [...partsOf(pattern)];
  const looks = parts.flatMap((each) => (each.kind === 'look' ? samplesOf(each.body, characters).slice(0, 1) : []));
  const last = parts.flatMap((each) => (each.kind === 'sequence' ? each.parts.slice(-1) : []));
  return [...looks.slice(0, 4), ...last.flatMap((each) => samplesOf(each, characters).slice(0, 1))];
};

const distinct = (texts: readonly string[], most: number): readonly string[] => [...new Set(texts)].slice(0, most);

/** The adversarial texts of an expression, some hundred to some thousand. */
export function* adversarialTexts(source: string, flags: string): Generator<AdversarialText> {
  const pattern = readPattern(source);
  const characters = charactersOf(pattern, flags);
  const { kinds } = characters;
  const samples = distinct(
    stretches(pattern).flatMap((each) => samplesOf(each, characters)),
    maxWords,
  );
  // Words that must stand apart are repeated with something between them.
  const apart = samples.slice(0, maxWords / 4).flatMap((each) => [' ', ...kinds.slice(0, 2)].map((gap) => each + gap));
  const words = distinct(
    [...kinds, ...samples, ...apart].filter((word) => word !== ''),
    2 * maxWords,
  );
  const leads = distinct(['', ...leadsOf(pattern, characters)], 6);
  const ends = distinct(['', ...kinds.slice(0, 1), '\n', ...endsOf(pattern, characters)], 8);
  for (const lead of leads) for (const word of words) for (const end of ends) yield { lead, word, end };
  const pairs = kinds.flatMap((a) => kinds.map((b) => [a, b] as const)).filter(([a, b]) => a !== b);
  for (const [a, b] of pairs) yield { lead: '', word: a + b, end: '' };
  for (const [a, b] of pairs) yield { lead: '', word: a, end: b };
  for (const lead of leads.slice(1, 3)) for (const [a, b] of pairs) yield { lead, word: a + b, end: '\u0001' };
}
