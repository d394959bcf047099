import { seededRandom } from '../support/random.ts';

/** A world of events in virtual time: what happens when is decided by a seed and nothing else. */
export interface Simulation {
  now(): number;
  /** 0 to 1. */
  random(): number;
  /** A whole number from `low` to `high`. */
  between(low: number, high: number): number;
  chance(probability: number): boolean;
  /** Does something later; equal instants keep the order in which they were asked for. */
  after(ms: number, work: () => void): void;
  /** When something happens next; undefined: never. */
  nextAt(): number | undefined;
  /** Lets time pass. */
  runUntil(endMs: number): void;
}

interface Planned {
  readonly at: number;
  readonly order: number;
  readonly work: () => void;
}

const isBefore = (a: Planned, b: Planned): boolean => a.at < b.at || (a.at === b.at && a.order < b.order);

/** A heap of what is planned, the next on top. */
const createAgenda = () => {
  const heap: Planned[] = [];
  const swap = (a: number, b: number): void => {
    const [first, second] = [heap[a], heap[b]];
    if (first === undefined || second === undefined) return;
    heap[a] = second;
    heap[b] = first;
  };
  const precedes = (a: number, b: number): boolean => {
    const [first, second] = [heap[a], heap[b]];
    return first !== undefined && (second === undefined || isBefore(first, second));
  };
  return {
    push: (planned: Planned): void => {
      heap.push(planned);
      for (let at = heap.length - 1; at > 0; ) {
        const parent = (at - 1) >> 1;
        if (!precedes(at, parent)) return;
        swap(at, parent);
        at = parent;
      }
    },
    peek: (): Planned | undefined => heap[0],
    pop: (): void => {
      const last = heap.pop();
      if (last === undefined || heap.length === 0) return;
      heap[0] = last;
      for (let at = 0; ; ) {
        const left = 2 * at + 1;
        if (left >= heap.length) return;
        const least = precedes(left, left + 1) ? left : left + 1;
        if (!precedes(least, at)) return;
        swap(least, at);
        at = least;
      }
    },
  };
};

/** Starts at instant 0. */
export const createSimulation = (seed: number): Simulation => {
  const random = seededRandom(seed);
  const agenda = createAgenda();
  let nowMs = 0;
  let order = 0;
  return {
    now: () => nowMs,
    random,
    between: (low, high) => low + Math.floor(random() * (high - low + 1)),
    chance: (probability) => random() < probability,
    after: (ms, work) => {
      order += 1;
      agenda.push({ at: nowMs + Math.max(0, ms), order, work });
    },
    nextAt: () => agenda.peek()?.at,
    runUntil: (endMs) => {
      for (let next = agenda.peek(); next !== undefined && next.at <= endMs; next = agenda.peek()) {
        agenda.pop();
        nowMs = next.at;
        next.work();
      }
      nowMs = endMs;
    },
  };
};
