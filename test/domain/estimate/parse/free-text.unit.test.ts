import { describe, expect, it } from 'vitest';
import { readFreeText, readLineInput, splitItems } from '../../../../domain/estimate/parse/free-text.ts';
import { amount } from '../../../../domain/money.ts';
import { inTime } from '../../../support/bounded.ts';

describe('a line of free text', () => {
  it('is cut into its items where a new quantity begins', () => {
    expect(splitItems('10x LM358 SOIC-8, 5 pcs 100nF 0603 X7R')).toEqual(['10x LM358 SOIC-8', '5 pcs 100nF 0603 X7R']);
    expect(splitItems('2x relay, 5 V, through hole')).toEqual(['2x relay, 5 V, through hole']);
  });

  it.each([
    ['10x LM358 SOIC-8', '10', 'LM358', undefined, 'SOIC-8'],
    ['5 pcs 100nF 0603 X7R', '5', undefined, '100nF', '0603'],
    ['100 шт BC547', '100', 'BC547', undefined, undefined],
    ['- 100nF capacitor (2)', '2', undefined, '100nF', undefined],
    ['NE555 x 20', '20', 'NE555', undefined, undefined],
    ['LM317: 4', '4', 'LM317', undefined, undefined],
    ['IRF540N - 12 pcs', '12', 'IRF540N', undefined, undefined],
    ['3 1N4148', '3', '1N4148', undefined, undefined],
    ['- 555 timer in a socket', undefined, undefined, undefined, undefined],
  ])('%s', (text, quantity, partNumber, value, packageName) => {
    const line = readFreeText(text, 1);
    expect(line.quantity?.toFixed()).toBe(quantity);
    expect(line.parts[0]?.partNumber).toBe(partNumber);
    expect(line.value).toBe(value);
    expect(line.package).toBe(packageName);
  });

  it('keeps the maker that stands before a number', () => {
    expect(readFreeText('2x Texas Instruments LM358', 1).parts).toEqual([
      { manufacturer: 'Texas Instruments', partNumber: 'LM358' },
    ]);
  });
});

describe('a line without a file', () => {
  it('takes what the caller states before what its text says', () => {
    const line = readLineInput({ rawText: '10x LM358', quantity: amount(3), unit: 'pcs', manufacturer: 'onsemi' }, 4);
    expect(line).toMatchObject({ row: 4, unit: 'piece', parts: [{ partNumber: 'LM358', manufacturer: 'onsemi' }] });
    expect(line.quantity?.toFixed()).toBe('3');
  });

  it('names the alternatives that come with it after its own part, in their order', () => {
    const alternatives = [{ partNumber: 'LM358DT', manufacturer: 'ST' }, { partNumber: 'LM358A' }];
    const [first, second] = alternatives.map((each) => ({ ...each, isAlternative: true }));
    const own = { partNumber: 'LM358' };
    expect(readLineInput({ rawText: '10x LM358', alternatives }, 1).parts).toEqual([own, first, second]);
    expect(readLineInput({ rawText: '', ...own, alternatives }, 1).parts).toEqual([own, first, second]);
    expect(readLineInput({ rawText: '100nF 0603', alternatives }, 1).parts).toEqual([first, second]);
  });

  it('takes a quantity of zero as unknown, not as nothing', () => {
    expect(readLineInput({ rawText: 'LM358', quantity: amount(0) }, 1).quantity).toBeUndefined();
  });

  it.each([',', ';', ', ', ' ', '1', '(', 'x', '1 / ', '-', '# '])('of 4,000 times %j is read at once', (text) => {
    const long = text.repeat(4_000).slice(0, 4_000);
    inTime(5_000, () => [...Array(300).keys()].map((row) => readFreeText(`LM358${long}!`, row)));
  });
});
