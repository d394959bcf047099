/** How the time of some work grows with the length of texts that are hard for it. */
import { threadMs, timed } from '../bounded.ts';
import { type AdversarialText, adversarialTexts, textOf } from './adversarial-texts.ts';

/** How an expression is used: what is measured of it. */
export type Use = 'test' | 'split';

/** A text that takes longer than it would if time grew with the text. */
export interface Superlinear {
  readonly text: AdversarialText;
  /**
   * At a quarter of the length and at the whole; infinite where it did not end in time, which JSON
   * says as null.
   */
  readonly quarterMs: number | null;
  readonly wholeMs: number | null;
}

type Work = (text: string) => unknown;

const shortLength = 2_000;
const wholeLength = 100_000;

/**
 * Texts that take longer than that for the short length are tried in full, and the slowest ones
 * anyway.
 */
const suspiciousMs = 0.4;
const triedInFull = 3;

/** Below this a growth says nothing. */
const minMs = 250;
/** Four times the text takes linear work four times as long and quadratic work sixteen times. */
const maxGrowth = 9;

const inFull = (work: Work, text: AdversarialText, deadlineMs: number): Superlinear | undefined => {
  const measure = (length: number, times: number): number => {
    const whole = textOf(text, length);
    const all = Array.from({ length: times }, () => timed(() => work(whole), deadlineMs));
    return Math.min(...all.map((ms) => ms ?? Number.POSITIVE_INFINITY));
  };
  const first = measure(wholeLength, 1);
  if (first < minMs) return undefined;
  const quarterMs = measure(wholeLength / 4, Number.isFinite(first) ? 3 : 1);
  const wholeMs = Number.isFinite(first) ? Math.min(first, measure(wholeLength, 2)) : first;
  return wholeMs <= maxGrowth * quarterMs && Number.isFinite(wholeMs) ? undefined : { text, quarterMs, wholeMs };
};

interface Tried {
  readonly text: AdversarialText;
  readonly ms: number;
}

/** Tries the short texts; the slowest first. Ends early at one that is far too slow already. */
const tryShort = (work: Work, texts: Iterable<AdversarialText>, deadlineMs: number): readonly Tried[] => {
  const tried: Tried[] = [];
  const tryAll = (): void => {
    for (const text of texts) {
      const short = textOf(text, shortLength);
      tried.push({ text, ms: Number.POSITIVE_INFINITY });
      const start = threadMs();
      work(short);
      let ms = threadMs() - start;
      if (ms > suspiciousMs) {
        work(short);
        ms = Math.min(ms, threadMs() - start - ms);
      }
      tried[tried.length - 1] = { text, ms };
      if (ms > 50 * suspiciousMs) return;
    }
  };
  timed(tryAll, deadlineMs);
  return tried.sort((a, b) => b.ms - a.ms);
};

/**
 * The first of the texts found whose time grows faster than its length; undefined when there is
 * none.
 */
export const findSuperlinear = (
  work: Work,
  texts: Iterable<AdversarialText>,
  deadlineMs: number,
): Superlinear | undefined => {
  const tried = tryShort(work, texts, deadlineMs);
  const candidates = tried.filter(({ ms }, at) => at < triedInFull || (ms > suspiciousMs && at < 3 * triedInFull));
  for (const { text } of candidates) {
    const found = inFull(work, text, deadlineMs);
    if (found !== undefined) return found;
  }
  return undefined;
};

const uses: Readonly<Record<Use, (expression: RegExp) => Work>> = {
  test: (expression) =>
    expression.global ? (text) => text.replaceAll(expression, '') : (text) => expression.test(text),
  split: (expression) => (text) => text.split(expression),
};

/**
 * What takes longer is stopped; no linear expression does, even where many processes share the
 * processor.
 */
const expressionMs = 15_000;

/**
 * The first text, derived from the expression's own source, under which it is not linear; undefined
 * when there is none.
 */
export const growthOfExpression = (expression: RegExp, use: Use): Superlinear | undefined =>
  findSuperlinear(uses[use](expression), adversarialTexts(expression.source, expression.flags), expressionMs);
