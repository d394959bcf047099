import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { durationText, parseDuration } from '../../domain/duration.ts';

describe('a duration', () => {
  it.each([
    ['500ms', 500],
    ['90s', 90_000],
    ['15m', 900_000],
    ['2h', 7_200_000],
    ['1d', 86_400_000],
    ['1h30m', 5_400_000],
    ['1.5h', 5_400_000],
    ['0.1s', 100],
    ['1m500ms', 60_500],
    ['PT15M', 900_000],
    ['PT90S', 90_000],
    ['PT0.5S', 500],
    ['P1D', 86_400_000],
    ['P1DT12H', 129_600_000],
    ['P2W', 1_209_600_000],
    ['0s', 0],
  ])('%s is read', (text, ms) => {
    expect(parseDuration(text)).toBe(ms);
  });

  it.each([
    '',
    '15',
    'm',
    '15 m',
    ' 15m',
    '-15m',
    '+15m',
    '1e3s',
    '15M',
    '15min',
    '1m1h',
    '1m1m',
    'P',
    'PT',
    'P1DT',
    'P1Y',
    'P1M',
    'pt15m',
    '15MPT',
    '0.0001s',
    '1.s',
    '.5s',
    'Infinitys',
    '999999999999d',
    `${'9'.repeat(400)}s`,
    '１５m',
    '15m\n',
  ])('%j is none', (text) => {
    expect(parseDuration(text)).toBeUndefined();
  });

  it('is the same in both forms, whatever its parts', () => {
    const part = fc.nat(9_999);
    fc.assert(
      fc.property(part, part, part, part, (d, h, m, s) => {
        const ms = d * 86_400_000 + h * 3_600_000 + m * 60_000 + s * 1_000;
        expect(parseDuration(`${d}d${h}h${m}m${s}s`)).toBe(ms);
        expect(parseDuration(`P${d}DT${h}H${m}M${s}S`)).toBe(ms);
      }),
    );
  });

  it('is shown so that it is read back as it was', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.nat(10_000_000_000),
          fc.nat(10_000).map((s) => s * 60_000),
        ),
        (ms) => {
          expect(parseDuration(durationText(ms))).toBe(ms);
        },
      ),
    );
    expect([90_000, 86_400_000, 1_500, 0].map(durationText)).toEqual(['90s', '1d', '1500ms', '0ms']);
  });

  it('never fails on any text, and never gives what cannot be counted', () => {
    const text = fc.oneof(fc.string(), fc.stringMatching(/^P?T?[\d.]{0,8}[dhmsDHMSW]{0,3}$/));
    fc.assert(
      fc.property(text, (each) => {
        const ms = parseDuration(each);
        expect(ms === undefined || (Number.isSafeInteger(ms) && ms >= 0)).toBe(true);
      }),
    );
  });
});
