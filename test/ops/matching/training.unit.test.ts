import { describe, expect, it } from 'vitest';
import { evaluate } from '../../../bench/matching/evaluate.ts';
import { confidenceLevelOf } from '../../../domain/matching/model/confidence.ts';
import { createModel } from '../../../domain/matching/model/model.ts';
import { readWeights, writeWeights } from '../../../domain/matching/model/weights.ts';
import { seededRandom } from '../../../ops/matching/random.ts';
import { type LabelledPair, type PairSet, parseRecord } from '../../../ops/matching/read-pairs.ts';
import { type TrainingOptions, trainModel, usualTraining } from '../../../ops/matching/train.ts';

/**
 * Pairs of made-up parts: one part in two wordings, or two parts whose numbers differ in a digit.
 */
const madeUp = (seed: number, count: number): readonly LabelledPair[] => {
  const random = seededRandom(seed);
  const one = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)] as T;
  return Array.from({ length: count }, () => {
    const [manufacturer, kind, digits] = [
      one(['Acme', 'Bolt', 'Corex']),
      one(['relay', 'switch', 'fuse']),
      Math.floor(random() * 9000) + 1000,
    ];
    const isMatch = random() < 0.4;
    const other = isMatch ? digits : ((digits - 1000 + 1 + Math.floor(random() * 8998)) % 9000) + 1000;
    return {
      a: parseRecord(`COL title VAL ${manufacturer} ${kind} ${kind[0]}x-${digits} COL price VAL 10.5`),
      b: parseRecord(
        `COL title VAL ${kind} ${kind[0]}x${other} by ${manufacturer} ${one(['new', 'boxed', 'black'])} COL price VAL `,
      ),
      isMatch,
    };
  });
};

const quick: TrainingOptions = {
  ...usualTraining,
  first: { ...usualTraining.first, trees: 20 },
  final: { ...usualTraining.final, trees: 20 },
  bags: 2,
};
/** Enough of every stage to differ in bytes when anything is not reproducible. */
const brief: TrainingOptions = {
  ...quick,
  first: { ...quick.first, trees: 4 },
  final: { ...quick.final, trees: 4 },
};
const sets: readonly PairSet[] = [{ name: 'made-up', pairs: madeUp(1, 800) }];
const text = writeWeights(trainModel(sets, quick));
const weights = readWeights(text);
const model = createModel(weights);
const unseen: readonly PairSet[] = [{ name: 'made-up', pairs: madeUp(2, 400) }];

describe('training of the matching model', () => {
  it('gives the same weights to the byte from the same seed, and others from another', () => {
    const few: readonly PairSet[] = [{ name: 'made-up', pairs: madeUp(3, 200) }];
    const weightsOf = (seed: number) => writeWeights(trainModel(few, { ...brief, seed }));
    const once = weightsOf(1);
    expect(weightsOf(1)).toBe(once);
    expect(weightsOf(2)).not.toBe(once);
  });

  it('tells pairs apart that it has not seen', () => {
    const quality = evaluate(model, unseen);
    expect(quality.sets['made-up']?.ml.f1).toBeGreaterThan(0.97);
    expect(Object.keys(quality.levels)).toEqual(['exact', 'strong', 'probable', 'weak', 'unmatched']);
    expect(quality.pairs_per_second).toBeGreaterThan(0);
  });

  it('never has a rival speak for a pair', () => {
    expect(weights.rivals.rival).toBeLessThanOrEqual(0);
  });

  it('gives a pair the same probability whichever record comes first', () => {
    for (const { a, b } of unseen[0]?.pairs.slice(0, 50) ?? []) {
      const [one, other] = [model.prepare(a), model.prepare(b)];
      expect(model.score(one, other).logOdds).toBeCloseTo(model.score(other, one).logOdds, 12);
    }
  });

  it('never calls a pair exact whose numbers, makers or values contradict each other, however sure the trees are', () => {
    const record = (title: string) => model.prepare(parseRecord(`COL title VAL ${title}`));
    const sure = (a: string, b: string) =>
      confidenceLevelOf({ ...model.score(record(a), record(b)), probability: 1 }, model.levels);
    expect(sure('acme relay rx12345 8gb', 'relay rx-12345 8gb acme')).toBe('exact');
    expect(sure('acme relay rx12345 8gb', 'relay rx-12345 16gb acme')).not.toBe('exact');
    expect(sure('acme relay rx12345', 'relay rx-12346 acme')).not.toBe('exact');
    expect(sure('acme relay', 'relay acme')).not.toBe('exact');
  });
});

describe('reading labelled pairs', () => {
  it('takes absent and empty values for unknown, and what it has no field for as text', () => {
    expect(
      parseRecord(
        'COL title VAL Fuse 5 A COL brand VAL  COL modelno VAL F-5 COL price VAL $ 3.50 COL category VAL fuses',
      ),
    ).toEqual({
      title: 'Fuse 5 A',
      manufacturer: undefined,
      mpn: 'F-5',
      price: 3.5,
      text: 'fuses',
    });
    expect(parseRecord('COL description VAL a relay COL price VAL 0').title).toBe('a relay');
  });
});
