import { describe, expect, it } from 'vitest';
import { exchangeRates, readRate } from '../../../domain/pricing/exchange-rates.ts';

const rates = exchangeRates([
  { currency: 'USD', day: '2026-02-27', rate: '1.25' },
  { currency: 'USD', day: '2026-03-02', rate: '1.5' },
  { currency: 'GBP', day: '2026-02-26', rate: '0.8' },
]);
const at = (day: string) => new Date(`${day}T12:00:00Z`);

describe('a rate between two currencies', () => {
  it.each([
    ['EUR', 'USD', '2026-02-27', '1.25', '2026-02-27'],
    // A day without rates has those of the day before, never those of a day to come.
    ['EUR', 'USD', '2026-03-01', '1.25', '2026-02-27'],
    ['EUR', 'USD', '2026-03-02', '1.5', '2026-03-02'],
    ['USD', 'EUR', '2026-02-27', '0.8', '2026-02-27'],
    // Through the euro, of the older of both days.
    ['GBP', 'USD', '2026-02-27', '1.5625', '2026-02-26'],
    ['USD', 'USD', '2001-01-01', '1', '2001-01-01'],
  ])('of %s in %s on %s is %s of %s', (from, to, day, text, of) => {
    expect(rates.between(from, to, at(day))).toMatchObject({ text, day: of });
  });

  it.each([
    ['before the first', 'EUR', 'USD', '2026-02-26'],
    ['a week and a day after the last', 'EUR', 'USD', '2026-03-10'],
    ['of a currency that nobody told', 'EUR', 'JPY', '2026-03-02'],
  ])('is none %s', (_why, from, to, day) => {
    expect(rates.between(from, to, at(day))).toBeUndefined();
  });

  it('turns an amount by the ratio that its text says', () => {
    const turned = (from: string, to: string, day: string): number => {
      const { numerator, denominator } = rates.between(from, to, at(day))?.ratio ?? { numerator: 0, denominator: 1 };
      return numerator / denominator;
    };
    expect(turned('EUR', 'USD', '2026-03-02')).toBe(1.5);
    expect(turned('USD', 'EUR', '2026-02-27')).toBe(0.8);
    expect(turned('GBP', 'USD', '2026-02-27')).toBe(1.5625);
    expect(turned('USD', 'USD', '2026-03-02')).toBe(1);
    expect(turned('EUR', 'EUR', '2026-03-02')).toBe(1);
  });

  it('holds for a week', () => {
    expect(rates.between('EUR', 'USD', at('2026-03-09'))?.text).toBe('1.5');
  });
});

it.each([
  ['1.2500', '1.25'],
  ['100', '100'],
  ['1.0', '1'],
  ['0', undefined],
  ['-1', undefined],
  ['1.2345678', undefined],
  ['12345678', undefined],
  ['abc', undefined],
])('the rate %s is read as %s', (text, read) => {
  expect(readRate(text)).toBe(read);
});
