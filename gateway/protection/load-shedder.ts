import { every } from '../../concurrency/delay.ts';
import { Failure } from '../../domain/errors.ts';
import { initialShedding, shed } from '../../domain/protection/shedding.ts';

/**
 * Refuses requests before latency collapses. Two waits are measured, and the longer one counts:
 *
 * - before us: requests wait in sockets while the event loop goes round; a timer that is late by so
 *   much says how long. All that is bound by this process's own processor shows here, and nowhere
 *   else: by the time a request is seen it is nearly done.
 * - behind us: requests wait for the database while the event loop is idle; the time from their
 *   arrival to their answer says how long.
 *
 * Neither counts while few requests wait. From the wait a controller
 * (`domain/protection/shedding.ts`) takes the share to refuse, spread evenly over the requests that
 * come. A refusal costs as little as can be: nothing is parsed, looked up, traced or logged for it.
 * Health over HTTP, readiness, metrics and what operators do are never refused; health over gRPC is
 * not while it is asked as often as probes ask (`gateway/grpc/door/probe-allowance.ts`).
 */
export interface LoadShedder {
  /** Whether to refuse the request that comes now. */
  shouldRefuse(): boolean;
  /** A request that was let in begins. */
  begin(): void;
  /** It has been answered after so long, in milliseconds. */
  end(tookMs: number): void;
  stop(): void;
}

/** How a shedder is set up. */
export interface LoadShedderOptions {
  /** Called for every refusal. */
  readonly onRefused: () => void;
}

/**
 * Waits that are to be kept, in milliseconds. An answer that needs the database takes the event
 * loop two or three rounds, and so several times the first of them.
 */
const targetBeforeUsMs = 30;
const targetBehindUsMs = 80;

/**
 * So many that come in one round of the event loop, or are under way, are no queue: a process that
 * is late for another reason, such as a machine that is busy with other things, gains nothing from
 * refusing them. Of those under way it is no more than what is answered in that time, because 64
 * slow ones are a quarter of a second's work for a database that answers 250 a second.
 */
const few = 64;
const fewSeconds = 0.1;
const minQueueLength = 32;

/**
 * More than that are never under way, unless so many are answered in that time: in the first
 * moments of a rush, before anything has been measured, no more than that can queue up. While some
 * are refused, no more are under way than are answered in that time, however slow they are; after
 * that the limit grows again, to all of it within some seconds.
 */
const minLimit = 512;
const limitSeconds = 0.04;
const minInRush = 24;
const growthPerStep = 1.01;
const weightOfRate = 0.05;

const stepMs = 20;

/**
 * While some are refused anyway: a step that took longer than that, because the collector had the
 * processor, leaves behind a crowd that has waited as long. They are refused for half of that time,
 * in which they are all seen, and those who come now are taken instead.
 */
const stallMs = 120;
const shareOfStall = 0.5;

/** The weight of one answer in the average time of answers. */
const weightOfOne = 0.02;

/** How many may be under way after a step in which so many were answered in time. */
const limitAfter = (before: number, isRush: boolean, answeredInTime: number): number =>
  isRush ? Math.max(minInRush, answeredInTime) : Math.max(answeredInTime, Math.min(minLimit, before * growthPerStep));

/** Starts to measure. */
export const startLoadShedder = ({ onRefused }: LoadShedderOptions): LoadShedder => {
  let state = initialShedding;
  let debt = 0;
  let underWay = 0;
  let averageMs = 0;
  let came = 0;
  let ended = 0;
  let endedPerSecond = 0;
  let limit = minLimit;
  let steppedAtMs = performance.now();
  let staleUntilMs = 0;

  const step = (): void => {
    const nowMs = performance.now();
    const elapsedMs = nowMs - steppedAtMs;
    const beforeUs = came > few ? Math.max(0, elapsedMs - stepMs) / targetBeforeUsMs : 0;
    const fewUnderWay = Math.min(few, Math.max(minQueueLength, endedPerSecond * fewSeconds));
    const behindUs = underWay > fewUnderWay ? averageMs / targetBehindUsMs : 0;
    if (state.share > 0 && elapsedMs > stallMs) staleUntilMs = nowMs + elapsedMs * shareOfStall;
    state = shed(state, Math.max(beforeUs, behindUs), elapsedMs / 1_000);
    endedPerSecond += weightOfRate * ((ended * 1_000) / elapsedMs - endedPerSecond);
    ended = 0;
    came = 0;
    limit = limitAfter(limit, state.share > 0, endedPerSecond * limitSeconds);
    steppedAtMs = nowMs;
  };
  const stop = every(stepMs, step);

  return {
    shouldRefuse: () => {
      came += 1;
      debt += state.share;
      const isOverShare = debt >= 1;
      if (isOverShare) debt -= 1;
      if (!isOverShare && underWay < limit && steppedAtMs >= staleUntilMs) return false;
      onRefused();
      return true;
    },
    begin: () => {
      underWay += 1;
    },
    end: (tookMs) => {
      underWay -= 1;
      ended += 1;
      averageMs += weightOfOne * (tookMs - averageMs);
    },
    stop,
  };
};

/**
 * When a caller that was refused is to try again; later than the rush at its height, sooner than
 * anybody loses patience.
 */
const retryAfterMs = 1_000;

/** What a refused caller is told. */
export const overloaded = (): Failure => new Failure('exhausted', 'the service is overloaded', { retryAfterMs });
