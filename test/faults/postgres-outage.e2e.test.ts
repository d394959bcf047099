import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { type IngestionWorld, ingestionWorld, observationsOfRun } from '../support/ingestion-world.ts';
import { type OwnPostgres, ownPostgres } from '../support/own-postgres.ts';
import { isRunning } from '../support/processes.ts';
import { type Service, startService } from '../support/service.ts';

const outageMs = 5_000;

describe('a service whose PostgreSQL is killed for five seconds while it ingests', () => {
  let world: IngestionWorld;
  let postgres: OwnPostgres;
  let service: Service;
  let readyDuring: { status: number; body: unknown };

  const ready = async () => {
    const answer = await fetch(`${service.httpUrl}/readyz`);
    return { status: answer.status, body: await answer.json() };
  };

  const finished = async (): Promise<readonly string[]> => {
    const rows = await postgres.pool.sql<{ id: string }[]>`
      select run_id as id from ingestion_tick where outcome = 'success'`;
    return rows.map(({ id }) => id);
  };

  const storedCount = async (): Promise<number> => {
    const [row] = await postgres.pool.sql<{ count: number }[]>`select count(*)::int as count from observation_history`;
    return row?.count ?? 0;
  };

  const stored = async (): Promise<readonly { id: string; times: number }[]> =>
    postgres.pool.sql<{ id: string; times: number }[]>`
      select observation_id as id, count(*)::int as times from observation_history group by 1`;

  beforeAll(async () => {
    world = await ingestionWorld(10_000, 3_600_000, async () => {
      postgres = await ownPostgres();
      return postgres;
    });
    service = await startService(world.environment);
    // Pages are being fetched and observations are being stored when it happens.
    await eventually(async () => (await storedCount()) > 0);
    expect(await finished()).toEqual([]);
    await postgres.kill();
    const back = delay(outageMs);
    await eventually(async () => (await ready()).status === 503);
    readyDuring = await ready();
    await back;
    await postgres.restart();
    await eventually(async () => (await finished()).length === 1, 120_000);
    await eventually(async () => (await storedCount()) >= 3 * world.skus.length, 60_000);
  }, 240_000);

  afterAll(async () => {
    await service?.stop();
    await world?.close();
  });

  it('says on /readyz that the database is away', () => {
    expect(readyDuring).toMatchObject({ status: 503, body: { dependencies: { database: false } } });
  });

  it('is the same process still, ready again without help', async () => {
    await eventually(async () => (await ready()).status === 200);
    expect(await isRunning(service.pid)).toBe(true);
    expect(service.lines.filter(({ event }) => event === 'service.failed')).toEqual([]);
    expect(service.lines.filter(({ event }) => event === 'service.started')).toHaveLength(1);
  });

  it('lost no observation and applied none twice', async () => {
    const rows = await stored();
    const [run] = await finished();
    expect(rows.filter(({ times }) => times !== 1)).toEqual([]);
    expect(new Set(rows.map(({ id }) => id))).toEqual(new Set(observationsOfRun(run ?? '', world.skus)));
  });
});
