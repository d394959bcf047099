import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createJobCounts } from '../../../storage/jobs/job-counts.ts';
import { type TestDatabase, testDatabase } from '../../support/postgres.ts';

describe('the count of pending jobs', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await testDatabase();
    await database.pool.sql`insert into customer (id, name) values ('cus_1', 'Acme')`;
  });
  afterAll(() => database.close());

  let jobs = 0;
  const job = async (type: string, ownedUntil: Date | null, finishedAt: Date | null = null) => {
    jobs += 1;
    await database.pool.sql`
      insert into enrichment_job
        (id, type, target, target_key, priority, customer_id, created_at, turn_at, owned_until, finished_at, failure)
      values (${`job_${jobs}`}, ${type}, '{}', ${`key_${jobs}`}, 'normal', 'cus_1', now(), now(), ${ownedUntil},
        ${finishedAt}, ${finishedAt === null ? null : 'away'})`;
  };
  const seconds = (from: number) => new Date(Date.now() + from * 1_000);
  const pending = async () =>
    (await createJobCounts(database.pool.sql).pending()).toSorted((a, b) => a.type.localeCompare(b.type));

  it('tells those under a lease in force from those that wait, by type, and leaves out what has ended', async () => {
    expect(await pending()).toEqual([]);
    await job('discovery', seconds(60));
    await job('discovery', null);
    await job('discovery', seconds(-60));
    await job('refresh_observation', seconds(60));
    await job('refresh_observation', null, seconds(0));
    expect(await pending()).toEqual([
      { type: 'discovery', running: 1, waiting: 2 },
      { type: 'refresh_observation', running: 1, waiting: 0 },
    ]);
  });
});
