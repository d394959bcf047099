import { expect, it, vi } from 'vitest';
import { unavailable } from '../../../domain/errors.ts';
import { createDemandCounter } from '../../../gateway/catalog/demand-counter.ts';
import { fakeTimers } from '../../actors/runtime/harness.ts';
import { hangingPort, standingOf } from '../../support/hanging-port.ts';

const now = new Date('2026-03-01T12:00:00.000Z');

/** A store that keeps what it takes, while it is up. */
const recordingStore = () => {
  const taken: [string, number][][] = [];
  const store = {
    isUp: true,
    taken,
    add: async (counts: ReadonlyMap<string, number>) => {
      if (!store.isUp) throw unavailable('down', 1_000);
      taken.push([...counts]);
    },
  };
  return store;
};

it('adds every count to the store once', async () => {
  const store = recordingStore();
  const demand = createDemandCounter(store);
  for (const id of ['a', 'b', 'a']) demand.count(id);
  await demand.flush(now);
  demand.count('b');
  await demand.flush(now);
  expect(store.taken).toEqual([
    [
      ['a', 2],
      ['b', 1],
    ],
    [['b', 1]],
  ]);
});

it('keeps what the store did not take, with what is counted meanwhile', async () => {
  const store = recordingStore();
  const demand = createDemandCounter(store);
  demand.count('a');
  store.isUp = false;
  const flushing = demand.flush(now);
  demand.count('a');
  await expect(flushing).rejects.toMatchObject({ kind: 'unavailable' });
  store.isUp = true;
  await demand.flush(now);
  expect(store.taken).toEqual([[['a', 2]]]);
});

it('gives a store that hangs up in time, and counts once what it has taken after all', async () => {
  using _fake = fakeTimers();
  const store = recordingStore();
  const hanging = hangingPort(store);
  const demand = createDemandCounter(hanging.port);
  demand.count('a');
  hanging.hang('add');
  const flushing = demand.flush(now);
  flushing.catch(() => undefined);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await standingOf(flushing)).toMatchObject({ kind: 'unavailable' });
  hanging.recover();
  demand.count('b');
  await demand.flush(now);
  await hanging.release();
  await demand.flush(now);
  expect(store.taken).toEqual([[['a', 1]], [['b', 1]], []]);
});
