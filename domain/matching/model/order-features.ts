/**
 * Where in its title a word stands: a title names its product first, and what it adds later is said
 * of many.
 */
import { type FeatureGroup, ofTitles, share, sorted, unknown } from './feature-group.ts';
import { isFoundIn } from './found.ts';
import type { PreparedRecord } from './prepare.ts';

const weightIn = ({ core }: PreparedRecord, word: string): number => core.weights.get(word) ?? 0;

/** How many words a title's lead is. */
const lead = 4;

/** A title without a lone word is as one whose first lone word stands this far behind its end. */
const behindEnd = 20;

/**
 * The share of lone words when the later ones count for less, where the first of them stands and
 * what it weighs, and the lead's.
 */
const lostInOrder = (own: PreparedRecord, other: PreparedRecord): readonly number[] => {
  const words = own.coreSequence;
  let [lost, whole, leadLost, leadWhole, firstWeight] = [0, 0, 0, 0, 0];
  let first = words.length + behindEnd;
  for (const [at, word] of words.entries()) {
    const weight = weightIn(own, word);
    const counted = weight / (at + 1);
    whole += counted;
    if (at < lead) leadWhole += weight;
    if (isFoundIn(word, other)) continue;
    lost += counted;
    if (at < lead) leadLost += weight;
    if (first < words.length) continue;
    first = at;
    firstWeight = weight;
  }
  return [share(lost, whole), first, share(leadLost, leadWhole), firstWeight];
};

const lone: FeatureGroup = {
  names: ['order_lost', 'order_first_lone', 'order_lead_lost', 'order_first_weight'].flatMap((name) => [
    `${name}_less`,
    `${name}_more`,
  ]),
  measure: (a, b) => {
    const ofB = lostInOrder(b, a);
    return lostInOrder(a, b).flatMap((figure, at) => sorted(figure, ofB[at] ?? unknown));
  },
};

const leads: readonly number[] = [2, 3, 6];

/** The share of a title's first distinct words that the other record does not have. */
const leadLost = (own: PreparedRecord, other: PreparedRecord, length: number): number => {
  let [lost, whole, seen] = [0, 0, 0];
  for (const [word, weight] of own.core.weights) {
    if (seen === length) break;
    seen += 1;
    whole += weight;
    if (!isFoundIn(word, other)) lost += weight;
  }
  return share(lost, whole);
};

const leadWords: FeatureGroup = {
  names: leads.flatMap((length) => [`lead_${length}_lost_less`, `lead_${length}_lost_more`]),
  measure: (a, b) => leads.flatMap((length) => sorted(leadLost(a, b, length), leadLost(b, a, length))),
};

/** Titles are compared this far; few are longer, and the time grows with the square. */
const longest = 40;

/**
 * The greatest weight of words that two titles have in the same order (the longest common
 * subsequence, weighed).
 */
const commonInOrder = (a: PreparedRecord, b: PreparedRecord): number => {
  const others = b.coreSequence.slice(0, longest);
  let before = new Float64Array(others.length + 1);
  for (const word of a.coreSequence.slice(0, longest)) {
    const weight = weightIn(a, word);
    const now = new Float64Array(others.length + 1);
    for (const [at, other] of others.entries())
      now[at + 1] = word === other ? (before[at] ?? 0) + weight : Math.max(before[at + 1] ?? 0, now[at] ?? 0);
    before = now;
  }
  return before[others.length] ?? 0;
};

const totalInOrder = (own: PreparedRecord): number =>
  own.coreSequence.slice(0, longest).reduce((sum, word) => sum + weightIn(own, word), 0);

const inOrder: FeatureGroup = {
  names: ['in_order_less', 'in_order_more', 'in_order'],
  measure: (a, b) => {
    const common = commonInOrder(a, b);
    const [totalA, totalB] = [totalInOrder(a), totalInOrder(b)];
    return [...sorted(share(common, totalA), share(common, totalB)), share(2 * common, totalA + totalB)];
  },
};

/** All of them. */
export const orderGroups: readonly FeatureGroup[] = [lone, leadWords, inOrder].map(ofTitles);
