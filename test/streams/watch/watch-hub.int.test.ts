import { lastValueFrom, toArray } from 'rxjs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Bus } from '../../../streams/bus/bus.ts';
import { connectJetStream } from '../../../streams/bus/jetstream/jetstream.ts';
import { createStateChanges, type StateChanges } from '../../../streams/watch/state-changes.ts';
import { createWatchHub, type WatchHub } from '../../../streams/watch/watch-hub.ts';
import { eventually } from '../../support/eventually.ts';
import { type TestNats, testNats } from '../../support/nats.ts';
import { recordingLogger } from '../../support/recording-logger.ts';

interface State {
  readonly id: string;
  readonly version: number;
  readonly isFinal: boolean;
}

/** What is stored of the things under watch, and how often it was read. */
const things = () => {
  const states = new Map<string, State>();
  const counts = { reads: 0 };
  return {
    counts,
    put: (id: string, version: number, isFinal = false) => states.set(id, { id, version, isFinal }),
    read: async (id: string): Promise<State | undefined> => {
      counts.reads += 1;
      return states.get(id);
    },
  };
};

/** Everything a watcher has got so far, and whether its watch has completed. */
const watcher = (hub: WatchHub<State>, id: string) => {
  const got = { versions: [] as number[], isDone: false };
  const subscription = hub.watch(id, 'acme').subscribe({
    next: ({ version }) => got.versions.push(version),
    complete: () => {
      got.isDone = true;
    },
  });
  return { got, leave: () => subscription.unsubscribe() };
};

