import { Fifo } from '../../concurrency/fifo.ts';

/**
 * Refusals that are given late. A caller who has its answer at once asks again at once, and where
 * refusing is what a process does most it has no time left for answers. One who waits does not ask
 * again over the same connection of HTTP/1.1, nor has it a place for another call over one of
 * HTTP/2, which takes so many at a time.
 */
export interface HeldRefusals {
  /** How many are held. */
  readonly count: number;
  /**
   * Holds one back, of a caller who waits for so long at most; it is given at once where that is
   * too short. The oldest is given for it where there is no room.
   */
  add(answer: () => void, patienceMs: number, nowMs: number): void;
  /** Gives those that may not be held longer, and then the oldest for so many milliseconds. */
  give(nowMs: number, forMs: number): void;
  /** Gives them all. */
  giveAll(): void;
}

/**
 * How long they are held at most, and how many. A caller waits no longer than half of its time, so
 * that it hears of the overload and not of its own deadline.
 */
const holds = [
  { longestMs: 800, size: 16_000 },
  { longestMs: 200, size: 4_000 },
] as const;
const shareOfPatience = 0.5;

/**
 * In one round of the event loop so many times more may come, and are given at its end: whoever has
 * its answer within the round asks again within it.
 */
const inOneRound = 2;

/** How many are given between two looks at the clock. */
const givenAtOnce = 16;

interface Held {
  readonly answer: () => void;
  readonly sinceMs: number;
}

/** The oldest first. */
class Queue {
  readonly longestMs: number;
  private readonly size: number;
  private readonly items = new Fifo<Held>();

  constructor({ longestMs, size }: { readonly longestMs: number; readonly size: number }) {
    this.longestMs = longestMs;
    this.size = size;
  }

  get count(): number {
    return this.items.length;
  }

  add(held: Held): void {
    if (this.count >= this.size * inOneRound) this.giveFirst();
    this.items.push(held);
  }

  /** Whether the oldest has been held for as long as it may, or takes another's place. */
  isDue(nowMs: number): boolean {
    const held = this.items.first;
    return held !== undefined && (this.count > this.size || nowMs - held.sinceMs >= this.longestMs);
  }

  giveFirst(): void {
    this.items.shift()?.answer();
  }
}

/** Holds none. */
export const createHeldRefusals = (): HeldRefusals => {
  const queues = holds.map((hold) => new Queue(hold));

  const give = (queue: Queue, most: number): void => {
    for (let left = Math.min(most, queue.count); left > 0; left -= 1) queue.giveFirst();
  };

  return {
    get count() {
      return queues.reduce((sum, { count }) => sum + count, 0);
    },
    add: (answer, patienceMs, nowMs) => {
      const queue = queues.find(({ longestMs }) => longestMs <= patienceMs * shareOfPatience);
      if (queue === undefined) answer();
      else queue.add({ answer, sinceMs: nowMs });
    },
    give: (nowMs, forMs) => {
      for (const queue of queues) {
        while (queue.isDue(nowMs)) queue.giveFirst();
        while (queue.count > 0 && performance.now() - nowMs < forMs) give(queue, givenAtOnce);
      }
    },
    giveAll: () => {
      for (const queue of queues) give(queue, queue.count);
    },
  };
};
