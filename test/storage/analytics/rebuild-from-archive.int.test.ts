import { readdir, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { rebuildProjection } from '../../../domain/analytics/rebuild.ts';
import { type AnalyticsStore, createAnalyticsStore } from '../../../storage/analytics/analytics-store.ts';
import { createArchivedHistory } from '../../../storage/analytics/archived-history.ts';
import { createRecordedHistory } from '../../../storage/analytics/recorded-history.ts';
import { runArchiver } from '../../../storage/archive/archiver.ts';
import { monthFolders, monthFoldersIfAny } from '../../../storage/archive/month-folders.ts';
import { createMetrics } from '../../../telemetry/metrics.ts';
import { hasEmbeddedEngine, type TestEngine, testEngine } from '../../support/analytics.ts';
import { later, type OldEvents, oldEvents, oldMonths } from '../archive/old-events.ts';

/** Projected events among the others, more than a page of them in each month. */
const decisions = 2_600;

describe.skipIf(!hasEmbeddedEngine)('rebuilding the projection from archived months', () => {
  let old: OldEvents;
  let fixture: TestEngine;
  let store: AnalyticsStore;

  beforeEach(async () => {
    old = await oldEvents(1_000, 40);
    await old.addDecisions(decisions);
    fixture = await testEngine();
    store = createAnalyticsStore(fixture.engine, createMetrics('test').analytics);
  });
  afterEach(async () => {
    await fixture.close();
    await old.close();
  });

  const archive = () => runArchiver({ url: old.database.url, directory: old.directory, afterMonths: 12 }, later);
  const rebuild = (folders = () => monthFolders(old.directory)) =>
    rebuildProjection({
      history: createRecordedHistory(old.database.pool.sql),
      archive: createArchivedHistory(folders),
      projection: store,
      onProgress: () => undefined,
    });
  const contents = () => fixture.engine.read('select * from match_decision final order by offer_id, message_id', {});
  const forget = () => fixture.engine.run('truncate table match_decision');

  test('brings back what the database had, to the letter; again, it changes nothing, restored or not', async () => {
    expect(await rebuild(() => monthFoldersIfAny(old.directory))).toMatchObject({ events: decisions, archived: 0 });
    const before = await contents();
    expect(before).toHaveLength(decisions);
    await archive();
    await forget();
    expect(await rebuild()).toMatchObject({ events: 0, archived: decisions });
    expect(await contents()).toEqual(before);
    await rebuild();
    expect(await contents()).toEqual(before);
    await old.restore();
    expect(await rebuild()).toMatchObject({ events: decisions, archived: decisions });
    expect(await contents()).toEqual(before);
  });

  test('a damaged file is named, and nothing of its month is written', async () => {
    await rebuild(() => monthFoldersIfAny(old.directory));
    const january = (await contents()).filter((row) => String((row as { decided_at: string }).decided_at) < '2020-02');
    await archive();
    await forget();
    const folder = join(old.directory, oldMonths[1]);
    const [file = ''] = (await readdir(folder)).filter((name) => name.endsWith('.gz'));
    await truncate(join(folder, file), 5_000);
    await expect(rebuild()).rejects.toThrow(`${join(folder, file)} is damaged`);
    expect(await contents()).toEqual(january);
  });

  test('an archive that is named must have a month; one that the service is to fill may have none yet', async () => {
    await expect(rebuild()).rejects.toThrow(old.directory);
    expect(await monthFoldersIfAny(old.directory)).toEqual([]);
  });
});
