import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createIngestionSurvey } from '../../../storage/connectors/ingestion-survey.ts';
import { noon } from '../../support/offers.ts';
import { type TestDatabase, testDatabase } from '../../support/postgres.ts';
import { emptyTables, putRows, type StoredTable } from '../../support/stored-rows.ts';

type Row = Readonly<Record<string, unknown>>;

const hour = 3_600_000;
const tables = ['credential', 'ingestion_tick', 'lookup', 'part_want_lookup', 'rate_budget', 'supplier'] as const;

/** Rows as they may stand; times lie well before now or after it. */
describe('the rows that ingestion is surveyed by', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await testDatabase();
  });
  beforeEach(async () => {
    await emptyTables(database.pool.sql, tables);
    await put('supplier', { id: 'borealis', name: 'Borealis' });
  });
  afterAll(() => database.close());

  const put = (table: StoredTable, ...rows: readonly Row[]) => putRows(database.pool.sql, table, rows);
  const ago = (hours: number): Date => new Date(Date.now() - hours * hour);
  const survey = async () =>
    (await createIngestionSurvey(database.pool.sql).survey())
      .map(({ supplierId, lagSeconds, waitingParts }) => ({
        supplierId,
        hours: lagSeconds === null || lagSeconds === undefined ? undefined : Math.round(lagSeconds / 3_600),
        waitingParts,
      }))
      .toSorted((a, b) => (a.supplierId < b.supplierId ? -1 : 1));

  const tick = (began: number, ended: number | undefined, given: Row = {}): Row => ({
    started_at: ago(began),
    finished_at: ended === undefined ? null : ago(ended),
    ...(ended === undefined && { outcome: null, phase: 'prices', page: 1 }),
    ...given,
  });
  const failed = { outcome: 'failure', reason: 'timeout' };
  it.each<[string, readonly Row[], number | undefined]>([
    ['the end of its tick', [tick(5, 4)], 4],
    ['the end of its latest tick', [tick(9, 8), tick(5, 4), tick(7, 6)], 4],
    ['the end of its latest tick that went well', [tick(9, 8), tick(5, 4, failed)], 8],
    [
      'the begin of its first tick while none went well',
      [tick(5, 4, failed), tick(9, 8, failed), tick(2, undefined)],
      9,
    ],
    ['nothing without a tick', [], undefined],
    ["nothing of another's tick", [tick(5, 4, { credential_id: 'crd_other' })], undefined],
    ['its own tick', [tick(9, 8, failed), tick(5, 4, { credential_id: 'crd_other' })], 9],
  ])('are behind since %s', async (_, ticks, hours) => {
    await put('credential', { id: 'crd_system' });
    await put('ingestion_tick', ...ticks.map((row, at) => ({ run_id: `run_${at}`, ...row })));
    expect(await survey()).toEqual([{ supplierId: 'borealis', hours, waitingParts: 0 }]);
  });

  it('are those of credentials in use of suppliers that are not retired, the one that is most behind', async () => {
    await put('supplier', { id: 'cetus', name: 'Cetus' }, { id: 'retired', name: 'Retired', retired_at: noon });
    const credentials: readonly (readonly [string, Row, number])[] = [
      ['recent', {}, 2],
      ['behind', {}, 3],
      ['disabled', { disabled_at: noon }, 9],
      ['without_secret', { secret: null }, 9],
      ['of_cetus', { supplier_id: 'cetus' }, 1],
      ['of_retired', { supplier_id: 'retired' }, 9],
    ];
    await put('credential', ...credentials.map(([id, row]) => ({ id, ...row })));
    await put(
      'ingestion_tick',
      ...credentials.map(([id, , ended]) => tick(ended + 1, ended, { run_id: id, credential_id: id })),
    );
    const due = ago(1);
    const notDue = ago(-1);
    for (const [id] of credentials) {
      await put(
        'lookup',
        { credential_id: id, product_id: 'top', is_top: true, due_at: due },
        { credential_id: id, product_id: 'urgent', urgency: 1, due_at: due },
        { credential_id: id, product_id: 'other', due_at: due },
        { credential_id: id, product_id: 'top_later', is_top: true, due_at: notDue },
        { credential_id: id, product_id: 'urgent_later', urgency: 1, due_at: notDue },
      );
      await put(
        'part_want_lookup',
        { credential_id: id, want_id: 'due', due_at: due },
        { credential_id: id, want_id: 'later', due_at: notDue },
        { credential_id: id, want_id: 'answered', due_at: null },
      );
    }
    expect(await survey()).toEqual([
      { supplierId: 'borealis', hours: 3, waitingParts: 6 },
      { supplierId: 'cetus', hours: 1, waitingParts: 3 },
    ]);
    const used = await createIngestionSurvey(database.pool.sql).usage();
    expect(used.map(({ credentialId }) => credentialId).toSorted()).toEqual([
      'behind',
      'of_cetus',
      'of_retired',
      'recent',
    ]);
  });
});
