import { every } from '../../concurrency/delay.ts';
import { Failure } from '../../domain/errors.ts';
import { initialShedding, shed } from '../../domain/protection/shedding.ts';
import { createHeldRefusals } from './held-refusals.ts';
import { createRoundBudget, few, type RoundBudget } from './round-budget.ts';

/**
 * Refuses requests before latency collapses, for want of one of two things:
 *
 * - its own processor time: requests wait in sockets while the event loop goes round, and by the
 *   time a request is seen it is nearly done. In a round they have a budget of processor time
 *   (`round-budget.ts`); what could be taken within it is the share to take
 *   (`domain/protection/rounds.ts`). Where rounds are long for another reason than requests, a
 *   controller (`domain/protection/shedding.ts`) takes from how long the share to refuse.
 * - the database: requests wait for it while the event loop is idle. From how long they take to be
 *   answered the same controller takes the share to refuse.
 *
 * Neither counts while few requests come, or are under way. Shares are spread evenly over the
 * requests that come. A refusal costs as little as can be: nothing is parsed, looked up, traced or
 * logged for it. That is still a good part of an answer, so that a process which is short of its
 * own time could spend all of it on refusals. Then they are held (`held-refusals.ts`): whoever
 * waits for an answer does not ask again, and what is left of the core goes to answers. They are
 * given by the shedder's own step, once, within 0.8 s and its rounds; sooner as there is time; and
 * at once when the edges stop. Whose connection has ended is given none.
 *
 * What it cannot do: callers who open a connection for every request, or more calls at a time than
 * are held, are not slowed down. With 20,000 at a time a fifth of the core is left for answers. A
 * process that gets a part of a core alone refuses as many a second, and has the less time left.
 *
 * Health over HTTP, readiness, metrics and what operators do are never refused; health over gRPC is
 * not while it is asked as often as probes ask (`gateway/grpc/door/probe-allowance.ts`).
 */
export interface LoadShedder {
  /** Whether to refuse the request that comes now. */
  shouldRefuse(): boolean;
  /**
   * Has a request refused that is to be: `answer` is called once, now or a while later, when its
   * caller may be gone. `patienceMs` is how long the caller waits; left out: for as long as it
   * takes.
   */
  refuse(answer: () => void, patienceMs?: number): void;
  /** Has all refusals given that are held, and none held from now on: the edges stop. */
  giveHeld(): void;
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
 * So many under way are no queue: a process that is late for another reason gains nothing from
 * refusing them. It is no more than what is answered in that time, because 64 slow ones are a
 * quarter of a second's work for a database that answers 250 a second.
 */
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

/**
 * The parts of its time for which a process gives refusals that it holds before they must be given:
 * while it is short of time, and while a round is hardly longer than it must be.
 */
const shareOfGiving = 0.05;
const shareOfGivingIdle = 0.2;
const idleMs = 25;

/** The weight of one answer in the average time of answers. */
const weightOfOne = 0.02;

/** How many may be under way after a step in which so many were answered in time. */
const limitAfter = (before: number, isRush: boolean, answeredInTime: number): number =>
  isRush ? Math.max(minInRush, answeredInTime) : Math.max(answeredInTime, Math.min(minLimit, before * growthPerStep));

/** Counts the requests that are under way, and how long they take. */
const countUnderWay = () => {
  let count = 0;
  let averageMs = 0;
  let ended = 0;
  let endedPerSecond = 0;
  let limit = minLimit;

  return {
    isFull: (): boolean => count >= limit,
    /** How long they wait, in targets. */
    wait: (): number => {
      const fewUnderWay = Math.min(few, Math.max(minQueueLength, endedPerSecond * fewSeconds));
      return count > fewUnderWay ? averageMs / targetBehindUsMs : 0;
    },
    step: (elapsedMs: number, isRush: boolean): void => {
      endedPerSecond += weightOfRate * ((ended * 1_000) / elapsedMs - endedPerSecond);
      ended = 0;
      limit = limitAfter(limit, isRush, endedPerSecond * limitSeconds);
    },
    begin: (): void => {
      count += 1;
    },
    end: (tookMs: number): void => {
      count -= 1;
      ended += 1;
      averageMs += weightOfOne * (tookMs - averageMs);
    },
  };
};

/** Picks a share of what comes, spread evenly over it. */
const spreadEvenly = (): ((share: number) => boolean) => {
  let debt = 0;
  return (share) => {
    debt += share;
    if (debt < 1) return false;
    debt -= 1;
    return true;
  };
};

/**
 * Ends a round, and says how late it was for another reason than requests, in targets; in a rush
 * not at all.
 */
const endRound = (round: RoundBudget, elapsedMs: number): number => {
  const { came, forRequestsMs } = round.end();
  return came > few && !round.isRush ? Math.max(0, elapsedMs - forRequestsMs - stepMs) / targetBeforeUsMs : 0;
};

/** Starts to measure. */
export const startLoadShedder = ({ onRefused }: LoadShedderOptions): LoadShedder => {
  let state = initialShedding;
  let steppedAtMs = performance.now();
  let staleUntilMs = 0;
  let isStopping = false;
  const isPicked = spreadEvenly();
  const underWay = countUnderWay();
  const round = createRoundBudget();
  const held = createHeldRefusals();

  const stopSteps = every(stepMs, () => {
    const nowMs = performance.now();
    const elapsedMs = nowMs - steppedAtMs;
    steppedAtMs = nowMs;
    const beforeUs = endRound(round, elapsedMs);
    if (state.share > 0 && elapsedMs > stallMs) staleUntilMs = nowMs + elapsedMs * shareOfStall;
    state = shed(state, Math.max(beforeUs, underWay.wait()), elapsedMs / 1_000);
    underWay.step(elapsedMs, state.share > 0);
    held.give(nowMs, elapsedMs * (elapsedMs < idleMs ? shareOfGivingIdle : shareOfGiving));
    round.begin();
  });

  const giveHeld = (): void => {
    isStopping = true;
    held.giveAll();
  };

  return {
    shouldRefuse: () => {
      const isRefused = round.isTooMuch() || isPicked(state.share);
      if (!isRefused && !underWay.isFull() && steppedAtMs >= staleUntilMs) {
        round.take();
        return false;
      }
      onRefused();
      return true;
    },
    refuse: (answer, patienceMs = Number.POSITIVE_INFINITY) => {
      if (round.isRush && !isStopping) held.add(answer, patienceMs, performance.now());
      else answer();
    },
    giveHeld,
    begin: underWay.begin,
    end: underWay.end,
    stop: () => {
      stopSteps();
      giveHeld();
    },
  };
};

/**
 * When a caller that was refused is to try again; later than the rush at its height, sooner than
 * anybody loses patience.
 */
const retryAfterMs = 1_000;

/** What a refused caller is told. */
export const overloaded = (): Failure => new Failure('exhausted', 'the service is overloaded', { retryAfterMs });