describe('a watch hub', () => {
  let nats: TestNats;
  let worker: Bus;
  let gateway: Bus;
  let here: StateChanges<State>;
  let elsewhere: StateChanges<State>;
  const seldomMs = 600_000;
  const isFinal = (state: State): boolean => state.isFinal;
  const shownTo = (state: State): State | undefined => (state.isFinal ? undefined : state);

  beforeAll(async () => {
    nats = await testNats();
    const connect = () => connectJetStream({ url: nats.url, replicas: 1, log: recordingLogger() });
    [worker, gateway] = await Promise.all([connect(), connect()]);
    here = createStateChanges(gateway, 'thing');
    elsewhere = createStateChanges(worker, 'thing');
  });
  afterAll(async () => {
    await Promise.all([worker.close(), gateway.close()]);
    await nats.close();
  });

  const hubOver = (read: (id: string) => Promise<State | undefined>, recheckMs = seldomMs) =>
    createWatchHub<State>({ changes: here, isFinal, read, shownTo, recheckMs, log: recordingLogger() });

  /** Signals until it is heard: a subscription takes a moment to reach the server. */
  const change = (id: string, isHeard: () => boolean) =>
    eventually(() => {
      elsewhere.signal(id);
      return isHeard();
    });

  it('gives the present state at once, then newer ones, then ends with the final one', async () => {
    const { put, read } = things();
    const hub = hubOver(read);
    put('a', 1);
    const { got } = watcher(hub, 'a');
    await eventually(() => got.versions.length === 1);
    put('a', 2);
    await change('a', () => got.versions.length === 2);
    put('a', 5, true);
    await change('a', () => got.isDone);
    expect(got.versions).toEqual([1, 2, 5]);
    hub.close();
  });

  it('never goes back: an older or repeated state is not given again', async () => {
    const { put, read, counts } = things();
    const hub = hubOver(read);
    put('b', 3);
    const { got } = watcher(hub, 'b');
    await eventually(() => got.versions.length === 1);
    put('b', 2);
    await change('b', () => counts.reads > 1);
    put('b', 4);
    await change('b', () => got.versions.includes(4));
    expect(got.versions).toEqual([3, 4]);
    hub.close();
  });

  it('shares its readings among watchers, gives one that comes later the latest state, and stops reading when all have left', async () => {
    const { put, read, counts } = things();
    const hub = hubOver(read, 10);
    put('c', 1);
    const first = watcher(hub, 'c');
    await eventually(() => first.got.versions.length === 1);
    const second = watcher(hub, 'c');
    expect(second.got.versions).toEqual([1]);
    first.leave();
    put('c', 2);
    await eventually(() => second.got.versions.includes(2));
    second.leave();
    const before = counts.reads;
    const other = watcher(hub, 'nothing');
    await eventually(() => other.got.isDone);
    expect(counts.reads).toBe(before + 1);
    hub.close();
  });

  it('completes without a state for what does not exist', async () => {
    const hub = hubOver(things().read);
    expect(await lastValueFrom(hub.watch('d', 'acme').pipe(toArray()))).toEqual([]);
    hub.close();
  });

  it('learns of a change whose signal was lost, and goes on when the store fails for a while', async () => {
    const { put, read } = things();
    let isDown = true;
    const failing = async (id: string) => {
      if (isDown) throw new Error('store is down');
      return read(id);
    };
    const hub = hubOver(failing, 10);
    put('e', 1);
    const { got } = watcher(hub, 'e');
    isDown = false;
    await eventually(() => got.versions.length === 1);
    put('e', 2, true);
    await eventually(() => got.isDone);
    expect(got.versions).toEqual([1, 2]);
    hub.close();
  });

  it('goes on when a reading hangs, and says once a minute that readings fail', async () => {
    const { put, read } = things();
    const log = recordingLogger();
    let isHung = true;
    const hanging = (id: string) => (isHung ? new Promise<undefined>(() => undefined) : read(id));
    const hub = createWatchHub<State>({
      changes: here,
      isFinal,
      read: hanging,
      shownTo,
      recheckMs: 10,
      readWithinMs: 50,
      log,
    });
    put('g', 1);
    const watchers = ['g', 'h', 'i'].map((id) => watcher(hub, id));
    await eventually(() => log.events.length > 0);
    await eventually(() => watchers.every(({ got }) => got.versions.length === 0));
    isHung = false;
    await eventually(() => watchers[0]?.got.versions.length === 1);
    expect(log.events.filter((event) => event === 'watch.read.failed')).toHaveLength(1);
    hub.close();
  });

  it('shows what is published in its process as it is, and reads the store for nothing that it knows', async () => {
    const { put, read, counts } = things();
    const hub = hubOver(read);
    put('j', 1);
    const { got } = watcher(hub, 'j');
    await eventually(() => got.versions.length === 1);
    let echoes = 0;
    const unsubscribe = gateway.onSignal('state.thing.j', () => {
      echoes += 1;
    });
    for (const version of [2, 3, 2]) here.publish({ id: 'j', version, isFinal: false });
    expect(got.versions).toEqual([1, 2, 3]);
    await eventually(() => echoes === 3);
    expect(counts.reads).toBe(1);
    put('j', 4);
    await eventually(() => {
      elsewhere.signal('j', 4);
      return got.versions.includes(4);
    });
    unsubscribe();
    hub.close();
  });

  it('reads what a customer is told alone, and shows nothing published to one who has not been let in', async () => {
    const { put, read, counts } = things();
    const isLetIn = Promise.withResolvers<void>();
    const hub = hubOver(async (id) => {
      await isLetIn.promise;
      return read(id);
    });
    const { got } = watcher(hub, 'k');
    here.publish({ id: 'k', version: 2, isFinal: false });
    expect(got.versions).toEqual([]);
    put('k', 2);
    isLetIn.resolve();
    await eventually(() => got.versions.length === 1);
    put('k', 3, true);
    here.publish({ id: 'k', version: 3, isFinal: true });
    await eventually(() => got.isDone);
    expect(got.versions).toEqual([2, 3]);
    expect(counts.reads).toBeGreaterThan(1);
    hub.close();
  });

  it('ends its watches when it is closed', async () => {
    const { put, read } = things();
    const hub = hubOver(read);
    put('f', 1);
    const { got } = watcher(hub, 'f');
    hub.close();
    expect(got.isDone).toBe(true);
  });
});
