import { describe, expect, it } from 'vitest';
import type { MatchRecord } from '../../../domain/identity/strategy.ts';
import { heuristic, namesAnotherManufacturer } from '../../../domain/matching/heuristic.ts';

type Said = Partial<Pick<MatchRecord, 'manufacturer' | 'mpn' | 'description'>>;

const scoreOf = (offer: Said, product: Said) => {
  const [score] = heuristic.score(offer as MatchRecord, [product as MatchRecord]) as readonly [
    { readonly probability: number; readonly evidence: Readonly<Record<string, string>> },
  ];
  return score;
};

const sum = (...weights: readonly number[]) =>
  expect.closeTo(
    Math.max(
      0,
      weights.reduce((a, b) => a + b, 0),
    ),
    10,
  );

/** Without anything else the maker counts 0.4 where it is the same. */
const acme = { manufacturer: 'Acme' };
const sameManufacturer = 0.4;

describe('a part number', () => {
  it.each<[says: string, offer: Said, product: Said, weight: number, word: string]>([
    ['speaks for the pair where it is the same', { mpn: 'ab-12345' }, { mpn: 'AB12345' }, 0.55, 'same'],
    ['says nothing where the product has none', { mpn: 'AB12345' }, {}, 0, 'unknown'],
    ['is found in the text', { description: 'Part AB123 new' }, { mpn: 'AB123' }, 0.35, 'in the text'],
    ['counts more the longer it is', { description: 'Part AB1234 new' }, { mpn: 'AB1234' }, 0.38, 'in the text'],
    ['counts half at most', { description: 'AB12345678901' }, { mpn: 'AB-12345678901' }, 0.5, 'in the text'],
  ])('%s', (_, offer, product, weight, word) => {
    const { probability, evidence } = scoreOf({ ...acme, ...offer }, { ...acme, ...product });
    expect(evidence.part_number).toBe(word);
    expect(probability).toEqual(sum(sameManufacturer, weight));
  });

  it.each<[Said, string]>([
    [{ mpn: 'AB12346' }, 'different'],
    [{ description: 'another part' }, 'not in the text'],
  ])('rules a pair out that lacks it: %j', (offer, word) => {
    const score = scoreOf({ ...acme, ...offer }, { ...acme, mpn: 'AB12345' });
    expect(score).toMatchObject({ probability: 0, evidence: { part_number: word } });
  });

  it('never makes a pair certain', () => {
    const both = { mpn: 'AB12345', manufacturer: 'Acme', description: 'capacitor 100nF' };
    expect(scoreOf(both, both).probability).toBe(0.99);
  });
});

/** With the same number, which counts 0.55. */
const number = { mpn: 'AB12345' };
const sameNumber = 0.55;

describe('a maker', () => {
  it.each<[own: string | undefined, theirs: string | undefined, weight: number, word: string]>([
    ['Acme', 'ACME', 0.4, 'same'],
    ['Acme', undefined, 0, 'unknown'],
    [undefined, 'Acme', 0.05, 'not said'],
    ['Acme', 'Acme Electronics', 0.3, 'begins alike'],
    ['Acme Electronics', 'Acme', 0.3, 'begins alike'],
    ['TDK', 'TDKLambda', 0.3, 'begins alike'],
    ['ST', 'STMicro', -0.35, 'different'],
    ['Acme', 'Bolt', -0.35, 'different'],
    // One letter of six, of nine and of ten; two of ten; none of five.
    ['Murata', 'Muratb', 0.3, '1 letters apart'],
    ['Murata', 'Murta', -0.35, 'different'],
    ['Muratas', 'Murats', 0.3, '1 letters apart'],
    ['Panasonic', 'Panosanic', -0.35, 'different'],
    ['Panasonics', 'Panosanics', 0.3, '2 letters apart'],
    ['Panasonics', 'Ponosanics', -0.35, 'different'],
    ['Panasonics', 'Panasonicsxy', 0.3, 'begins alike'],
    ['xyPanasonics', 'Panasonics', 0.3, '2 letters apart'],
    ['xyzPanasonics', 'Panasonics', -0.35, 'different'],
    ['Yageo', 'Yagea', -0.35, 'different'],
  ])('%s beside %s', (own, theirs, weight, word) => {
    const [offer, product] = [own, theirs].map((manufacturer) => ({
      ...number,
      ...(manufacturer !== undefined && { manufacturer }),
    })) as [Said, Said];
    const { probability, evidence } = scoreOf(offer, product);
    expect(evidence.manufacturer).toBe(word);
    expect(probability).toEqual(sum(sameNumber, weight));
    expect(namesAnotherManufacturer(offer as MatchRecord, product as MatchRecord)).toBe(word === 'different');
  });

  it('is found in the text where the offer names none, unless its name is a letter', () => {
    const described = { ...number, description: 'by Acme' };
    expect(scoreOf(described, { ...number, ...acme })).toMatchObject({
      probability: sum(sameNumber, 0.3),
      evidence: { manufacturer: 'in the text' },
    });
    expect(scoreOf({ ...number, description: 'by 3M' }, { ...number, manufacturer: '3M' }).evidence.manufacturer).toBe(
      'in the text',
    );
    expect(scoreOf({ ...number, description: 'by X' }, { ...number, manufacturer: 'X' }).evidence.manufacturer).toBe(
      'not said',
    );
  });

  it('of a name longer than a hundred letters is no misspelling of another', () => {
    const long = (last: string) => ({ ...number, manufacturer: `${'abcde'.repeat(19)}wxyz${last}` });
    expect(scoreOf(long('a'), long('b')).evidence.manufacturer).toBe('1 letters apart');
    expect(scoreOf(long('ac'), long('bc')).evidence.manufacturer).toBe('different');
  });
});

describe('words and values', () => {
  const ofTexts = (own: string, theirs: string) =>
    scoreOf({ ...number, description: own }, { ...number, description: theirs });

  it.each<[own: string, theirs: string, share: string]>([
    ['Ceramic capacitor', 'ceramic CAPACITOR', '1.00'],
    ['Ceramic', 'ceramic capacitor', '0.50'],
    ['Ceramic capacitor of ours', 'resistor', '0.00'],
    ['', 'resistor', 'unknown'],
    ['resistor', '', 'unknown'],
  ])('%j has of the words of %j a share of %s', (own, theirs, share) => {
    const { probability, evidence } = ofTexts(own, theirs);
    expect(evidence.words).toBe(share);
    expect(probability).toEqual(sum(sameNumber, share === 'unknown' ? 0 : 0.15 * Number(share)));
  });

  it('count the maker of the offer among its words', () => {
    expect(scoreOf({ ...number, ...acme }, { ...number, description: 'Acme' }).evidence.words).toBe('1.00');
  });

  it.each<[own: string, theirs: string, weight: number, word: string]>([
    ['100nF', '100 nF', 0.05, 'agree'],
    ['0.1 µF', '0.1uF', 0.05, 'agree'],
    ['100nF', '220nF', -0.4, 'other nf'],
    ['100nF 50 mm', '100nF 20 mm', -0.4, 'other mm'],
    ['100nF or 220nF', '220 nF', 0.05, 'agree'],
    ['100nF', '10 mm', 0, 'unknown'],
    ['100', '220', 0, 'unknown'],
  ])('%j beside %j', (own, theirs, weight, word) => {
    const { probability, evidence } = ofTexts(own, theirs);
    expect(evidence.values).toBe(word);
    const words = 0.15 * Number(evidence.words);
    expect(probability).toBeCloseTo(sameNumber + words + weight, 2);
  });
});
