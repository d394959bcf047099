/**
 * Finding a text's character set. A byte order mark decides; then valid UTF-8; then zero bytes in
 * every other place (UTF-16). Among the single-byte and Chinese sets each candidate's text is
 * judged by its letters: whole words of one script, and headings of a bill of materials, speak for
 * a set; control characters, unusual letters and scripts mixed within a word against it.
 */
import { analyse } from 'chardet';
import iconv from 'iconv-lite';
import { headingStrength } from '../../../domain/estimate/parse/heading.ts';
import { Unreadable } from './read-failure.ts';

/** A file's text, without its mark, and the set that it was written in. */
export interface DecodedText {
  readonly encoding: string;
  readonly text: string;
}

/** Bytes looked at to tell sets apart. */
const sampleBytes = 64 * 1024;

const marks: readonly (readonly [string, readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];

const markedEncoding = (bytes: Uint8Array): string | undefined =>
  marks.find(([, mark]) => mark.every((byte, at) => bytes[at] === byte))?.[0];

const isUtf8 = (bytes: Uint8Array): boolean => {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
};

/**
 * Text in UTF-16 without a mark has zeros in one half of its places and hardly any in the other.
 */
const unmarkedUtf16 = (bytes: Uint8Array): string | undefined => {
  const sample = bytes.subarray(0, Math.min(bytes.length, 4096) & ~1);
  let even = 0;
  let odd = 0;
  for (let at = 0; at < sample.length; at += 2) {
    if (sample[at] === 0) even += 1;
    if (sample[at + 1] === 0) odd += 1;
  }
  const half = sample.length / 2;
  if (odd > 0.3 * half && even < 0.05 * half) return 'utf-16le';
  if (even > 0.3 * half && odd < 0.05 * half) return 'utf-16be';
  return undefined;
};

const candidates = ['windows-1252', 'windows-1251', 'gb18030', 'big5', 'shift_jis', 'windows-1250', 'koi8-r'] as const;

/**
 * How likely a set is before the text is looked at: the ones that bills of materials come in first.
 */
const prior: Readonly<Record<(typeof candidates)[number], number>> = {
  'windows-1252': 0.1,
  'windows-1251': 0.08,
  gb18030: 0.05,
  big5: -0.2,
  shift_jis: -0.2,
  'windows-1250': -0.05,
  'koi8-r': -0.05,
};

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

/** Between -1 and about 1.5: how much a decoded text reads like something that a person wrote. */
const plausibility = (text: string): number => {
  const foreign = count(text, /\P{ASCII}/gu);
  if (foreign === 0) return 0;
  const wrong = count(text, /[\ufffd\u0080-\u009f\ue000-\uf8ff]/gu);
  const cyrillicWords = (text.match(/(?<!\p{L})[\u0400-\u045f]+(?!\p{L})/gu) ?? []).filter((word) =>
    /^(?:.?[а-яё]+|[А-ЯЁ]+)$/u.test(word),
  );
  const cyrillic = cyrillicWords.reduce((sum, word) => sum + (word.length > 1 ? word.length : 0.3), 0);
  const latin = count(text, /(?<=[a-z])[à-öø-ÿßœšž]|[à-öø-ÿÀ-ÖØ-ÞŒŠŽ](?=[a-z])/gu);
  const signs = count(text, /(?<=\d\s?)[µ°²³€£½¼¾]|[µ°±€£®™Ø–’“”×](?=[\s\w])/gu);
  const commonHan =
    count(text, /[\u4e00-\u9fff]{2,}/gu) === 0
      ? 0
      : count(text, /[的一数量位号封装型名称电阻容值参描述备注制造商品牌规格单价序感管接插件芯片元器二三极]/gu);
  const han = count(text, /[\u4e00-\u9fff\uff00-\uff5e\u3000-\u303f]/gu);
  // Of half-width kana there are none: bytes of Chinese read as Japanese are full of them.
  const kana = count(text, /(?<=[\u3041-\u3096\u30a1-\u30fc])[\u3041-\u3096\u30a1-\u30fc]/gu);
  const mixed = count(text, /[a-z][\u0400-\u04ff\u4e00-\u9fff](?=[a-z])/giu);
  const headings = text
    .split(/[,;\t\r\n|]/u, 60)
    .filter((cell) => /\P{ASCII}/u.test(cell) && headingStrength(cell.replaceAll('"', '')) >= 0.7).length;
  const readable = cyrillic + latin + signs + 0.35 * han + 1.5 * commonHan + 1.2 * kana - 3 * wrong - 2 * mixed;
  return Math.max(-1, readable / foreign) + 0.5 * Math.min(3, headings);
};

const guessed = (bytes: Uint8Array): string => {
  const sample = bytes.subarray(0, sampleBytes);
  const opinion = new Map(analyse(sample).map(({ name, confidence }) => [name.toLowerCase(), confidence / 100]));
  const scored = candidates.map((name) => ({
    name,
    score: plausibility(iconv.decode(sample, name)) + prior[name] + 0.2 * (opinion.get(name) ?? 0),
  }));
  return scored.reduce((best, each) => (each.score > best.score ? each : best)).name;
};

const detect = (bytes: Uint8Array): string =>
  markedEncoding(bytes) ?? unmarkedUtf16(bytes) ?? (isUtf8(bytes) ? 'utf-8' : guessed(bytes));

/**
 * Decodes a text file, in the named set where the caller names one, else in the one that its bytes
 * speak for. Throws `unknown_encoding` for a set that does not exist.
 */
export const decodeText = (bytes: Uint8Array, named?: string): DecodedText => {
  if (named !== undefined && !iconv.encodingExists(named))
    throw new Unreadable('unknown_encoding', `encoding: ${JSON.stringify(named)} is not a known character set`);
  const encoding = named ?? detect(bytes);
  return { encoding, text: iconv.decode(bytes, encoding).replace(/^\ufeff/u, '') };
};
