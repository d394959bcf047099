import type { Scope } from '../../../domain/callers/caller.ts';
import type { RecordAnswer } from '../../../telemetry/request-metrics.ts';
import type { OpenCallLimiter } from './open-call-limiter.ts';

/** What the door must know of a method to let a call of it in. */
export type GuardedMethod = KeyedMethod | OpenMethod | AbsentMethod;

/** One of the contract: its caller must be known and admitted. */
export interface KeyedMethod {
  readonly kind: 'keyed';
  readonly name: string;
  readonly scope: Scope;
  readonly record: RecordAnswer;
  /** Whether the caller sends messages for as long as it likes. */
  readonly isRequestStream: boolean;
  readonly maxMessageBytes: number;
}

/** One that anybody may call: how many at a time, and how much all of a call may be. */
export interface OpenMethod {
  readonly kind: 'open';
  readonly places: OpenCallLimiter;
  readonly isRequestStream: boolean;
  readonly maxMessageBytes: number;
  readonly maxCallBytes: number;
  /** Whether some are served whatever the load, as probes must be. */
  readonly isProbe: boolean;
}

/** One of the contract that this process does not serve. */
export interface AbsentMethod {
  readonly kind: 'absent';
  readonly name: string;
  readonly record: RecordAnswer;
}
