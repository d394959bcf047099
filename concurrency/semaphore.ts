/** Whose work it is, and what ends its waiting. */
export interface PermitRequest {
  /** Works of one name take turns with those of others. */
  readonly name: string;
  /** Ends the waiting; the promise rejects with its reason. What has begun is not ended. */
  readonly signal: AbortSignal;
}

/** A number of places that work takes in fair turns. */
export interface Semaphore {
  /** Does the work when there is a place; the place is free again however the work ends. */
  readonly withPermit: <Result>(taker: PermitRequest, work: () => Promise<Result>) => Promise<Result>;
}

/** The tasks of one name: how many run, and which wait, in the order of asking. */
interface Line {
  taken: number;
  readonly waiting: Set<() => void>;
}

/**
 * The waiting line that is next: of those that may take another place the one with the fewest, and
 * among equals the first.
 */
const nextOf = (lines: Iterable<Line>, most: number): Line | undefined => {
  let next: Line | undefined;
  for (const line of lines)
    if (line.waiting.size > 0 && line.taken < most && line.taken < (next?.taken ?? Number.POSITIVE_INFINITY))
      next = line;
  return next;
};

/**
 * Makes so many places, of which one name has at most `most`; left out: all but one, so that
 * another finds one free however long the work of the first takes. Names that wait take turns, each
 * with its works in the order of asking.
 */
export const createSemaphore = (count: number, most = Math.max(1, count - 1)): Semaphore => {
  /** In the order in which it is their turn. */
  const lines = new Map<string, Line>();
  let free = count;

  const lineOf = (name: string): Line => {
    const line = lines.get(name) ?? { taken: 0, waiting: new Set() };
    lines.set(name, line);
    return line;
  };
  /** Its next turn is behind those of all others; who has no place and wants none is forgotten. */
  const requeue = (name: string, line: Line): void => {
    lines.delete(name);
    if (line.taken > 0 || line.waiting.size > 0) lines.set(name, line);
  };
  const begin = (name: string, line: Line): void => {
    free -= 1;
    line.taken += 1;
    requeue(name, line);
  };
  /** Gives free places to those whose turn it is. */
  const call = (): void => {
    for (let line = nextOf(lines.values(), most); free > 0 && line !== undefined; line = nextOf(lines.values(), most)) {
      const [first] = line.waiting;
      first?.();
    }
  };
  const leave = (name: string, line: Line): void => {
    free += 1;
    line.taken -= 1;
    requeue(name, line);
    call();
  };
  const enter = async ({ name, signal }: PermitRequest): Promise<Line> => {
    signal.throwIfAborted();
    const line = lineOf(name);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const onTurn = (): void => {
      line.waiting.delete(onTurn);
      begin(name, line);
      resolve();
    };
    const onAbort = (): void => {
      if (line.waiting.delete(onTurn)) reject(signal.reason);
      if (line.taken === 0 && line.waiting.size === 0) lines.delete(name);
    };
    line.waiting.add(onTurn);
    signal.addEventListener('abort', onAbort, { once: true });
    call();
    await promise.finally(() => signal.removeEventListener('abort', onAbort));
    return line;
  };
  return {
    withPermit: async (taker, work) => {
      const line = await enter(taker);
      try {
        return await work();
      } finally {
        leave(taker.name, line);
      }
    },
  };
};
