import { describe, expect, it } from 'vitest';
import { askedLine } from '../../../../domain/estimate/resolve/asked-line.ts';
import {
  byAvailability,
  haveSamePackage,
  satisfying,
  toCandidates,
  wantedFigure,
  wantedKey,
} from '../../../../domain/estimate/resolve/decide-figures.ts';
import { lineOf, productOf } from '../../../support/line-samples.ts';

const asking = (description: string) => askedLine(lineOf({ description }));

const capacitor = (productId: string, chip = '0603') => ({
  ...productOf('Maker', productId, 'MLCC', {
    capacitance: '0.1 uF',
    voltage_rating: '50 V',
    ...(chip !== '' && { package: chip }),
  }),
  productId,
});

/** `p00` and so on, the last first. */
const many = (count: number) =>
  Array.from({ length: count }, (_, at) => capacitor(`p${String(at).padStart(2, '0')}`)).reverse();

const idsOf = (products: readonly { readonly productId: string }[]) => products.map(({ productId }) => productId);

describe('what to look up for a line of figures', () => {
  it.each([
    ['100nF 0603 X7R 50V', 'capacitance 1e-7 0603 50'],
    ['10k 1% 0402', 'resistance 10000 0402 '],
  ])('%s is told by its main figure and the rest', (text, key) => {
    const wanted = wantedFigure(asking(text));
    expect(wanted && wantedKey(wanted)).toMatch(new RegExp(`^${key}`));
  });

  it.each(['100nF', 'opamp SOIC8', '0603 50V capacitor', ''])('nothing for %j, which names no part', (text) => {
    expect(wantedFigure(asking(text))).toBeUndefined();
  });

  it('the package among it only where it is that of a chip', () => {
    expect(wantedFigure(asking('100nF 0603 50V'))?.chipSizes).toEqual(['0603']);
    expect(wantedFigure(asking('100nF 50V'))?.chipSizes).toEqual([]);
  });
});

describe('the products that satisfy a line', () => {
  it('are those of all its figures, in the order of ids, forty at most', () => {
    const found = satisfying(asking('100nF 0603'), [...many(41), capacitor('a', '0402'), capacitor('b')]);
    expect(idsOf(found)).toEqual(['b', ...idsOf(many(41)).reverse().slice(0, 39)]);
  });

  it('are told with what can be bought first, twenty at most', () => {
    const supply = new Map([
      ['p20', { isInStock: true, isPriced: true }],
      ['p19', { isInStock: true, isPriced: false }],
      ['p18', { isInStock: false, isPriced: true }],
      ['p17', { isInStock: false, isPriced: false }],
    ]);
    const first = ['p20', 'p19', 'p18'];
    const rest = idsOf(many(18)).reverse();
    expect(idsOf(byAvailability(many(21), supply))).toEqual([...first, ...rest].slice(0, 20));
  });

  it('score alike', () => {
    expect(toCandidates([capacitor('a'), capacitor('b')]).map(({ score }) => score)).toEqual([0.8, 0.8]);
  });

  it.each([
    ['100nF 0603', ['0402', '0603'], true],
    ['100nF 50V', ['0603', '0603'], true],
    ['100nF 50V', ['0402', '0603'], false],
    ['100nF 50V', ['0603', ''], false],
    ['100nF 50V', ['', ''], false],
  ])('of %s in packages %j are drawn alike: %s', (text, chips, isSo) => {
    expect(
      haveSamePackage(
        asking(text),
        chips.map((chip, at) => capacitor(`${at}`, chip)),
      ),
    ).toBe(isSo);
  });
});
