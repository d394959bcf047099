import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createOutbox } from '../../../storage/event-log/outbox.ts';
import { testAdmin } from '../../support/admin.ts';
import { childEnvironment } from '../../support/child-environment.ts';
import { eventLog } from '../../support/event-log.ts';
import { untraced, updated } from '../../support/event-samples.ts';
import { adminKey, fullKey, startTestEdge, storeKeys, type TestEdge } from '../../support/http-edge.ts';
import { type TestDatabase, testDatabase } from '../../support/postgres.ts';

let database: TestDatabase;
let edge: TestEdge;

beforeAll(async () => {
  database = await testDatabase();
  await storeKeys(database.pool);
  edge = await startTestEdge(database.pool, { admin: testAdmin(database) });
});
afterAll(async () => {
  await edge.stop();
  await database.close();
});
beforeEach(async () => {
  await database.pool.sql`truncate event, event_stream, outbox`;
});

const send = async (method: string, path: string, key = adminKey) => {
  const answer = await edge.send(`/v1/admin/outbox${path}`, { method, headers: { 'x-api-key': key } });
  return { status: answer.status, body: JSON.parse(answer.body) };
};

const outbox = () => createOutbox({ sql: database.pool.sql, url: database.url });
const pendingIds = async () => (await outbox().pending(100)).map(({ aggregateId }) => aggregateId);

/** Appends an event and has it refused until it is parked. Returns its position as text. */
const park = async (productId: string): Promise<string> => {
  const store = eventLog(database.pool.sql);
  await store.append([updated(productId)], 'any', untraced);
  const position = (await store.read('product', productId)).at(-1)?.position ?? 0n;
  for (let attempt = 1; attempt <= 5; attempt += 1) await outbox().failed(position, 'maximum payload exceeded');
  return position.toString();
};

/** `npx offerstream outbox ARGS` on the database. */
const command = (...args: string[]): Promise<{ status: number; said: string }> =>
  new Promise((resolve) => {
    const cwd = join(import.meta.dirname, '..', '..', '..');
    const env = { ...childEnvironment, DATABASE_URL: database.url };
    execFile(process.execPath, ['gateway/cli/outbox.ts', ...args], { cwd, env }, (error, said) =>
      resolve({ status: error === null ? 0 : Number(error.code), said }),
    );
  });

describe('parked events', () => {
  it('are listed with their reason, beside how publishing stands', async () => {
    await eventLog(database.pool.sql).append([updated('prd_waiting')], 'any', untraced);
    const position = await park('prd_parked');
    const { status, body } = await send('GET', '');
    expect(status).toBe(200);
    expect(body).toEqual({
      unpublished_count: 1,
      oldest_age_seconds: expect.any(Number),
      parked_count: 1,
      items: [
        {
          position,
          aggregate_type: 'product',
          aggregate_id: 'prd_parked',
          version: 1,
          event_type: 'product.updated',
          recorded_at: expect.stringMatching(/Z$/),
          parked_at: expect.stringMatching(/Z$/),
          attempts: 5,
          reason: 'maximum payload exceeded',
        },
      ],
    });
  });

  it('are listed page by page, each once', async () => {
    const parked: string[] = [];
    for (let at = 0; at < 5; at += 1) parked.push(await park(`prd_${at}`));
    const seen: string[] = [];
    let cursor = '';
    do {
      const { body } = await send('GET', `?limit=2&cursor=${cursor}`);
      seen.push(...body.items.map(({ position }: { position: string }) => position));
      cursor = body.next_cursor ?? '';
    } while (cursor !== '');
    expect(seen).toEqual(parked);
  });

  it('are published again when one is replayed, and no other is', async () => {
    const [one] = [await park('prd_one'), await park('prd_two')];
    expect(await pendingIds()).toEqual([]);
    expect(await send('POST', `/${one}/replay`)).toEqual({ status: 200, body: { replayed: 1 } });
    expect(await pendingIds()).toEqual(['prd_one']);
    expect((await send('GET', '')).body).toMatchObject({ parked_count: 1, unpublished_count: 1 });
    expect((await send('POST', `/${one}/replay`)).status).toBe(404);
  });

  it('are all published again when all are replayed, with five attempts each', async () => {
    const position = await park('prd_one');
    await park('prd_two');
    expect((await send('POST', '/replay')).body).toEqual({ replayed: 2 });
    expect(await pendingIds()).toEqual(['prd_one', 'prd_two']);
    expect(await outbox().failed(BigInt(position), 'again')).toEqual({ parked: false });
    expect((await send('POST', '/replay')).body).toEqual({ replayed: 0 });
  });

  it('are listed and replayed by the command, which says when one is not parked', async () => {
    const position = await park('prd_one');
    await park('prd_two');
    expect((await command('list')).said).toMatch(new RegExp(`^${position}\t.*\tprd_one:1\tmaximum payload exceeded\n`));
    expect(await command('replay', position)).toEqual({ status: 0, said: '1 replayed\n' });
    expect(await command('replay', position)).toEqual({ status: 1, said: '0 replayed\n' });
    expect(await command('replay')).toEqual({ status: 0, said: '1 replayed\n' });
    expect(await pendingIds()).toEqual(['prd_one', 'prd_two']);
    expect((await command('replay', 'x')).status).toBe(1);
  });

  it.each(['/x/replay', '/-1/replay', '/1234567890123456789/replay'])('are not named by %s', async (path) => {
    expect(await send('POST', path)).toMatchObject({ status: 400, body: { violations: [{ field: 'position' }] } });
  });

  it('are for operators only', async () => {
    expect((await send('GET', '', fullKey)).status).toBe(403);
    expect((await send('POST', '/replay', fullKey)).status).toBe(403);
  });
});
