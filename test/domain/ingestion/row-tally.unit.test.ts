import { describe, expect, it } from 'vitest';
import {
  inWords,
  noRows,
  type PageRows,
  repeatedRow,
  rowTotals,
  sampleOf,
  tallied,
  unreadableRows,
} from '../../../domain/ingestion/row-tally.ts';

const rows = (read: number, unreadable: number, repeated = 0): PageRows => ({
  read,
  skipped: [
    ...Array.from({ length: unreadable }, (_, at) => ({ sku: undefined, reason: 'no SKU', row: at + 1 })),
    ...Array.from({ length: repeated }, () => ({ sku: 'A', reason: repeatedRow })),
  ],
});
const catalogue = { phase: 'catalogue', page: 1 } as const;
const prices = { phase: 'prices', page: 1 } as const;

describe('the rows of a tick', () => {
  it('are no success when most of a phase could not be read, whatever the other phases had', () => {
    const good = tallied(noRows, rows(1_000, 0), catalogue);
    expect(unreadableRows(good)).toBeUndefined();
    expect(unreadableRows(tallied(good, rows(2, 2), prices))).toBeUndefined();
    expect(unreadableRows(tallied(good, rows(2, 3), prices))).toBe(
      '3 of 5 rows of the prices could not be read; the first one left out: no SKU (row 1)',
    );
  });

  it('are judged over the whole phase and not by one page', () => {
    const bad = tallied(noRows, rows(0, 5), catalogue);
    expect(unreadableRows(bad)).toContain('5 of 5 rows');
    expect(unreadableRows(tallied(bad, rows(5, 0), { phase: 'catalogue', page: 2 }))).toBeUndefined();
  });

  it('are no failure for being repeated, or for being none', () => {
    expect(unreadableRows(tallied(noRows, rows(1, 0, 9), catalogue))).toBeUndefined();
    expect(tallied(noRows, rows(0, 0), catalogue)).toBe(noRows);
  });

  it('are counted by a bounded number of reasons, and the first one stays', () => {
    const skipped = Array.from({ length: 50 }, (_, at) => ({ sku: undefined, reason: `reason ${at}`, row: at + 1 }));
    const tally = tallied(tallied(noRows, { read: 1, skipped }, catalogue), rows(1, 3), prices);
    expect(Object.keys(tally.reasons)).toHaveLength(11);
    expect(tally.reasons).toMatchObject({ 'reason 0': 1, 'other reasons': 43 });
    expect(rowTotals(tally)).toEqual({ read: 2, leftOut: 53 });
    expect(tally.first).toMatchObject({ reason: 'reason 0', phase: 'catalogue', page: 1, row: 1 });
  });
});

describe('a sample', () => {
  it('is one short line, whatever stands there', () => {
    expect(sampleOf(' a\r\n\tb\u0000c ')).toBe('a b c');
    const long = sampleOf('x'.repeat(1_000_000));
    expect(long).toHaveLength(80);
    expect(long.endsWith('…')).toBe(true);
    expect(sampleOf('x'.repeat(80))).toBe('x'.repeat(80));
  });

  it('stands in words beside its place', () => {
    expect(inWords({ reason: 'no number', row: 2, column: 'Price', sample: 'n/a' })).toBe(
      'no number (row 2, column "Price", which says "n/a")',
    );
    expect(inWords({ reason: 'no JSON' })).toBe('no JSON');
  });
});
