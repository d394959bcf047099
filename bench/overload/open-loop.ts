import { Fifo } from '../../concurrency/fifo.ts';
import { type LoadClient, maxWaitMs, Unanswered } from '../load.ts';

/**
 * A load that comes at its own rate, whatever becomes of it, as callers do who do not know of each
 * other.
 */
export interface OpenLoop<Request> {
  readonly clients: readonly LoadClient<Request>[];
  /**
   * Whether a client must have its answer before it can send again; requests wait for one that is
   * idle, and are given up after `maxWaitMs`.
   */
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
  /** Given up before they were sent, for want of an idle client or of a place on its connection. */
  readonly notSent: number;
  /** Sent over a connection that ended before the answer. */
  readonly lost: number;
  /** Seconds in which all of them came; more than were asked for when the sender is too slow. */
  readonly offeredSeconds: number;
  /** Seconds from the first request that was due to the last answer. */
  readonly seconds: number;
}

const tickMs = 1;

class RunningLoop<Request> {
  private readonly load: OpenLoop<Request>;
  private readonly total: number;
  private readonly startedAtMs = performance.now();
  private readonly done = Promise.withResolvers<void>();
  private readonly accepted: number[] = [];
  private readonly refused: number[] = [];
  private readonly unanswered = { 'not sent': 0, lost: 0 };
  private readonly idle = new Fifo<LoadClient<Request>>();
  /** When those were due that wait for an idle client. */
  private readonly due = new Fifo<number>();
  private came = 0;
  private sent = 0;
  private offeredSeconds = 0;

  constructor(load: OpenLoop<Request>) {
    this.load = load;
    this.total = Math.floor(load.perSecond * load.seconds);
    for (const client of load.clients) this.idle.push(client);
  }

  async run(): Promise<OpenLoopResult> {
    const timer = setInterval(() => this.tick(), tickMs);
    await this.done.promise;
    clearInterval(timer);
    const { accepted, refused, unanswered, offeredSeconds } = this;
    const seconds = this.elapsedSeconds();
    return { accepted, refused, notSent: unanswered['not sent'], lost: unanswered.lost, offeredSeconds, seconds };
  }

  private elapsedSeconds(): number {
    return (performance.now() - this.startedAtMs) / 1_000;
  }

  private tick(): void {
    const { total, startedAtMs } = this;
    const { perSecond } = this.load;
    const dueByNow = Math.min(total, Math.floor(this.elapsedSeconds() * perSecond));
    for (; this.came < dueByNow; this.came += 1) this.dispatch(startedAtMs + (this.came * 1_000) / perSecond);
    if (this.came === total && this.offeredSeconds === 0) this.offeredSeconds = this.elapsedSeconds();
    const lateMs = performance.now() - maxWaitMs;
    while (this.due.first !== undefined && this.due.first < lateMs) {
      this.due.shift();
      this.unanswered['not sent'] += 1;
    }
    this.endWhenAllEnded();
  }

  private dispatch(dueAtMs: number): void {
    const { oneAtATime, clients } = this.load;
    // The one that was idle longest, so that none is idle for so long that the server closes it.
    const client = oneAtATime ? this.idle.shift() : clients[this.came % clients.length];
    if (client === undefined) this.due.push(dueAtMs);
    else this.send(client, dueAtMs);
  }

  private send(client: LoadClient<Request>, dueAtMs: number): void {
    const { requests, oneAtATime } = this.load;
    const request = requests[this.sent % requests.length];
    if (request === undefined) throw new Error('there is nothing to send');
    this.sent += 1;
    const ended = (): void => {
      if (oneAtATime) this.next(client);
      this.endWhenAllEnded();
    };
    client.send(request).then(
      () => {
        this.accepted.push(performance.now() - dueAtMs);
        ended();
      },
      (error: unknown) => {
        if (error instanceof Unanswered) this.unanswered[error.why] += 1;
        else this.refused.push(performance.now() - dueAtMs);
        ended();
      },
    );
  }

  private next(client: LoadClient<Request>): void {
    const dueAtMs = this.due.shift();
    if (dueAtMs === undefined) this.idle.push(client);
    else this.send(client, dueAtMs);
  }

  private endWhenAllEnded(): void {
    const { accepted, refused, unanswered, total } = this;
    if (accepted.length + refused.length + unanswered['not sent'] + unanswered.lost === total) this.done.resolve();
  }
}

/** Sends at the rate for the time, and waits for what is still under way. */
export const openLoop = <Request>(load: OpenLoop<Request>): Promise<OpenLoopResult> => new RunningLoop(load).run();
