import { expect, test } from 'vitest';
import { quantitiesOf } from '../../../../domain/matching/model/quantities.ts';
import { alphanumericOnly, folded, modelTokensOf, wordsOf } from '../../../../domain/matching/model/tokens.ts';

test('words are runs of letters and digits, decimals stay whole and lose empty places', () => {
  expect(wordsOf(folded('Ｗindows Vista 6.0 (2.5-inch)'))).toEqual(['windows', 'vista', '6', '2.5', 'inch']);
});

test('language tags and the word for nothing of web pages are no words', () => {
  expect(wordsOf(folded('"Canon EOS 7D"@en-US "Null"'))).toEqual(['canon', 'eos', '7d']);
});

test.each([
  ['panasonic kx-tg9341t phone', ['kxtg9341t']],
  ['HP 662078-B21 Xeon', ['662078b21']],
  ['maintenance kit q2429a', ['q2429a']],
  ['a 500gb drive with 7200rpm and 2.5 inch, 2x4gb', []],
  ['RC0603FR-0710KL chip resistor', ['rc0603fr0710kl']],
  ['room 12', []],
])('of "%s" the model tokens are %j', (text, models) => {
  expect(modelTokensOf(folded(text))).toEqual(models);
});

test('a model token is found in the squeezed text however it is written', () => {
  expect(alphanumericOnly(folded('the KX-TG 9341 T'))).toContain('kxtg9341t');
});

test('figures of one kind of quantity are brought to one unit', () => {
  const found = quantitiesOf(
    folded("1 TB disk, 16GB RAM, 2.4 GHz, 18-megapixel, 13 ' screen, 100nF, 0.1 uF, 1,000 mbps"),
  );
  expect(found.get('byte')).toEqual(new Set([1000, 16]));
  expect(found.get('frequency')).toEqual(new Set([2400]));
  expect(found.get('pixel')).toEqual(new Set([18]));
  expect(found.get('inch')).toEqual(new Set([13]));
  expect(found.get('capacitance')).toEqual(new Set([100]));
  expect(found.get('rate')).toEqual(new Set([1000]));
});
