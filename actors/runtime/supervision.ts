import { Failure, type FailureKind } from '../../domain/errors.ts';
import type { Directive, FaultClass, Supervision } from './handle.ts';

const classOfFailure: Readonly<Record<FailureKind, FaultClass>> = {
  unavailable: 'transient',
  deadline_exceeded: 'transient',
  exhausted: 'transient',
  cancelled: 'transient',
  invalid_argument: 'poison',
  unauthenticated: 'poison',
  permission_denied: 'poison',
  not_found: 'poison',
  failed_precondition: 'poison',
  changed_meanwhile: 'poison',
  key_reused: 'poison',
  too_large: 'poison',
  unsupported_media_type: 'poison',
  unimplemented: 'poison',
  // Somebody else wrote what this actor holds a copy of: a restart loads it anew.
  conflict: 'fatal',
  internal: 'fatal',
};

/**
 * How an actor is supervised that says nothing of it: a `Failure` by its kind, anything else is
 * fatal; five restarts in a minute, from 100 ms to 10 s apart.
 */
export const defaultSupervision: Supervision = {
  classify: (error) => (error instanceof Failure ? classOfFailure[error.kind] : 'fatal'),
  directives: { transient: 'resume', poison: 'resume', fatal: 'restart' },
  maxRestarts: 5,
  windowMs: 60_000,
  backoff: { initialMs: 100, maxMs: 10_000 },
};

/** What happens to the actor that had the fault. */
export type Verdict =
  | { readonly kind: 'resume' }
  /** Start again after the delay; `restarts` is the history to hand in with the next fault. */
  | { readonly kind: 'restart'; readonly delayMs: number; readonly restarts: readonly number[] }
  | { readonly kind: 'stop' }
  /** Stop, and let the parent's supervision decide on the parent. */
  | { readonly kind: 'escalate' };

/** A fault with all that its verdict depends on. */
export interface Fault {
  readonly supervision: Supervision;
  readonly error: unknown;
  /**
   * Whether there is a state to go on with; a fault in `start` leaves none, and resuming then means
   * to restart.
   */
  readonly hasState: boolean;
  /** When the actor was restarted before, in milliseconds since the epoch, oldest first. */
  readonly restarts: readonly number[];
  readonly nowMs: number;
  /** Uniform in [0, 1); spreads restarts of many actors that fail together. */
  readonly random: () => number;
}

/**
 * Decides on a fault. Pure but for `random` and the actor's own `classify`, which counts as `fatal`
 * when it throws.
 */
export const classifyFault = (fault: Fault): { readonly faultClass: FaultClass; readonly verdict: Verdict } => {
  const faultClass = classify(fault);
  return { faultClass, verdict: verdictOn(fault, fault.supervision.directives[faultClass]) };
};

const classify = ({ supervision, error }: Fault): FaultClass => {
  try {
    return supervision.classify(error);
  } catch {
    return 'fatal';
  }
};

const verdictOn = (fault: Fault, directive: Directive): Verdict => {
  switch (directive) {
    case 'resume':
      return fault.hasState ? { kind: 'resume' } : restart(fault);
    case 'restart':
      return restart(fault);
    case 'stop':
      return { kind: 'stop' };
    case 'escalate':
      return { kind: 'escalate' };
  }
};

const restart = ({ supervision, restarts, nowMs, random }: Fault): Verdict => {
  const recent = restarts.filter((atMs) => nowMs - atMs < supervision.windowMs);
  if (recent.length >= supervision.maxRestarts) return { kind: 'escalate' };
  const { initialMs, maxMs } = supervision.backoff;
  const fullMs = Math.min(maxMs, initialMs * 2 ** recent.length);
  // Half of the delay is certain, so that a failing dependency always gets some rest.
  return { kind: 'restart', delayMs: fullMs * (0.5 + random() / 2), restarts: [...recent, nowMs] };
};
