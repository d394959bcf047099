import { describe, expect, it } from 'vitest';
import { lineKey } from '../../../../domain/estimate/resolve/line-key.ts';
import { amount } from '../../../../domain/money.ts';
import { lineNaming, lineOf } from '../../../support/line-samples.ts';

describe('the key of a choice', () => {
  it('leaves quantity, designators, row and price aside', () => {
    const line = lineOf({ value: '100nF', package: '0603', description: 'X7R' });
    const again = {
      ...line,
      row: 7,
      quantity: amount(5),
      references: ['C1'],
      expectedPrice: amount('0.1'),
      rawText: '5 | C1',
    };
    expect(lineKey(again)).toBe(lineKey(line));
  });

  it('is of maker and number alone where both are named, in any spelling of them', () => {
    const one = lineNaming('LM358-DR', 'Texas Instruments Inc.', { description: 'op amp' });
    const other = lineNaming('lm358dr', 'TEXAS INSTRUMENTS', { package: 'SOIC-8' });
    expect(lineKey(other)).toBe(lineKey(one));
  });

  it('tells apart what is not one part', () => {
    const lines = [
      lineNaming('1.5SMC68CA', 'Littelfuse'),
      lineNaming('1.5SMC6.8CA', 'Littelfuse'),
      lineNaming('LM358'),
      lineNaming('LM358', undefined, { package: 'SOIC-8' }),
      lineNaming('LM358', undefined, { package: 'DIP-8' }),
      lineOf({ value: '100nF', package: '0603' }),
      lineOf({ value: '100nF', package: '0402' }),
      lineOf({ rawText: 'a knob' }),
    ];
    expect(new Set(lines.map(lineKey)).size).toBe(lines.length);
  });

  it('names one outline by any of its names', () => {
    const one = lineNaming('BAT54', undefined, { package: 'SOT-23' });
    expect(lineKey(lineNaming('BAT54', undefined, { package: 'TO-236-3' }))).toBe(lineKey(one));
  });
});
