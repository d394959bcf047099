import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { type IngestionWorld, ingestionWorld, observationsOfRun } from '../support/ingestion-world.ts';
import { type Service, startService } from '../support/service.ts';

const outageMs = 5_000;
/** `LONG=1`: as many as one reading of a supplier brings. */
const products = process.env.LONG === '1' ? 20_000 : 4_000;

describe('a service whose nats-server is killed for five seconds while it ingests', () => {
  let world: IngestionWorld;
  let service: Service;
  let readyDuring: { status: number; body: unknown };

  const finished = async (): Promise<readonly string[]> =>
    (
      await world.database.pool.sql<{ id: string }[]>`
      select run_id as id from ingestion_tick where outcome = 'success'`
    ).map((row) => row.id);

  const ready = async () => {
    const answer = await fetch(`${service.httpUrl}/readyz`);
    return { status: answer.status, body: await answer.json() };
  };

  beforeAll(async () => {
    world = await ingestionWorld(products, 3_600_000);
    service = await startService(world.environment);
    await eventually(
      async () => world.supplier.served().some(({ phase, page }) => phase === 'catalogue' && page === 5),
      30_000,
    );
    await world.nats.kill();
    const back = delay(outageMs);
    await eventually(async () => (await ready()).status === 503);
    readyDuring = await ready();
    await back;
    await world.nats.restart();
    await eventually(async () => (await finished()).length === 1, 120_000);
    await eventually(async () => {
      const [row] = await world.database.pool.sql<{ count: number }[]>`select count(*)::int from observation_history`;
      return row !== undefined && row.count >= 3 * world.skus.length;
    }, 120_000);
  }, 240_000);

  afterAll(async () => {
    await service?.stop();
    await world?.close();
  });

  it('says on /readyz that the bus is away, and only the bus', () => {
    expect(readyDuring).toMatchObject({ status: 503 });
    expect(JSON.stringify(readyDuring.body)).toMatch(/"bus":\s*(false|"|\{)/);
  });

  it('is ready again without help', async () => {
    await eventually(async () => (await ready()).status === 200);
  });

  it('lost no observation and applied none twice', async () => {
    const rows = await world.database.pool.sql<{ id: string; times: number }[]>`
      select observation_id as id, count(*)::int as times from observation_history group by 1`;
    const [run] = await finished();
    const expected = observationsOfRun(run ?? '', world.skus);
    expect(rows.filter(({ times }) => times !== 1)).toEqual([]);
    expect(new Set(rows.map(({ id }) => id))).toEqual(new Set(expected));
  });
});
