import type { FailureReason } from '../credential-failure.ts';
import type { AnswerClass } from './answer-class.ts';

/**
 * The health of a credential, and the circuit breaker in front of its supplier: one state machine,
 * because they say the same. While a credential is sound its breaker is closed; a failing one has
 * its breaker open and asks nothing but, from time to time, one probe (half open).
 *
 *     sound --- five throttles in a row, or three refusals of the session, ---> failing
 *           \-- or three closed doors, or the credential refused once, ------/
 *           \-- or half of the last twenty calls failed ---------------------/
 *     failing --- its probe is answered ---> sound
 *             \-- its probe fails: the next one comes after a longer pause, up to ten minutes
 *
 * It is a plain value, so that it survives a restart, and the clock and chance come in, so that a
 * day of it is tested at once.
 */

/** Runs of answers of one kind that have not been broken by another. */
export interface Runs {
  readonly throttled: number;
  readonly sessionRefused: number;
  readonly blocked: number;
}

/** The health of a credential. */
export type Health =
  | {
      readonly kind: 'sound';
      readonly runs: Runs;
      /** The latest calls, oldest first: whether each got an answer that can be used. */
      readonly recent: readonly boolean[];
    }
  | {
      readonly kind: 'failing';
      readonly reason: FailureReason;
      readonly since: Date;
      /** Probes that failed so far. */
      readonly probes: number;
      /** From then on one request may go out as a probe. */
      readonly probeAt: Date;
    };

/** When a credential is taken for failing, and how often it is probed then. */
export interface HealthRules {
  /** Throttled answers in a row that mean exhaustion; five by the specification. */
  readonly throttles: number;
  readonly sessionRefusals: number;
  readonly blocks: number;
  /** So many of the latest calls are judged, at the earliest when there are `minCalls`. */
  readonly recentCalls: number;
  readonly minCalls: number;
  /** The share of failed calls, 0 to 1, at which the supplier counts as unreachable. */
  readonly faultShare: number;
  readonly probe: { readonly initialMs: number; readonly maxMs: number };
}

/** The rules that connectors go by. */
export const healthRules: HealthRules = {
  throttles: 5,
  sessionRefusals: 3,
  blocks: 3,
  recentCalls: 20,
  minCalls: 10,
  faultShare: 0.5,
  probe: { initialMs: 5_000, maxMs: 600_000 },
};

const noRuns: Runs = { throttled: 0, sessionRefused: 0, blocked: 0 };

/** Nothing bad known. */
export const sound: Health = { kind: 'sound', runs: noRuns, recent: [] };

/** What an answer did to a credential. */
export interface Verdict {
  readonly health: Health;
  /** Undefined when it stays sound, or stays failing. */
  readonly change: 'failed' | 'recovered' | undefined;
}

const askedToWaitMs = (answer: AnswerClass): number =>
  answer.kind === 'throttled' || answer.kind === 'upstream_fault' ? (answer.retryAfterMs ?? 0) : 0;

/**
 * The supplier understood us and dealt with the request: even finding fault with it shows that the
 * credential works.
 */
const isServed = (answer: AnswerClass): boolean => answer.kind === 'success' || answer.kind === 'bad_input';

/**
 * Doubles with every failed probe; a quarter of it is left to chance, so that many credentials do
 * not probe at once.
 */
export const probePauseMs = (probes: number, { probe }: HealthRules, chance: number): number =>
  Math.min(probe.initialMs * 2 ** probes, probe.maxMs) * (0.75 + 0.25 * chance);

/** What the health of a credential depends on besides its past. */
export interface HealthContext {
  readonly rules: HealthRules;
  readonly now: Date;
  /** 0 to 1. */
  readonly chance: number;
}

const nextProbe = (probes: number, answer: AnswerClass, { rules, now, chance }: HealthContext): Date =>
  new Date(now.getTime() + Math.max(probePauseMs(probes, rules, chance), askedToWaitMs(answer)));

const lengthened = (runs: Runs, answer: AnswerClass): Runs => {
  switch (answer.kind) {
    case 'throttled':
      return { ...noRuns, throttled: runs.throttled + 1 };
    case 'authentication':
      return { ...noRuns, sessionRefused: runs.sessionRefused + 1 };
    case 'blocked':
      return { ...noRuns, blocked: runs.blocked + 1 };
    case 'success':
    case 'bad_input':
      return noRuns;
    // No answer at all says nothing about a throttle, so it neither lengthens nor breaks a run of
    // them.
    case 'upstream_fault':
    case 'malformed':
      return runs;
  }
};

const failureOf = (
  answer: AnswerClass,
  runs: Runs,
  recent: readonly boolean[],
  rules: HealthRules,
): FailureReason | undefined => {
  if (answer.kind === 'authentication' && answer.refused === 'credential') return 'authentication';
  if (runs.sessionRefused >= rules.sessionRefusals) return 'authentication';
  if (runs.throttled >= rules.throttles) return 'throttled';
  if (runs.blocked >= rules.blocks) return 'blocked';
  const faults = recent.filter((isUsable) => !isUsable).length;
  const isJudgeable = recent.length >= rules.minCalls;
  return isJudgeable && faults / recent.length >= rules.faultShare ? 'unreachable' : undefined;
};

const whileSound = (
  health: Extract<Health, { kind: 'sound' }>,
  answer: AnswerClass,
  context: HealthContext,
): Verdict => {
  const { rules, now } = context;
  const runs = lengthened(health.runs, answer);
  const isFault = answer.kind === 'upstream_fault' || answer.kind === 'malformed';
  const recent = [...health.recent, !isFault].slice(-rules.recentCalls);
  const reason = isServed(answer) ? undefined : failureOf(answer, runs, recent, rules);
  if (reason === undefined) return { health: { kind: 'sound', runs, recent }, change: undefined };
  return {
    health: { kind: 'failing', reason, since: now, probes: 0, probeAt: nextProbe(0, answer, context) },
    change: 'failed',
  };
};

/**
 * The health after an answer. Those of signing in count too; a refused session does not that a new
 * one is tried for within the page.
 */
export const afterAnswer = (health: Health, answer: AnswerClass, context: HealthContext): Verdict => {
  if (health.kind === 'sound') return whileSound(health, answer, context);
  if (isServed(answer)) return { health: sound, change: 'recovered' };
  const probes = health.probes + 1;
  return { health: { ...health, probes, probeAt: nextProbe(probes, answer, context) }, change: undefined };
};
