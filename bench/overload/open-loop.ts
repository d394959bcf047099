import type { LoadClient } from '../load.ts';

/**
 * A load that comes at its own rate, whatever becomes of it, as callers do who do not know of each
 * other.
 */
export interface OpenLoop<Request> {
  readonly clients: readonly LoadClient<Request>[];
  /** Whether a client must have its answer before it can send again. */
  readonly oneAtATime: boolean;
  /** Asked one after another, over and over. */
  readonly requests: readonly Request[];
  readonly perSecond: number;
  readonly seconds: number;
}

/**
 * What became of the requests. Latencies are in milliseconds, from the instant at which a request
 * was due.
 */
export interface OpenLoopResult {
  readonly accepted: readonly number[];
  readonly refused: readonly number[];
  /** Seconds from the first request that was due to the last answer. */
  readonly seconds: number;
}

const tickMs = 1;

/** Sends at the rate for the time, and waits for what is still under way. */
export const openLoop = async <Request>(load: OpenLoop<Request>): Promise<OpenLoopResult> => {
  const { clients, oneAtATime, requests, perSecond, seconds } = load;
  const accepted: number[] = [];
  const refused: number[] = [];
  const idle = [...clients];
  const due: number[] = [];
  const total = Math.floor(perSecond * seconds);
  const startedAtMs = performance.now();
  const done = Promise.withResolvers<void>();
  let sent = 0;

  const send = (client: LoadClient<Request>, dueAtMs: number): void => {
    const request = requests[sent % requests.length];
    sent += 1;
    if (request === undefined) return;
    const ended = (into: number[]) => () => {
      into.push(performance.now() - dueAtMs);
      if (oneAtATime) next(client);
      if (accepted.length + refused.length === total) done.resolve();
    };
    client.send(request).then(ended(accepted), ended(refused));
  };

  const next = (client: LoadClient<Request>): void => {
    const dueAtMs = due.shift();
    if (dueAtMs === undefined) idle.push(client);
    else send(client, dueAtMs);
  };

  const dispatch = (dueAtMs: number, at: number): void => {
    // The one that was idle longest, so that none is idle for so long that the server closes it.
    const client = oneAtATime ? idle.shift() : clients[at % clients.length];
    if (client === undefined) due.push(dueAtMs);
    else send(client, dueAtMs);
  };

  let came = 0;
  const timer = setInterval(() => {
    const elapsedMs = performance.now() - startedAtMs;
    const dueByNow = Math.min(total, Math.floor((elapsedMs * perSecond) / 1_000));
    for (; came < dueByNow; came += 1) dispatch(startedAtMs + (came * 1_000) / perSecond, came);
    if (came === total) clearInterval(timer);
  }, tickMs);
  await done.promise;
  return { accepted, refused, seconds: (performance.now() - startedAtMs) / 1_000 };
};
