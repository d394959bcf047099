import { expect, it } from 'vitest';
import { noRows, type RowTally, repeatedRow, type SkippedRow, tallied } from '../../../domain/ingestion/row-tally.ts';
import { withdrawalOf } from '../../../domain/ingestion/withdrawal.ts';
import { hoursBefore } from '../../support/offers.ts';

const [startedAt, previousStartedAt] = [hoursBefore(1), hoursBefore(13)];
const page = { phase: 'catalogue', page: 1 };
const rowsOf = (...skipped: SkippedRow[]): RowTally => tallied(noRows, { read: 900, skipped }, page);
const bad = (sku: string | undefined): SkippedRow => ({ sku, reason: 'a price is no number' });
const few = { known: 1_000, missed: 100, previousStartedAt };

it.each([
  ['what was not seen since it began', rowsOf(), few, { unseenSince: startedAt, except: [] }],
  ['nothing that it has seen', rowsOf(), { ...few, missed: 0 }, undefined],
  [
    'no SKU of a row that could not be read',
    rowsOf(bad('A-1'), bad('A-2')),
    few,
    {
      unseenSince: startedAt,
      except: ['A-1', 'A-2'],
    },
  ],
  ['no SKU where a row could not be read that names none', rowsOf(bad('A-1'), bad(undefined)), few, undefined],
  [
    'the same beside a row that came twice',
    rowsOf({ sku: 'A-1', reason: repeatedRow }),
    few,
    {
      unseenSince: startedAt,
      except: [],
    },
  ],
  ['nothing where it read nothing', noRows, few, undefined],
  ['half of what was known', rowsOf(), { ...few, missed: 500 }, { unseenSince: startedAt, except: [] }],
  [
    'of more than half only what the walk before missed too',
    rowsOf(),
    { ...few, missed: 501 },
    {
      unseenSince: previousStartedAt,
      except: [],
    },
  ],
  [
    'nothing of more than half at first',
    rowsOf(),
    { known: 1_000, missed: 501, previousStartedAt: undefined },
    undefined,
  ],
])('a walk withdraws %s', (_, rows, figures, expected) => {
  expect(withdrawalOf({ startedAt, rows }, figures)).toEqual(expected);
});

it('says nothing where more rows could not be read than are kept', () => {
  const skipped = Array.from({ length: 101 }, (_, at) => bad(`A-${at}`));
  const [first, second] = [skipped.slice(0, 100), skipped.slice(100)];
  const rows = tallied(noRows, { read: 900, skipped: first }, page);
  expect(withdrawalOf({ startedAt, rows }, few)?.except).toHaveLength(100);
  expect(withdrawalOf({ startedAt, rows: tallied(rows, { read: 9, skipped: second }, page) }, few)).toBeUndefined();
});
