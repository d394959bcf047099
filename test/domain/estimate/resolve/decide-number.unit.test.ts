import { describe, expect, it } from 'vitest';
import { mpnCompact } from '../../../../domain/catalog/identity.ts';
import { askedLine } from '../../../../domain/estimate/resolve/asked-line.ts';
import { decideNumber, type NumberDecision } from '../../../../domain/estimate/resolve/decide-number.ts';
import type { ProductCandidate } from '../../../../domain/estimate/resolve/ports.ts';
import { builtInProfiles } from '../../../../domain/identity/built-in-profiles.ts';
import { heuristic } from '../../../../domain/matching/heuristic.ts';
import { lineNaming, productOf } from '../../../support/line-samples.ts';

const manufacturers = new Map([
  ['TI', { key: 'TEXASINSTRUMENTS', name: 'Texas Instruments' }],
  ['TEXASINSTRUMENTS', { key: 'TEXASINSTRUMENTS', name: 'Texas Instruments' }],
]);

/** What the first number of the line means among the products. */
const decide = (line: ReturnType<typeof lineNaming>, ...products: readonly ProductCandidate[]): NumberDecision => {
  const asked = askedLine(line);
  const [named] = asked.numbers;
  if (named === undefined) return { kind: 'none' };
  const compact = mpnCompact(named.number);
  const longer = products.filter(({ mpn }) => mpnCompact(mpn).startsWith(compact));
  return decideNumber(asked, named, {
    byNumber: Map.groupBy(products, ({ mpnKey }) => mpnKey),
    byPrefix: new Map([[compact, longer]]),
    manufacturers,
    profiles: builtInProfiles,
    strategies: [heuristic],
  });
};

/** The decision in one line of text. */
const told = (decision: NumberDecision): string => {
  if (decision.kind === 'none') return 'none';
  if (decision.kind === 'unsure') return `${decision.reason} (${decision.candidates.length})`;
  return `${decision.confidence} ${decision.rule} ${decision.product.mpn}`;
};

const lm358 = productOf('Texas Instruments', 'LM358DR', 'IC OPAMP GP 2 CIRCUIT 8SOIC', { package: '8-SOIC' });

describe('a part number with its maker', () => {
  it.each([
    ['LM358DR', 'Texas Instruments', 'exact manufacturer_and_mpn LM358DR'],
    ['lm358dr', 'TI', 'exact manufacturer_and_mpn LM358DR'],
    ['LM358-DR', 'TI', 'strong manufacturer_and_mpn_without_separators LM358DR'],
    ['LM358DR', 'Texas Instrument', 'probable best_score LM358DR'],
    ['LM358DR', 'Analog Devices', 'not_found (1)'],
    ['LM358', 'TI', 'not_found (1)'],
    ['LM258DR', 'TI', 'none'],
  ])('%s of %s is %s', (number, maker, expected) => {
    expect(told(decide(lineNaming(number, maker), lm358))).toBe(expected);
  });

  it('the packaging of the asked number is left aside, and one that only products have is other packaging of the part', () => {
    const bare = productOf('Nexperia', 'BSS138PW', 'MOSFET N-CH 60V SOT323');
    const reels = ['115', '135'].map((code) => productOf('Nexperia', `BSS138PW,${code}`, 'MOSFET N-CH 60V SOT323'));
    const packed = 'strong manufacturer_and_mpn_without_suffix BSS138PW';
    expect(told(decide(lineNaming('BSS138PW,115', 'Nexperia'), bare))).toBe(packed);
    const otherwise = decide(lineNaming('BSS138PW', 'Nexperia'), ...reels);
    expect(told(otherwise)).toBe('probable mpn_without_packaging BSS138PW,115');
    expect(otherwise.kind === 'found' && otherwise.others.map(({ mpn }) => mpn)).toEqual(['BSS138PW,135']);
  });

  it('an order that leaves open whether the part is free of lead may become the marked one, and never the other way', () => {
    const [marked, bare] = ['LM317T/NOPB', 'LM317T'].map((mpn) =>
      productOf('Texas Instruments', mpn, 'IC REG LIN POS ADJ 1.5A TO220'),
    );
    if (marked === undefined || bare === undefined) throw new Error('two parts');
    const asked = (number: string) => lineNaming(number, 'Texas Instruments');
    expect(told(decide(asked('LM317T'), marked))).toBe('probable mpn_without_packaging LM317T/NOPB');
    expect(told(decide(asked('LM317T'), marked, bare))).toBe('exact manufacturer_and_mpn LM317T');
    expect(decide(asked('LM317T/NOPB'), bare).kind).not.toBe('found');
    const reel = productOf('Diodes Incorporated', 'BSS138-7-F', 'MOSFET N-CH 50V SOT23');
    const open = decide(lineNaming('BSS138', 'Diodes Incorporated'), reel);
    expect(told(open)).toBe('probable mpn_without_packaging BSS138-7-F');
  });

  it('a supplier in the place of the maker says nothing, unless it makes the part', () => {
    expect(told(decide(lineNaming('LM358DR', 'Mouser'), lm358))).toBe('probable mpn_only LM358DR');
    const own = productOf('Adafruit', 'ADA2652', 'BME280 breakout board');
    expect(told(decide(lineNaming('ADA2652', 'Adafruit'), own))).toBe('exact manufacturer_and_mpn ADA2652');
  });
});

