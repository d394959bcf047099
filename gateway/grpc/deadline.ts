import { Failure } from '../../domain/errors.ts';
import { callerGone } from '../request/request-signal.ts';
import type { AnyCall } from './any-call.ts';

/**
 * The caller's time: grpc-js reads it from `grpc-timeout` and ends the call by itself when it has
 * passed.
 */

const deadlineMsOf = (call: AnyCall): number => Number(call.getDeadline());

/**
 * How long the call may take by our own clock: the default where the caller sets no deadline, else
 * nothing of ours.
 */
export const timeoutOf = (call: AnyCall, defaultMs: number | undefined): number | undefined =>
  Number.isFinite(deadlineMsOf(call)) ? undefined : defaultMs;

/** The caller's own timer often hangs up a moment before ours has run out. */
const toleranceMs = 25;

/** Why grpc-js has cancelled the call: its deadline has passed, or the caller hung up. */
export const reasonOfCancel = (call: AnyCall): Failure =>
  Date.now() >= deadlineMsOf(call) - toleranceMs
    ? new Failure('deadline_exceeded', "the caller's deadline has passed")
    : callerGone();
