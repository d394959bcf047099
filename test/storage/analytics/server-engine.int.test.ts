import { describe, expect, test } from 'vitest';
import { createServerEngine } from '../../../storage/analytics/server-engine.ts';
import { analyticsEngineContract } from '../../contract/analytics-engine.contract.ts';
import { hasEmbeddedEngine, testEngine } from '../../support/analytics.ts';
import { serveClickHouse } from '../../support/clickhouse-front.ts';

const openFront = async () => {
  const embedded = await testEngine();
  const front = await serveClickHouse(embedded.engine);
  const engine = createServerEngine({ url: front.url });
  return {
    engine,
    front,
    close: async () => {
      await engine.close();
      await front.close();
      await embedded.close();
    },
  };
};

/** A real server to be tried instead: its URL, with a database that may be filled. */
const realServer = process.env.CLICKHOUSE_TEST_URL;

const openReal = async (url: string) => {
  const engine = createServerEngine({ url });
  return { engine, close: () => engine.close() };
};

describe.skipIf(!hasEmbeddedEngine)('ClickHouse over HTTP', () => {
  analyticsEngineContract(realServer === undefined ? openFront : () => openReal(realServer));

  test('a server that refuses is unavailable until it does not refuse any more', async () => {
    const { engine, front, close } = await openFront();
    front.refuse(true);
    await expect(engine.read('select 1 as one', {})).rejects.toMatchObject({ kind: 'unavailable' });
    front.refuse(false);
    expect(await engine.read('select 1 as one', {})).toEqual([{ one: 1 }]);
    await close();
  });
});

test('a server that is not there is unavailable, and its URL stays secret', async () => {
  const engine = createServerEngine({ url: 'http://reader:not-to-be-told@127.0.0.1:1/default' });
  const failure = await engine.insert('sample', Buffer.from('{}\n')).catch((error: unknown) => error);
  expect(failure).toMatchObject({ kind: 'unavailable' });
  expect(JSON.stringify(failure, Object.getOwnPropertyNames(failure))).not.toContain('not-to-be-told');
  await engine.close();
});
