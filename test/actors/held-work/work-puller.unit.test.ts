import { expect, it, vi } from 'vitest';
import { type PieceTells, workPuller } from '../../../actors/held-work/work-puller.ts';
import { createHarness, fakeTimers, turns } from '../runtime/harness.ts';

/** What pullers of these tests have in common, with pieces that do nothing by themselves. */
const idlePieces = <Work>(tells: PieceTells[]) => ({
  family: 'puller',
  ttlMs: 10_000_000,
  pollEveryMs: 3_600_000,
  renew: async () => [],
  release: async () => undefined,
  actorOf: (_work: Work, tell: PieceTells) => {
    tells.push(tell);
    return { family: 'piece', mailboxCapacity: 1, start: () => undefined, receive: (state: undefined) => state };
  },
  onHeld: () => undefined,
  onFault: (error: unknown) => {
    throw error;
  },
});

/**
 * A puller that finds nothing, on a clock that the test moves, and when it has looked, in
 * milliseconds from its start.
 */
const startPuller = async () => {
  let nowMs = 0;
  const looks: number[] = [];
  const { system } = createHarness({ now: () => new Date(nowMs) });
  const puller = system.spawn(
    'puller',
    workPuller<string, never, undefined>({
      family: 'puller',
      places: 1,
      ttlMs: 10_000_000,
      pollEveryMs: 3_600_000,
      idOf: (work) => work,
      tokenOf: () => 1,
      claim: async () => {
        looks.push(nowMs);
        return [];
      },
      renew: async () => [],
      release: async () => undefined,
      actorOf: () => {
        throw new Error('there is no work');
      },
      onHeld: () => undefined,
      onFault: (error) => {
        throw error;
      },
    }),
  );
  await turns();
  looks.splice(0);
  const pass = async (ms: number): Promise<void> => {
    for (let passedMs = 0; passedMs < ms; passedMs += 50) {
      nowMs += 50;
      vi.advanceTimersByTime(50);
      await turns(4);
    }
  };
  const lookIn = async (ms: number): Promise<void> => {
    puller.tell({ kind: 'poll_in', ms });
    await turns();
  };
  return { looks, pass, lookIn };
};

it('looks when the first of the things it was told of is due, whatever it is told later', async () => {
  using _timers = fakeTimers();
  const { looks, pass, lookIn } = await startPuller();
  await lookIn(60_000);
  await pass(59_000);
  await lookIn(60_000);
  await pass(1_100);
  expect(looks).toHaveLength(1);
  await pass(59_000);
  expect(looks).toHaveLength(2);
});

it('looks once for what is due within the same tenth of a second', async () => {
  using _timers = fakeTimers();
  const { looks, pass, lookIn } = await startPuller();
  for (const ms of [910, 950, 990]) await lookIn(ms);
  await pass(2_000);
  expect(looks).toHaveLength(1);
});

it('keeps a piece that came back under another token when its old actor leaves', async () => {
  using _timers = fakeTimers();
  interface Piece {
    readonly id: string;
    readonly token: number;
  }
  const claims: (readonly Piece[])[] = [[{ id: 'one', token: 1 }], [{ id: 'one', token: 2 }]];
  const leave: (() => void)[] = [];
  let held: readonly Piece[] = [];
  const { system } = createHarness({});
  const puller = system.spawn(
    'puller',
    workPuller<Piece, never, undefined>({
      family: 'puller',
      places: 2,
      ttlMs: 10_000_000,
      pollEveryMs: 3_600_000,
      idOf: ({ id }) => id,
      tokenOf: ({ token }) => token,
      claim: async () => claims.shift() ?? [],
      renew: async () => [],
      release: async () => undefined,
      actorOf: (_work, { onLeft }) => {
        leave.push(onLeft);
        return { family: 'piece', mailboxCapacity: 1, start: () => undefined, receive: (state) => state };
      },
      onHeld: (now) => {
        held = now;
      },
      onFault: (error) => {
        throw error;
      },
    }),
  );
  await turns();
  puller.tell({ kind: 'poll' });
  await turns();
  leave[0]?.();
  await turns();
  expect(held).toEqual([{ id: 'one', token: 2 }]);
  leave[1]?.();
  await turns();
  expect(held).toEqual([]);
});

it('has a piece that waited take a place when it is claimed again before its old actor leaves', async () => {
  using _timers = fakeTimers();
  const tokens = [1, 2];
  const free: number[] = [];
  const tells: PieceTells[] = [];
  const { system } = createHarness({});
  const puller = system.spawn(
    'puller',
    workPuller<number, never, undefined>({
      ...idlePieces<number>(tells),
      places: 2,
      waitingPlaces: 2,
      idOf: () => 'one',
      tokenOf: (token) => token,
      claim: async (places) => {
        free.push(places);
        return tokens.splice(0, 1);
      },
    }),
  );
  await turns();
  tells[0]?.onWaiting();
  await turns();
  puller.tell({ kind: 'poll' });
  await turns();
  expect(free).toEqual([2, 2, 1]);
});

it('has a place for another while a piece only waits, as many as may wait', async () => {
  using _timers = fakeTimers();
  const free: number[] = [];
  const tells: PieceTells[] = [];
  const { system } = createHarness({});
  system.spawn(
    'puller',
    workPuller<string, never, undefined>({
      ...idlePieces<string>(tells),
      places: 1,
      waitingPlaces: 1,
      idOf: (work) => work,
      tokenOf: () => 1,
      claim: async (places) => {
        free.push(places);
        return [`piece ${free.length}`];
      },
    }),
  );
  await turns();
  expect([free, tells.length]).toEqual([[1], 1]);
  tells[0]?.onWaiting();
  await turns();
  expect([free, tells.length]).toEqual([[1, 1], 2]);
  tells[1]?.onWaiting();
  await turns();
  expect(free).toEqual([1, 1]);
  tells[0]?.onLeft();
  await turns();
  expect(free).toEqual([1, 1, 1]);
});
