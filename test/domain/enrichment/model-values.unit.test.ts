import { describe, expect, it } from 'vitest';
import type { ModelAnswered, ModelValue } from '../../../domain/enrichment/characteristic-ports.ts';
import { acceptedValues } from '../../../domain/enrichment/model-values.ts';
import { defaultProfile } from '../../../domain/identity/built-in-profiles.ts';

const now = new Date('2026-03-01T12:00:00Z');

const accepted = (values: readonly ModelValue[]) =>
  acceptedValues({
    question: {
      profile: defaultProfile,
      wanted: [{ name: 'capacitance' }, { name: 'package' }],
      texts: ['MLCC 100 nF', 'in a body of size 0603'],
    },
    values,
    model: 'small-1',
    now,
  } as unknown as ModelAnswered).map(({ name, text }) => [name, text]);

const capacitance: ModelValue = { name: 'capacitance', text: ' 100 nF ', quote: '100 nF' };

describe('the values of an answer of a language model', () => {
  it('count where they are quoted from a text, whatever its blanks and letters', () => {
    const packaged = { name: 'package', text: '0603', quote: 'SIZE  0603' };
    expect(accepted([capacitance, packaged])).toEqual([
      ['capacitance', '100 nF'],
      ['package', '0603'],
    ]);
  });

  it.each<[says: string, values: readonly ModelValue[]]>([
    ['not asked for', [{ ...capacitance, name: 'tolerance', text: '5 %' }]],
    ['told twice', [capacitance, { ...capacitance, text: '100nF' }]],
    ['of another kind than the profile says', [{ ...capacitance, text: '100 V' }]],
    ['quoted from nowhere', [{ ...capacitance, quote: '100 pF' }]],
    ['quoted across two texts', [{ ...capacitance, quote: 'nF in' }]],
    ['not quoted', [{ ...capacitance, quote: ' ' }]],
    ['quoted by one sign', [{ ...capacitance, quote: '1' }]],
  ])('do not count where they are %s', (_, values) => {
    expect(accepted(values)).toEqual([]);
  });

  it('are stated by the model, at the time of the answer', () => {
    const [value] = acceptedValues({
      question: { profile: defaultProfile, wanted: [{ name: 'capacitance' }], texts: ['100 nF'] },
      values: [{ ...capacitance, quote: 'nF' }],
      model: 'small-1',
      now,
    } as unknown as ModelAnswered);
    expect(value?.source).toEqual({ kind: 'language_model', model: 'small-1', statedAt: now });
  });
});
