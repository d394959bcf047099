import { expect, test } from 'vitest';
import { shardCount, shardOf } from '../../../actors/runtime/shards.ts';
import { eventually } from '../../support/eventually.ts';
import { createHarness, fail, performer, promptly, remembered, say } from './harness.ts';

test('keys spread evenly: no shard has more than a third above or below its share', () => {
  const keys = 32_000;
  for (const prefix of ['est_', 'est_0000', '']) {
    const sizes = Array<number>(shardCount).fill(0);
    for (let index = 0; index < keys; index += 1) {
      const shard = shardOf(`${prefix}${index}`);
      sizes[shard] = (sizes[shard] ?? 0) + 1;
    }
    const share = keys / shardCount;
    expect(Math.min(...sizes)).toBeGreaterThan((share * 2) / 3);
    expect(Math.max(...sizes)).toBeLessThan((share * 4) / 3);
  }
});

test('a key leads to one actor, and another key to another', async () => {
  const { system } = createHarness();
  const shards = system.shards('things', () => performer());
  shards.of('a').tell(say('1'));
  shards.of('b').tell(say('2'));
  shards.of('a').tell(say('3'));
  expect(await remembered(shards.of('a'))).toEqual(['1', '3']);
  expect(await remembered(shards.of('b'))).toEqual(['2']);
  expect(shards.of('a').path).toBe(`things-${shardOf('a')}/a`);
});

test('a handle of a key never goes stale: after a passivation it leads to a fresh actor', async () => {
  const { system } = createHarness();
  const handle = system.shards('things', () => performer({ passivateAfterMs: 2 })).of('a');
  handle.tell(say('1'));
  await eventually(() => system.census().get('performer')?.actors === 0);
  expect(handle.tell(say('2'))).toBe('accepted');
  expect(await remembered(handle)).toEqual(['2']);
});

test('full reaches the sender from the mailbox of the member', () => {
  const { system } = createHarness();
  const handle = system.shards('things', () => performer({ mailboxCapacity: 1 })).of('a');
  expect([handle.tell(say('1')), handle.tell(say('2'))]).toEqual(['accepted', 'full']);
});

test('a member that cannot be kept alive leaves the others alone, and its key works again', async () => {
  const { system, of } = createHarness();
  const shards = system.shards('things', () => performer({ supervision: { ...promptly, maxRestarts: 0 } }));
  const neighbour = Array.from({ length: 1_000 }, (_, index) => `n${index}`).find(
    (key) => shardOf(key) === shardOf('a'),
  );
  shards.of(neighbour ?? '').tell(say('kept'));
  shards.of('a').tell(fail(new Error('fatal')));
  await eventually(() => of('gaveUp').length === 1);
  shards.of('a').tell(say('again'));
  expect(await remembered(shards.of('a'))).toEqual(['again']);
  expect(await remembered(shards.of(neighbour ?? ''))).toEqual(['kept']);
});

test('ten thousand members cost a turn no more than one does', async () => {
  const { system } = createHarness();
  const shards = system.shards('things', () => performer());
  for (let index = 0; index < 10_000; index += 1) shards.of(`${index}`).tell(say('1'));
  await eventually(() => system.census().get('performer')?.waiting === 0);
  expect(system.census().get('performer')?.actors).toBe(10_000);
  const handle = shards.of('0');
  const turnsMs: number[] = [];
  for (let index = 0; index < 100; index += 1) {
    const startedAt = performance.now();
    await remembered(handle);
    turnsMs.push(performance.now() - startedAt);
  }
  // nact copies an actor's child map for each message: nested in it, every turn would take more
  // than a millisecond.
  expect(turnsMs.toSorted((a, b) => a - b)[50]).toBeLessThan(1);
});
