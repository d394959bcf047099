import { setTimeout as pace } from 'node:timers/promises';
import { watchMemory } from './stream-products.scenario.ts';

/**
 * Readers who take a message a second from a stream that could give thousands, while others go on
 * as ever. It knows nothing of what is streamed: any stream can be given.
 */
export interface SlowReaders {
  /** The service that streams. */
  readonly pid: number;
  /** Opens one more stream; it must have more to give than is read of it. */
  readonly open: () => CancellableStream;
  readonly readers: number;
  /** For so long they read at least. */
  readonly seconds: number;
  /** However slow the machine is, they stay until each has got so many messages. */
  readonly minItems: number;
  /** And until the others have been served so often: nobody who waits for slow ones ever is. */
  readonly minOthers: number;
  /**
   * What somebody else does meanwhile, again and again; throws when it is not done as it should be.
   */
  readonly meanwhile: () => Promise<void>;
}

/** A stream as grpc-js gives it to a client. */
export interface CancellableStream extends AsyncIterable<unknown> {
  cancel(): void;
}

/** What the slow ones cost. */
export interface SlowReadersReport {
  /** Messages that the slowest of them has got. */
  readonly minItems: number;
  /** How often the others were served, and how long the slowest of those took, in milliseconds. */
  readonly others: number;
  readonly othersSlowestMs: number;
  /** Resident memory of the service before, and the most during it, in bytes. */
  readonly residentBefore: number;
  readonly residentPeak: number;
}

const paceMs = 1_000;

/** Reads until it is told to stop, and leaves the stream: who only stops to read holds it open. */
export const readWhile = async (
  stream: CancellableStream,
  mayContinue: (items: number) => boolean | Promise<boolean>,
): Promise<number> => {
  let items = 0;
  for await (const _ of stream) {
    items += 1;
    if (!(await mayContinue(items))) break;
  }
  stream.cancel();
  return items;
};

/** Lets them read for the time and watches the service. */
export const readBesideOthers = async (given: SlowReaders): Promise<SlowReadersReport> => {
  const { pid, open, readers, seconds, minItems, minOthers } = given;
  await given.meanwhile();
  const memory = await watchMemory(pid);
  try {
    const untilMs = performance.now() + seconds * 1_000;
    const others = serveOthers(given.meanwhile, (served) => performance.now() < untilMs || served < minOthers);
    let areServed = false;
    const mayContinue = async (items: number): Promise<boolean> => {
      await pace(paceMs);
      return !areServed || items < minItems;
    };
    const slow = Promise.all(Array.from({ length: readers }, () => readWhile(open(), mayContinue)));
    const untilServed = others.finally(() => {
      areServed = true;
    });
    const [items, served] = await Promise.all([slow, untilServed]);
    return { minItems: Math.min(...items), ...served, ...memory.seen() };
  } finally {
    memory.stop();
  }
};

const serveOthers = async (meanwhile: SlowReaders['meanwhile'], mayContinue: (served: number) => boolean) => {
  let others = 0;
  let othersSlowestMs = 0;
  while (mayContinue(others)) {
    const startedAtMs = performance.now();
    await meanwhile();
    others += 1;
    othersSlowestMs = Math.max(othersSlowestMs, performance.now() - startedAtMs);
  }
  return { others, othersSlowestMs };
};
