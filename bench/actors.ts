/**
 * Tells and asks beside the same on bare nact. Both sides have an actor that adds up numbers; what
 * ours adds is the bound of the mailbox, the census, the timing of each turn, and supervision. An
 * ask adds its deadline, as nact's query does.
 */
import { dispatch, query, spawn, start, stop } from 'nact';
import type { ReplyTo, RuntimeObserver } from '../actors/runtime/handle.ts';
import { createActorSystem } from '../actors/runtime/system.ts';
import { type Benchmark, closedLoop, compare, type Sample } from './benchmark.ts';

const burst = 1_000;
const askers = 16;
const askTimeoutMs = 10_000;
const roundMs = 1_000;
const rounds = 6;

const silent: RuntimeObserver = {
  handled: () => {},
  rejected: () => {},
  restarted: () => {},
  gaveUp: () => {},
  stopFailed: () => {},
  deadLetter: () => {},
  escalated: () => {},
};

interface Side {
  /** Sends a burst of messages; resolves when the last has been handled. */
  readonly tellBurst: () => Promise<void>;
  readonly askOnce: () => Promise<unknown>;
  readonly tearDown: () => Promise<void>;
}

/** Calls back after each burst of additions. */
const createAdder = () => {
  let added = 0;
  let done = () => {};
  return {
    add: () => {
      added += 1;
      if (added % burst === 0) done();
    },
    burstEnds: () =>
      new Promise<void>((resolve) => {
        done = resolve;
      }),
  };
};

const ours = (): Side => {
  const system = createActorSystem({ now: () => new Date(), random: Math.random, observer: silent });
  const adder = createAdder();
  const counter = system.spawn<number, number>('counter', {
    family: 'counter',
    mailboxCapacity: burst,
    start: () => 0,
    receive: (sum, amount) => {
      adder.add();
      return sum + amount;
    },
  });
  const answerer = system.spawn<ReplyTo<number>, number>('answerer', {
    family: 'answerer',
    mailboxCapacity: askers,
    start: () => 0,
    receive: (count, replyTo) => {
      replyTo.resolve(count);
      return count + 1;
    },
  });
  return {
    tellBurst: () => {
      for (let sent = 0; sent < burst; sent += 1) counter.tell(sent);
      return adder.burstEnds();
    },
    askOnce: () => answerer.ask<number>((replyTo) => replyTo, { timeoutMs: askTimeoutMs }),
    tearDown: () => system.stop(1_000),
  };
};

const bareNact = (): Side => {
  const system = start();
  const adder = createAdder();
  const counter = spawn(system, (sum: number | undefined, amount: number) => {
    adder.add();
    return (sum ?? 0) + amount;
  });
  const answerer = spawn(system, (count: number | undefined, replyTo: Parameters<typeof dispatch<number>>[0]) => {
    dispatch(replyTo, count ?? 0);
    return (count ?? 0) + 1;
  });
  return {
    tellBurst: () => {
      for (let sent = 0; sent < burst; sent += 1) dispatch(counter, sent);
      return adder.burstEnds();
    },
    askOnce: () => query(answerer, (replyTo: Parameters<typeof dispatch<number>>[0]) => replyTo, askTimeoutMs),
    tearDown: async () => stop(system),
  };
};

const tells = (side: Side) => (): Promise<Sample> =>
  closedLoop({
    workers: 1,
    durationMs: roundMs,
    call: async () => {
      await side.tellBurst();
      return burst;
    },
  });

const asks = (side: Side) => (): Promise<Sample> =>
  closedLoop({
    workers: askers,
    durationMs: roundMs,
    call: async () => {
      await side.askOnce();
      return 1;
    },
  });

/**
 * Tells (the latency is that of a burst of 1,000) and asks of 16 askers at once, beside bare nact.
 */
export const actorsBenchmark: Benchmark = async () => {
  const [our, bare] = [ours(), bareNact()];
  try {
    return [
      await compare({ name: 'actor tell', unit: 'messages/s', rounds, ours: tells(our), limit: tells(bare) }),
      await compare({ name: 'actor ask', unit: 'asks/s', rounds, ours: asks(our), limit: asks(bare) }),
    ];
  } finally {
    await Promise.all([our.tearDown(), bare.tearDown()]);
  }
};
