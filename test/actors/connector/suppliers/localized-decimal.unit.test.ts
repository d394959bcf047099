import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type DecimalSeparator,
  readLocalizedAmount,
  separatorIn,
} from '../../../../actors/connector/suppliers/localized-decimal.ts';
import { amount, amountText } from '../../../../domain/money.ts';

const textOf = (text: string, separator?: DecimalSeparator): string | undefined => {
  const read = readLocalizedAmount(text, separator);
  return read === undefined ? undefined : amountText(read);
};

it.each([
  ['1.234,56 €', '1234.56'],
  ['€ 2,10', '2.1'],
  ['$0.10', '0.1'],
  ['$0.083', '0.083'],
  ['0,0831 €', '0.0831'],
  ['1 234,50 zł', '1234.5'],
  ['1 234,5 €', '1234.5'],
  ["CHF 1'234.50", '1234.5'],
  ['kr. 1,20', '1.2'],
  ['Rs.12.50', '12.5'],
  ['$1,234,567.891', '1234567.891'],
  ['1.234.567', '1234567'],
  ['12', '12'],
])('reads %j as %s whatever the language', (text, is) => {
  expect([textOf(text), textOf(text, '.'), textOf(text, ',')]).toEqual([is, is, is]);
});

it.each([
  '',
  'Quote',
  '-1.00',
  '1,23,456.00',
  '1.234.56',
  '.5',
  '5.',
  '1..5',
  '1e3',
  '12 34',
  '$',
  '1 €2',
  '9'.repeat(80),
])('reads nothing in %j', (text) => {
  expect([textOf(text), textOf(text, '.'), textOf(text, ',')]).toEqual([undefined, undefined, undefined]);
});

it('reads one separator before three digits only when something tells what it is', () => {
  expect([textOf('1,234'), textOf('1,234', '.'), textOf('1,234', ',')]).toEqual([undefined, '1234', '1.234']);
  expect(separatorIn(['$1,234', '$0.10'])).toBe('.');
  expect(separatorIn(['1.234 €', '0,10 €'])).toBe(',');
  expect(separatorIn(['1,234', '12'])).toBeUndefined();
  expect(separatorIn(['0,10 €', '$0.10'])).toBeUndefined();
});

describe('whatever is printed', () => {
  const group = fc.constantFrom<readonly [DecimalSeparator, string]>(
    ['.', ','],
    [',', '.'],
    [',', '\u00a0'],
    [',', '\u202f'],
    [',', ' '],
    ['.', "'"],
    ['.', '’'],
    ['.', ''],
    [',', ''],
  );
  const sign = fc.constantFrom('', '$', '€ ', 'CHF ', 'US$', ' €', '\u00a0zł', ' Kč', ' kr.');
  const printed = fc
    .record({ whole: fc.nat(99_999_999), fraction: fc.stringMatching(/^\d{0,6}$/), by: group, sign })
    .map(({ whole, fraction, by: [separator, thousands], sign: given }) => {
      const digits = String(whole).replace(/\B(?=(\d{3})+$)/g, thousands) + (fraction && separator + fraction);
      const isBehind = /^[\s]/u.test(given);
      return {
        text: isBehind ? digits + given : given + digits,
        separator,
        value: amount(`${whole}${fraction && `.${fraction}`}`),
      };
    });

  it('is read as what it is when the separator is known', () => {
    fc.assert(
      fc.property(printed, ({ text, separator, value }) => {
        expect(textOf(text, separator)).toBe(amountText(value));
      }),
    );
  });

  it('is read as what it is or not at all when the separator is unknown', () => {
    fc.assert(
      fc.property(printed, ({ text, value }) => {
        expect([amountText(value), undefined]).toContain(textOf(text));
      }),
    );
  });

  it('never tells the wrong separator', () => {
    fc.assert(
      fc.property(printed, ({ text, separator }) => {
        expect([separator, undefined]).toContain(separatorIn([text]));
      }),
    );
  });

  it('never throws and never gives less than nothing', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }),
        fc.constantFrom<DecimalSeparator | undefined>('.', ',', undefined),
        (text, by) => {
          expect(readLocalizedAmount(text, by)?.isNegative() ?? false).toBe(false);
        },
      ),
    );
  });
});
