import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { createEmbeddedEngine } from '../../../storage/analytics/embedded-engine.ts';
import { analyticsEngineContract } from '../../contract/analytics-engine.contract.ts';
import { hasEmbeddedEngine, testEngine } from '../../support/analytics.ts';
import { eventually } from '../../support/eventually.ts';

describe.skipIf(!hasEmbeddedEngine)('embedded ClickHouse', () => {
  analyticsEngineContract(() => testEngine());

  test('its process may be killed at any time: what was stored stays, the next use starts another', async () => {
    const { engine, close } = await testEngine();
    await engine.run('create table kept (id UInt64) engine = MergeTree order by id');
    await engine.insert('kept', Buffer.from('{"id":1}\n{"id":2}\n'));
    const killed = engine.pid() ?? 0;
    const cut = engine.read('select sleep(3)', {});
    process.kill(killed, 'SIGKILL');
    await expect(cut).rejects.toMatchObject({ kind: 'unavailable' });
    await eventually(async () => expect(await engine.read('select id from kept', {})).toEqual([{ id: 1 }, { id: 2 }]));
    expect(engine.pid()).not.toBe(killed);
    await close();
  });

  test('its process may hang at any time: what waits for it fails, the next use starts another', async () => {
    const { engine, close } = await testEngine({ insertMs: 3_000, queryMs: 3_000 });
    // Its start counts too, and takes its time on a busy machine.
    await eventually(() => engine.run('create table if not exists kept (id UInt64) engine = MergeTree order by id'));
    const hung = engine.pid() ?? 0;
    process.kill(hung, 'SIGSTOP');
    const insert = engine.insert('kept', Buffer.from('{"id":1}\n')).then(
      () => 'stored',
      (error: { readonly kind?: string }) => error.kind,
    );
    const tooLong = delay(30_000, 'still waiting', { ref: false });
    const end = await Promise.race([insert, tooLong]);
    if (end === 'still waiting') process.kill(hung, 'SIGCONT');
    expect(end).toBe('unavailable');
    await eventually(async () => expect(await engine.read('select id from kept', {})).toEqual([]));
    expect(engine.pid()).not.toBe(hung);
    await close();
  });

  test('a folder that another process holds is unavailable, and free once that one has ended', async () => {
    const first = await testEngine();
    await first.engine.run('create table kept (id UInt64) engine = MergeTree order by id');
    const second = createEmbeddedEngine({ folder: first.folder });
    const waiting = second.read('select count() as rows from kept', {});
    await first.engine.close();
    expect(await waiting).toEqual([{ rows: 0 }]);
    await second.close();
    await first.close();
  });

  test('a closed engine is unavailable', async () => {
    const { engine, close } = await testEngine();
    await close();
    await expect(engine.read('select 1', {})).rejects.toMatchObject({ kind: 'unavailable' });
  });
});
