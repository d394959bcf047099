import { expect, it } from 'vitest';
import { featureNames, measurePair } from '../../../../domain/matching/model/features.ts';
import { prepareRecord } from '../../../../domain/matching/model/prepare.ts';
import type { ComparedRecord } from '../../../../domain/matching/model/record.ts';
import { createVocabulary } from '../../../../domain/matching/model/vocabulary.ts';

/**
 * The weights are fitted to figures as they were measured then: one that is measured otherwise
 * makes every judgement wrong, and nothing else would say so. `vitest -u` records the figures
 * anew, once the weights are fitted to them.
 */

const vocabulary = createVocabulary({
  records: 200,
  counts: new Map([
    ['black', 90],
    ['phone', 60],
    ['case', 40],
    ['camera', 30],
    ['digital', 25],
    ['for', 80],
    ['with', 70],
    ['resistor', 20],
    ['0603', 15],
    ['sony', 12],
    ['kit', 5],
  ]),
});

const of = (title: string, more: Partial<ComparedRecord> = {}): ComparedRecord => ({
  title,
  manufacturer: undefined,
  mpn: undefined,
  text: undefined,
  price: undefined,
  ...more,
});

const pairs: readonly (readonly [ComparedRecord, ComparedRecord])[] = [
  [of(''), of('')],
  [of('black phone case'), of('black phone case')],
  [of('black phone'), of('phone case for travel')],
  [
    of('Sony DSC-T500 digital camera 10.1 MP black', { manufacturer: 'Sony', mpn: 'DSCT500B', price: 300 }),
    of('Sony DSCT300 Cyber-shot digital camera 10 megapixel red', {
      manufacturer: 'Sony',
      mpn: 'DSCT300R',
      price: 250,
    }),
  ],
  [
    of('Yamaha YHT-390BK home theater system, 5.1 channel', { price: 499.95 }),
    of('YHT390BL Yamaha home theatre in a box 5.1ch', { price: 389 }),
  ],
  [
    of('RES SMD 10K OHM 1% 1/10W 0603', { manufacturer: 'Yageo', mpn: 'RC0603FR-0710KL', price: 0.01 }),
    of('Resistor 10 kOhm 0603 1%', { manufacturer: 'YAGEO Corp', mpn: 'RC0603FR0710KL', text: 'Thick film 100 mW' }),
  ],
  [of('carrying case for Acme 200 camera class 2'), of('carrying case for Bolt 300 camera class 10')],
  [of('wireless keybaord and mouse set 2 pack'), of('wireless keyboard mouse 3 pack', { text: 'set of keyboards' })],
  [
    of('Canon PIXMA MP620 all-in-one printer 2400x1200 dpi', { manufacturer: 'Canon', price: 149 }),
    of('Canon PIXMA MP620B photo printer', { text: 'All in one with 2400 x 1200 dpi, black', price: 129.99 }),
  ],
  [
    of('Panasonic 4GB SDHC memory card class 6', { mpn: 'RPSDV04GU1K', manufacturer: 'Panasonic' }),
    of('Panasonic 8GB SDHC memory card class 6', { mpn: 'RPSDV08GU1K', manufacturer: 'Panasonic' }),
  ],
  [
    of('LG 47LG50 47" 1080p LCD HDTV', { price: 1_299 }),
    of('LG 47-inch LCD TV 1080p full HD, piano black', { manufacturer: 'LG Electronics', mpn: '47LG50', price: 1_199 }),
  ],
  [of('one two three four five six seven eight'), of('eight seven six five four three two one zero')],
];

/** Four digits; a dash for what is not known. */
const written = (figure: number | undefined): string =>
  figure === undefined || Number.isNaN(figure) ? '-' : String(Number(figure.toPrecision(4)));

it('the figures of some pairs, either way round, are those that the weights were fitted to', async () => {
  const measured = pairs.flatMap(([one, other]) => {
    const [a, b] = [prepareRecord(one, vocabulary), prepareRecord(other, vocabulary)];
    return [measurePair(a, b), measurePair(b, a)];
  });
  const lines = featureNames.map((name, at) => [name, ...measured.map((figures) => written(figures[at]))].join('\t'));
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('recorded-figures.tsv');
});
