import { type ClosedLoop, closedLoop, openLoop, type Sample } from './benchmark.ts';

/** How long a request waits to be sent before its caller gives it up, in milliseconds. */
export const maxWaitMs = 1_000;

/** Why a request has no answer: it was given up before it was sent, or its connection ended. */
type WhyUnanswered = 'not sent' | 'lost';

/** What a request without an answer rejects with; everything else is an answer that says no. */
export class Unanswered extends Error {
  readonly why: WhyUnanswered;

  constructor(why: WhyUnanswered) {
    super(why);
    this.why = why;
  }
}

/** One connection to a server under load, made again when it has ended. */
export interface LoadClient<Request> {
  /** How often it was made again. */
  readonly reconnects: number;
  /**
   * Sends a request as it stands and resolves when its answer has come; rejects unless the call
   * succeeded, with `Unanswered` when no answer comes.
   */
  send(request: Request): Promise<void>;
  close(): void;
}

/** What to load a server with. */
export interface LoadOptions<Request> extends Pick<ClosedLoop, 'workers' | 'durationMs'> {
  /** Opens one connection. */
  readonly open: () => Promise<LoadClient<Request>>;
  /** The workers share so many connections evenly. */
  readonly connections: number;
  /** Asked one after another, over and over. */
  readonly requests: readonly Request[];
}

/** A load with its connections open. */
export interface Load {
  /** Runs one round. */
  run(): Promise<Sample>;
  /** Runs one round of so many requests a second; those that are refused are no work. */
  runAt(rate: number): Promise<Sample>;
  close(): void;
}

/** Opens the connections of a load. */
export const openLoad = async <Request>(options: LoadOptions<Request>): Promise<Load> => {
  const { workers, durationMs, open, connections, requests } = options;
  const clients = await Promise.all(Array.from({ length: connections }, open));
  let next = 0;
  const call = async (worker: number): Promise<number> => {
    next = (next + 1) % requests.length;
    const request = requests[next];
    if (request !== undefined) await clients[worker % connections]?.send(request);
    return 1;
  };
  return {
    run: () => closedLoop({ workers, durationMs, call }),
    runAt: (rate) => openLoop({ rate, durationMs, call: () => call(next).catch(() => 0) }),
    close: () => {
      for (const client of clients) client.close();
    },
  };
};
