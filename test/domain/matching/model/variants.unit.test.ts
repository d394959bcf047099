import { describe, expect, it, test } from 'vitest';
import { featureNames, measurePair } from '../../../../domain/matching/model/features.ts';
import { figureOf } from '../../../../domain/matching/model/model.ts';
import { prepareRecord } from '../../../../domain/matching/model/prepare.ts';
import { folded, modelTokensOf, wordsOf } from '../../../../domain/matching/model/tokens.ts';
import {
  digitRunsOf,
  mixedWordsOf,
  variantKinds,
  variantsOf,
  versionsOf,
  yearsOf,
} from '../../../../domain/matching/model/variants.ts';
import { createVocabulary } from '../../../../domain/matching/model/vocabulary.ts';

const words = (text: string) => wordsOf(folded(text));

test('synonyms, plurals and abbreviations of a variant are one word', () => {
  const found = variantsOf(words('Acme Draw Professional Upg for Macintosh, refurb, noir, with cases'));
  expect(Object.fromEntries(found)).toEqual({
    edition: new Set(['professional']),
    licence: new Set(['upgrade']),
    platform: new Set(['mac']),
    condition: new Set(['refurbished']),
    colour: new Set(['black']),
    accessory: new Set(['case']),
  });
});

test('years, versions, words of letters and digits, and the digits of models are told apart', () => {
  const title = words('Acme Draw II 2007 v9 cs3 J1 16GB KX9341T');
  expect(yearsOf(title)).toEqual(new Set(['2007']));
  expect(versionsOf(title)).toEqual(new Set(['2', '9', '3']));
  expect(mixedWordsOf(title)).toEqual(new Set(['v9', 'cs3', 'j1', 'kx9341t']));
  expect(digitRunsOf(modelTokensOf('kx-9341t ab12c'))).toEqual(new Set(['9341']));
});

describe('the figures of variants', () => {
  const vocabulary = createVocabulary({ records: 10, counts: new Map() });
  const measured = (a: string, b: string) => {
    const [one, other] = [a, b].map((title) =>
      prepareRecord({ title, manufacturer: undefined, mpn: undefined, text: undefined, price: undefined }, vocabulary),
    );
    if (one === undefined || other === undefined) throw new Error('two titles make two records');
    const figures = measurePair(one, other);
    return (name: string) => figureOf(figures, name);
  };

  it('have one for each kind', () => {
    for (const kind of variantKinds) expect(featureNames).toContain(`${kind}_agrees`);
  });

  it('tell the same variant from another, and both from one that is not said', () => {
    expect(measured('draw pro', 'draw professional')('edition_agrees')).toBe(1);
    expect(measured('draw pro', 'draw standard')('edition_agrees')).toBe(0);
    expect(measured('draw pro', 'draw')('edition_agrees')).toBe(0.5);
    expect(measured('draw', 'draw')('edition_agrees')).toBeUndefined();
    expect(measured('draw pro upgrade', 'draw upgrade')('variants_of_one_side')).toBe(1);
  });

  it('see through the letters that colour and region add to a model number', () => {
    expect(measured('phone kx9341b', 'phone kx9341eb')('digit_runs_agree')).toBe(1);
    expect(measured('phone kx9341b', 'phone kx9342b')('digit_runs_agree')).toBe(0);
    expect(measured('draw 2007', 'draw 2008')('years_agree')).toBe(0);
  });
});
