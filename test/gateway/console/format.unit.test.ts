import { describe, expect, it } from 'vitest';
import { createFormats, localeOf } from '../../../gateway/console/format.ts';

const now = new Date('2026-03-01T12:00:00Z');

describe('formats', () => {
  it('writes figures and money as the reader does, and keeps every digit of small prices', () => {
    expect(createFormats('en', now).number(12_345)).toBe('12,345');
    expect(createFormats('de', now).number(12_345)).toBe('12.345');
    expect(createFormats('en', now).money('0.00519', 'EUR')).toBe('€0.00519');
    expect(createFormats('de', now).money('1234.5', 'EUR')).toBe('1.234,50\u00a0€');
    expect(createFormats('en', now).money('9007199254740993.01', 'USD')).toBe('$9,007,199,254,740,993.01');
    expect(createFormats('en', now).money('3', '')).toBe('3');
    expect([0.9, 171.35, 4.123456].map(createFormats('en', now).rate)).toEqual(['0.9000', '171.3500', '4.123456']);
    expect(createFormats('en', now).percent(0.0123)).toBe('1.23%');
    expect(createFormats('en', now).share(0.976)).toBe('98%');
  });

  it('writes a span of time in its largest unit', () => {
    expect([0, 0.25, 59, 90, 7_300, 200_000].map(createFormats('en', now).span)).toEqual([
      '0 sec',
      '0.3 sec',
      '59 sec',
      '1 min',
      '2 hr',
      '2 days',
    ]);
  });

  it('writes a day and a currency as the reader does, and what is neither as it is', () => {
    expect(createFormats('en-GB', now).day('2026-03-01')).toBe('1 Mar 2026');
    expect(createFormats('de', now).day('2026-03-01')).toBe('01.03.2026');
    expect(createFormats('en', now).day('some day')).toBe('some day');
    expect(createFormats('en', now).currency('CHF')).toBe('Swiss Franc');
    expect(createFormats('en', now).currency('points')).toBe('points');
  });

  it('writes an instant as its age, with the instant behind it', () => {
    const age = String(createFormats('en', now).age(new Date('2026-03-01T11:57:10Z')));
    expect(age).toContain('2 min. ago');
    expect(age).toContain('2026-03-01T11:57:10.000Z');
    expect(String(createFormats('en', now).age(new Date('2026-03-03T12:00:00Z')))).toContain('in 2 days');
    expect(String(createFormats('en', now).age(undefined))).toContain('–');
  });
});

describe('localeOf', () => {
  it.each([
    ['de-AT,de;q=0.9,en;q=0.5', 'de-AT'],
    ['xx-broken"><script>,fr', 'fr'],
    ['*', 'en'],
    [undefined, 'en'],
  ])('takes of %j', (header, expected) => {
    expect(localeOf(header)).toBe(expected);
  });
});
