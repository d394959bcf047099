import { expect, test } from 'vitest';
import { isOlderThan, monthOf } from '../../../domain/archive/month.ts';

test('a partition is a month when its name is one, in UTC', () => {
  expect(monthOf('event_2026_12')).toEqual({
    partition: 'event_2026_12',
    from: new Date('2026-12-01T00:00:00Z'),
    until: new Date('2027-01-01T00:00:00Z'),
  });
  for (const other of ['event', 'event_2026_13', 'event_2026_00', 'event_default', 'event_2026_1', 'x_event_2026_01']) {
    expect(monthOf(other)).toBeUndefined();
  }
});

test.each([
  ['2026-03-01T00:00:00.000Z', 1, true],
  ['2026-02-28T23:59:59.999Z', 1, false],
  ['2027-02-01T00:00:00.000Z', 12, true],
  ['2027-01-31T23:59:59.999Z', 12, false],
])('at %s January 2026 is older than %s months: %s', (now, months, answer) => {
  const month = monthOf('event_2026_01');
  expect(month && isOlderThan(month, months, new Date(now))).toBe(answer);
});
