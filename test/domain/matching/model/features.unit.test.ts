import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { featureNames, measurePair } from '../../../../domain/matching/model/features.ts';
import { prepareRecord } from '../../../../domain/matching/model/prepare.ts';
import type { ComparedRecord } from '../../../../domain/matching/model/record.ts';
import { createVocabulary } from '../../../../domain/matching/model/vocabulary.ts';
import { recordMeasurer } from '../../../support/measured-records.ts';

const counts = {
  records: 100,
  counts: new Map([
    ['black', 60],
    ['phone', 40],
    ['case', 30],
  ]),
};
const vocabulary = createVocabulary(counts);
const measured = recordMeasurer(counts);

const record = (title: string, more: Partial<ComparedRecord> = {}): ComparedRecord => ({
  title,
  manufacturer: undefined,
  mpn: undefined,
  text: undefined,
  price: undefined,
  ...more,
});

describe('the figures of a pair', () => {
  it('have a name each, and no name twice', () => {
    expect(new Set(featureNames).size).toBe(featureNames.length);
    const empty = prepareRecord(record(''), vocabulary);
    expect(measurePair(empty, empty)).toHaveLength(featureNames.length);
  });

  it('are unknown, not 0, where a side does not say enough', () => {
    const of = measured(record('black phone'), record('phone'));
    for (const name of [
      'price_ratio',
      'mpn_equal',
      'maker_equal',
      'quantity_agreed',
      'model_title_rarest_less',
      'bytes_agree',
    ])
      expect(of(name), name).toBeUndefined();
    expect(of('price_known_sides')).toBe(0);
  });

  it('find a model number however the other side writes it', () => {
    const of = measured(record('phone KX-TG9341T'), record('black phone kx tg 9341t case'));
    expect(of('model_title_rarest_less')).toBe(1);
    expect(of('missing_digit_count_less')).toBe(0);
  });

  it('tell a number in conflict from one that is not said', () => {
    expect(measured(record('phone kx9341a'), record('phone kx9342b'))('model_conflict_pairs')).toBe(1);
    expect(measured(record('phone kx9341a'), record('phone'))('model_conflict_pairs')).toBeUndefined();
  });

  it('compare numbers, makers, values and prices of the fields', () => {
    const of = measured(
      record('phone 16 GB', { mpn: 'AB-100', manufacturer: 'Acme', price: 10 }),
      record('phone 32gb', { mpn: 'ab100', manufacturer: 'ACME', price: 20 }),
    );
    expect(of('mpn_equal')).toBe(1);
    expect(of('maker_equal')).toBe(1);
    expect(of('quantity_contradicted')).toBe(1);
    expect(of('price_ratio')).toBeCloseTo(Math.log(2));
  });

  it('are the same whichever record comes first', () => {
    const word = fc.constantFrom('black', 'phone', 'kx-9341', 'kx9342', '16gb', '32 gb', '7d', '2007', 'case', 'pro');
    const text = fc.array(word, { maxLength: 6 }).map((words) => words.join(' '));
    const any = fc.record({
      title: text,
      manufacturer: fc.option(fc.constantFrom('acme', 'bolt'), { nil: undefined }),
      mpn: fc.option(fc.constantFrom('kx-9341', '7d'), { nil: undefined }),
      text: fc.option(text, { nil: undefined }),
      price: fc.option(fc.double({ min: 1, max: 1000, noNaN: true }), { nil: undefined }),
    });
    fc.assert(
      fc.property(any, any, (a, b) => {
        const [one, other] = [prepareRecord(a, vocabulary), prepareRecord(b, vocabulary)];
        const [there, back] = [measurePair(one, other), measurePair(other, one)];
        const rounded = (figures: Float64Array) => Array.from(figures, (figure) => Number(figure.toFixed(9)));
        expect(rounded(there)).toEqual(rounded(back));
      }),
      { numRuns: 300 },
    );
  });
});
