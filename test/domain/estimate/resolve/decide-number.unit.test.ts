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
  ])('%s of %s is %s', (number, manufacturer, expected) => {
    expect(told(decide(lineNaming(number, manufacturer), lm358))).toBe(expected);
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
    for (const manufacturer of ['Maker', undefined])
      expect(decide(lineNaming(asked, manufacturer), product).kind, String(manufacturer)).not.toBe('found');
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

/** The candidates that are left to a person: their numbers, scores to two places, and the rule. */
const offered = (decision: NumberDecision, ...products: readonly ProductCandidate[]): unknown =>
  decision.kind === 'unsure'
    ? decision.candidates.map(({ productId, score, rule }) => [
        products.find((each) => each.productId === productId)?.mpn,
        Number(score.toFixed(2)),
        rule,
      ])
    : decision.kind;

describe('what is left to a person', () => {
  it('has products whose numbers begin with the asked one, by the share that it is of theirs', () => {
    const longer = ['LM358XYZQ', 'LM3580001'].map((mpn) => productOf('Acme', mpn));
    expect(offered(decide(lineNaming('LM358'), ...longer), ...longer)).toEqual([
      ['LM358XYZQ', 0.28, 'begins_with_mpn'],
      ['LM3580001', 0.28, 'begins_with_mpn'],
    ]);
    const shorter = productOf('Acme', 'LM358X');
    expect(offered(decide(lineNaming('LM358'), shorter), shorter)).toEqual([['LM358X', 0.42, 'begins_with_mpn']]);
  });

  it('has those of the asked maker alone where it has any, else those of all', () => {
    const [own, other] = [productOf('Acme', 'LM358XYZQ'), productOf('Zorblax', 'LM358XYZR')];
    const of = (manufacturer: string) => offered(decide(lineNaming('LM358', manufacturer), own, other), own, other);
    expect(of('Acme')).toEqual([['LM358XYZQ', 0.28, 'begins_with_mpn']]);
    expect(of('Initech')).toEqual([
      ['LM358XYZQ', 0.28, 'begins_with_mpn'],
      ['LM358XYZR', 0.28, 'begins_with_mpn'],
    ]);
  });

  it('has half a chance where the part is of another maker, or contradicts, or has too short a number', () => {
    expect(offered(decide(lineNaming('LM358DR', 'Analog Devices'), lm358), lm358)).toEqual([
      ['LM358DR', 0.5, 'mpn_of_another_maker'],
    ]);
    const diode = productOf('onsemi', '1N4148', 'DIODE GEN PURP 100V 200MA DO35');
    expect(offered(decide(lineNaming('1N4148', undefined, { package: 'SOD-323' }), diode), diode)).toEqual([
      ['1N4148', 0.5, 'mpn_only'],
    ]);
    const short = productOf('onsemi', 'BC547', 'TRANS NPN');
    expect(offered(decide(lineNaming('BC547'), short), short)).toEqual([['BC547', 0.5, 'short_mpn_only']]);
  });

  it('has as many equal chances as there are products of the number', () => {
    const manufacturers = ['Acme', 'Zorblax', 'Initech', 'Globex'].map((manufacturer) =>
      productOf(manufacturer, '1N4148'),
    );
    expect(offered(decide(lineNaming('1N4148'), ...manufacturers), ...manufacturers)).toEqual(
      manufacturers.map(() => ['1N4148', 0.25, 'mpn_only']),
    );
  });

  it('has none of those that contradict the line, where others do not', () => {
    const outlined = ['DO35', 'DO35', 'SOD-80'].map((outline, at) =>
      productOf(['Acme', 'Zorblax', 'Initech'][at] ?? '', '1N4148', `DIODE ${outline}`, { package: outline }),
    );
    const names = (outline: string) => {
      const decision = decide(lineNaming('1N4148', undefined, { package: outline }), ...outlined);
      return decision.kind === 'unsure' ? decision.candidates.length : decision.kind;
    };
    expect(names('DO-35')).toBe(2);
    expect(names('TO-92')).toBe(3);
  });
});

describe('a maker in the words of a line', () => {
  const told1 = (description: string, ...manufacturers: readonly string[]): string => {
    const products = manufacturers.map((manufacturer) => productOf(manufacturer, '1N4148'));
    const decision = decide(lineNaming('1N4148', undefined, { description }), ...products);
    return decision.kind === 'found' ? decision.product.manufacturer : decision.kind;
  };

  it.each([
    ['by its whole name of three letters', 'diode of TDK', 'TDK', 'TDK'],
    ['not by two letters', 'diode of TD', 'TD', 'unsure'],
    ['not by a piece of a word', 'diode of TDKX', 'TDK', 'unsure'],
    ['by the first word of its name', 'diode of Zorblax', 'Zorblax Parts', 'Zorblax Parts'],
    ['not by a first word of three letters', 'diode of Zor', 'Zor Parts', 'unsure'],
    ['not by a later word', 'diode with parts', 'Zorblax Parts', 'unsure'],
    ['in any case and between marks', 'diode (zorblax)', 'Zorblax', 'Zorblax'],
  ])('tells whose part is meant %s', (_, description, manufacturer, told) => {
    expect(told1(description, manufacturer, 'Initech')).toBe(told);
  });

  it('tells nothing where two are named', () => {
    expect(told1('diode of Zorblax or Initech', 'Zorblax', 'Initech')).toBe('unsure');
  });
});

describe('a number that known ones only add their packaging to', () => {
  const reel = (number: string, manufacturer = 'Nexperia') => productOf(manufacturer, `${number},115`, 'MOSFET N-CH');

  it.each([
    ['of six characters is taken without its maker', 'BSS138', undefined, 'probable mpn_without_packaging BSS138,115'],
    ['of five is left to a person', 'BSS84', undefined, 'not_found (1)'],
    ['of five is taken with its maker', 'BSS84', 'Nexperia', 'probable mpn_without_packaging BSS84,115'],
  ])('%s', (_, number, manufacturer, expected) => {
    expect(told(decide(lineNaming(number, manufacturer), reel(number)))).toBe(expected);
  });
});

describe('a supplier in the place of the maker', () => {
  it('makes the part where one of the products of the number is its own', () => {
    const [own, other] = [productOf('Adafruit', 'ADA2652'), productOf('Zorblax', 'ADA2652')];
    expect(told(decide(lineNaming('ADA2652', 'Adafruit'), other, own))).toBe('exact manufacturer_and_mpn ADA2652');
    expect(told(decide(lineNaming('ADA2652', 'Mouser'), other, own))).toBe('ambiguous (2)');
  });
});
