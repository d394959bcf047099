import { expect, it } from 'vitest';
import { noRows, type RowTally, repeatedRow, type SkippedRow, tallied } from '../../../domain/ingestion/row-tally.ts';
import { verdictOn } from '../../../domain/ingestion/withdrawal.ts';
import { hoursBefore } from '../../support/offers.ts';

const minutesBefore = (instant: Date, minutes: number) => new Date(instant.getTime() - minutes * 60_000);
const startedAt = hoursBefore(1);
/** Pages of the walk may have been stamped by a process whose clock is behind. */
const since = minutesBefore(startedAt, 5);
const before = { startedAt: hoursBefore(13), rows: noRows };
const sinceBefore = minutesBefore(before.startedAt, 5);

const page = { phase: 'catalogue', page: 1 };
const rowsOf = (...skipped: SkippedRow[]): RowTally => tallied(noRows, { read: 1_900, skipped }, page);
const bad = (sku: string | undefined): SkippedRow => ({ sku, reason: 'a price is no number' });
const figures = { known: 2_000, missed: 100, seen: 1_900 };
const few = (...except: string[]) => ({ judgement: 'few_missed', withdrawal: { unseenSince: since, except } });
const compared = (...except: string[]) => ({
  judgement: 'compared',
  withdrawal: { unseenSince: sinceBefore, except },
});
const unnamed = { judgement: 'unnamed_rows' };

it.each([
  ['what it missed, where that is little', rowsOf(), figures, undefined, few()],
  ['nothing where it missed nothing', rowsOf(), { ...figures, missed: 0 }, before, { judgement: 'nothing_missed' }],
  ['no SKU of a row that it could not read', rowsOf(bad('A-1'), bad('A-2')), figures, before, few('A-1', 'A-2')],
  [
    'nothing where a row could not be read that names none',
    rowsOf(bad('A-1'), bad(undefined)),
    figures,
    before,
    unnamed,
  ],
  [
    'nothing where an older build has not kept which rows it could not read',
    { ...rowsOf(), phases: { catalogue: { read: 1_900, unreadable: 1 } } },
    figures,
    before,
    unnamed,
  ],
  ['the same beside a row that came twice', rowsOf({ sku: 'A-1', reason: repeatedRow }), figures, undefined, few()],
  ['nothing where it read nothing', noRows, figures, before, { judgement: 'no_catalogue' }],
  [
    'nothing where it read stocks or prices alone',
    tallied(noRows, { read: 1_900, skipped: [] }, { phase: 'stocks', page: 1 }),
    figures,
    before,
    { judgement: 'no_catalogue' },
  ],
  [
    'nothing where something that it has read was not applied',
    rowsOf(),
    { ...figures, seen: 1_899 },
    before,
    { judgement: 'not_all_applied' },
  ],
  [
    'nothing where something was not applied of another phase, which has more rows',
    tallied(rowsOf(), { read: 1_901, skipped: [] }, { phase: 'prices', page: 1 }),
    figures,
    before,
    { judgement: 'not_all_applied' },
  ],
  ['of many only what the walk before missed too', rowsOf(), { ...figures, missed: 101 }, before, compared()],
  [
    'nothing of a large share at first',
    rowsOf(),
    { ...figures, known: 1_999 },
    undefined,
    { judgement: 'unconfirmed' },
  ],
  ['nothing of many at first', rowsOf(), { ...figures, missed: 101 }, undefined, { judgement: 'unconfirmed' }],
  [
    'of many no SKU of a row that one of both could not read',
    rowsOf(bad('A-1')),
    { ...figures, missed: 101 },
    { ...before, rows: rowsOf(bad('A-2'), bad('A-1')) },
    compared('A-1', 'A-2'),
  ],
] as const)('a walk withdraws %s', (_, rows, given, previous, expected) => {
  expect(verdictOn({ startedAt, rows }, given, previous)).toEqual(expected);
});

it('says nothing where more rows could not be read than are kept', () => {
  const skipped = Array.from({ length: 101 }, (_, at) => bad(`A-${at}`));
  const [first, second] = [skipped.slice(0, 100), skipped.slice(100)];
  const rows = tallied(noRows, { read: 1_900, skipped: first }, page);
  expect(verdictOn({ startedAt, rows }, figures, undefined).withdrawal?.except).toHaveLength(100);
  const more = tallied(rows, { read: 0, skipped: second }, page);
  expect(verdictOn({ startedAt, rows: more }, figures, undefined)).toEqual(unnamed);
});