describe('numbers that are nearly alike', () => {
  it.each([
    ['1.5SMC68CA', '1.5SMC6.8CA'],
    ['5128', '15128'],
    ['LM317', 'LM317+'],
    ['LM317T', 'LM317TNOPB'],
    ['MAX232ESE', 'MAX232CSE'],
    ['GRM188R71H104KA93', 'GRM188R71H104KA93D'],
    ['BSS138PW', 'BSS138PWX'],
  ])('%s is never taken for %s', (asked, other) => {
    const product = productOf('Maker', other, 'a part');
    for (const maker of ['Maker', undefined])
      expect(decide(lineNaming(asked, maker), product).kind, String(maker)).not.toBe('found');
  });
});

describe('a part number without its maker', () => {
  const onsemi = productOf('onsemi', '1N4148', 'DIODE GEN PURP 100V 200MA DO35');
  const vishay = productOf('Vishay', '1N4148', 'DIODE 1N4148 SOD-80');

  it('that one product only has is probable', () => {
    expect(told(decide(lineNaming('1N4148'), onsemi))).toBe('probable mpn_only 1N4148');
  });

  it('is doubted where the package contradicts', () => {
    expect(told(decide(lineNaming('1N4148', undefined, { package: 'SOD-323' }), onsemi))).toBe('ambiguous (1)');
  });

  it('is doubted where the line speaks of something that carries the part', () => {
    const sensor = productOf('Bosch', 'BME280X', 'SENSOR PRESSURE');
    const board = lineNaming('BME280X', undefined, { description: 'I2C breakout' });
    expect(told(decide(board, sensor))).toBe('ambiguous (1)');
  });

  it('that several have is never guessed', () => {
    expect(told(decide(lineNaming('1N4148'), onsemi, vishay))).toBe('ambiguous (2)');
  });

  it('that several have is told by a maker in the text, and by the package', () => {
    const named = lineNaming('1N4148', undefined, { description: 'diode by Vishay' });
    const told1 = decide(named, onsemi, vishay);
    expect(told1.kind === 'found' && told1.product.manufacturer).toBe('Vishay');
    const outlined = decide(lineNaming('1N4148', undefined, { package: 'DO-35' }), onsemi, vishay);
    expect(outlined.kind === 'found' && [outlined.rule, outlined.product.manufacturer]).toEqual([
      'mpn_and_figures',
      'onsemi',
    ]);
  });

  it('of few digits and no letter is left to a person', () => {
    const of = (number: string) => told(decide(lineNaming(number), productOf('Würth', number, 'FERRITE BEAD')));
    expect(of('1234567')).toBe('ambiguous (1)');
    expect(of('742792651')).toBe('probable mpn_only 742792651');
  });

  it('that is too short is left to a person', () => {
    expect(told(decide(lineNaming('BC547'), productOf('onsemi', 'BC547', 'TRANS NPN')))).toBe('ambiguous (1)');
  });
});
