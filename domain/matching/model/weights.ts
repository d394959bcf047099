import type { RivalWeights } from './rivals.ts';
import type { Trees } from './trees.ts';
import type { WordCounts } from './vocabulary.ts';
import { wordSlots } from './word-model.ts';

/**
 * A trained model as data. Everything that a score rests on is here, so the same weights give the
 * same scores anywhere.
 */
export interface ModelWeights {
  readonly vocabulary: WordCounts;
  /** Over the figures of a pair (`features.ts`): what the words are weighed on top of. */
  readonly first: Trees;
  readonly words: Float32Array;
  /** Over the figures, what the words say, and both with the first trees together. */
  readonly final: Trees;
  readonly calibration: Calibration;
  readonly rivals: RivalWeights;
  readonly levels: ModelLevels;
}

/**
 * Turns a sum of trees into log-odds, `slope * sum + intercept`, whose logistic function is a
 * probability (Platt 1999).
 */
export interface Calibration {
  readonly slope: number;
  readonly intercept: number;
}

/** From which probability on a pair counts as how sure; strictly descending. */
export interface ModelLevels {
  /** Together with an equal number and nothing that contradicts. */
  readonly exact: number;
  readonly strong: number;
  /** From here on a pair counts as a match. */
  readonly probable: number;
  readonly weak: number;
}

/** The form of the weights file: numbers in base64, little endian. */
interface WeightsFile {
  readonly form: 'offerstream-matching-2';
  readonly records: number;
  /** Words by how many records hold them: `count word word ...`, a line a count. */
  readonly vocabulary: string;
  readonly first: TreesFile;
  readonly words: { readonly scale: number; readonly values: string };
  readonly final: TreesFile;
  readonly calibration: Calibration;
  readonly rivals: RivalWeights;
  readonly levels: ModelLevels;
}

interface TreesFile {
  readonly base: number;
  readonly roots: string;
  readonly features: string;
  readonly thresholds: string;
  readonly lefts: string;
  readonly unknownLeft: string;
}

type Numbers = Uint8Array | Int8Array | Int16Array | Uint32Array | Float32Array;

const packed = (numbers: Numbers): string =>
  Buffer.from(numbers.buffer, numbers.byteOffset, numbers.byteLength).toString('base64');

/** The bytes in memory of their own, aligned for any kind of number. */
const unpacked = (text: string): ArrayBuffer => {
  const bytes = Buffer.from(text, 'base64');
  const own = new ArrayBuffer(bytes.length);
  new Uint8Array(own).set(bytes);
  return own;
};

const packTrees = ({ base, roots, features, thresholds, lefts, unknownLeft }: Trees): TreesFile => ({
  base,
  roots: packed(roots),
  features: packed(features),
  thresholds: packed(thresholds),
  lefts: packed(lefts),
  unknownLeft: packed(unknownLeft),
});

const unpackTrees = (file: TreesFile): Trees => ({
  base: file.base,
  roots: new Uint32Array(unpacked(file.roots)),
  features: new Int16Array(unpacked(file.features)),
  thresholds: new Float32Array(unpacked(file.thresholds)),
  lefts: new Uint32Array(unpacked(file.lefts)),
  unknownLeft: new Uint8Array(unpacked(file.unknownLeft)),
});

/** Word weights are kept in a byte each: what is lost is far below what training leaves open. */
const largestByte = 127;

/**
 * Rounds the word weights to what the file keeps of them, so that a model scores alike before and
 * after it was written.
 */
export const roundWords = (words: Float32Array): { readonly scale: number; readonly bytes: Int8Array } => {
  const largest = words.reduce((most, weight) => Math.max(most, Math.abs(weight)), 0);
  const scale = largest === 0 ? 1 : largest / largestByte;
  return { scale, bytes: Int8Array.from(words, (weight) => Math.round(weight / scale)) };
};

/** The word weights that bytes stand for. */
export const wordsFrom = (scale: number, bytes: Int8Array): Float32Array =>
  Float32Array.from(bytes, (byte) => byte * scale);

const packVocabulary = ({ counts }: WordCounts): string => {
  const byCount = Map.groupBy([...counts.keys()].sort(), (word) => counts.get(word) ?? 0);
  return [...byCount]
    .sort(([a], [b]) => a - b)
    .map(([count, words]) => [count, ...words].join(' '))
    .join('\n');
};

const unpackVocabulary = (records: number, text: string): WordCounts => {
  const counts = new Map<string, number>();
  for (const line of text.split('\n')) {
    const [count, ...words] = line.split(' ');
    for (const word of words) counts.set(word, Number(count));
  }
  return { records, counts };
};

/** The text of a weights file; the same weights always give the same text. */
export const writeWeights = (weights: ModelWeights): string => {
  const { scale, bytes } = roundWords(weights.words);
  const file: WeightsFile = {
    form: 'offerstream-matching-2',
    records: weights.vocabulary.records,
    vocabulary: packVocabulary(weights.vocabulary),
    first: packTrees(weights.first),
    words: { scale, values: packed(bytes) },
    final: packTrees(weights.final),
    calibration: weights.calibration,
    rivals: weights.rivals,
    levels: weights.levels,
  };
  return `${JSON.stringify(file, undefined, 1)}\n`;
};

/** Reads a weights file. Throws when it is of another form. */
export const readWeights = (text: string): ModelWeights => {
  const file: Partial<WeightsFile> = JSON.parse(text);
  if (
    file.form !== 'offerstream-matching-2' ||
    file.words === undefined ||
    file.first === undefined ||
    file.final === undefined
  )
    throw new Error('this is not a weights file of this version: train it again with `npm run train:matching`');
  const words = wordsFrom(file.words.scale, new Int8Array(unpacked(file.words.values)));
  if (words.length !== wordSlots) throw new Error('the weights file is damaged: it has another number of words');
  const { records = 0, vocabulary = '', calibration, rivals, levels } = file;
  if (calibration === undefined || rivals === undefined || levels === undefined)
    throw new Error('the weights file is damaged: parts are missing');
  return {
    vocabulary: unpackVocabulary(records, vocabulary),
    first: unpackTrees(file.first),
    words,
    final: unpackTrees(file.final),
    calibration,
    rivals,
    levels,
  };
};
