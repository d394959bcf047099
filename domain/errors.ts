/**
 * What a caller did wrong, found missing or ran into, as a value that says nothing of any transport.
 * The gateway holds the one table that turns a kind into a gRPC status and an HTTP status.
 */
export type FailureKind =
  | 'invalid_argument'
  | 'unauthenticated'
  | 'permission_denied'
  | 'not_found'
  | 'conflict'
  | 'failed_precondition'
  | 'too_large'
  | 'unsupported_media_type'
  | 'exhausted'
  | 'unavailable'
  | 'deadline_exceeded'
  | 'cancelled'
  | 'unimplemented'
  | 'internal';

/** One field that a caller must change, with the reason in words for that caller. */
export interface FieldViolation {
  /** The field's name as the contract spells it, with its path where nested: `cursor.token`, `lines[3].quantity`. */
  readonly field: string;
  readonly description: string;
}

/** What a failure may carry besides its kind and its public text. */
export interface FailureDetails {
  readonly violations?: readonly FieldViolation[];
  /** How long the caller should wait before it tries again, in milliseconds. */
  readonly retryAfterMs?: number;
  /** Text for the log only; never leaves the service. */
  readonly internal?: string;
  readonly cause?: unknown;
}

/**
 * The only error that may cross from a use case to an edge. `message` is the public text: it is sent to the caller as it
 * is and must hold nothing secret. Everything else that is thrown counts as a bug and is answered INTERNAL without detail.
 */
export class Failure extends Error {
  readonly kind: FailureKind;
  readonly violations: readonly FieldViolation[];
  readonly retryAfterMs: number | undefined;
  readonly internal: string | undefined;

  constructor(kind: FailureKind, publicText: string, details: FailureDetails = {}) {
    super(publicText, details.cause === undefined ? undefined : { cause: details.cause });
    this.name = 'Failure';
    this.kind = kind;
    this.violations = details.violations ?? [];
    this.retryAfterMs = details.retryAfterMs;
    this.internal = details.internal;
  }
}

/** One or more fields that are not acceptable; the text names each. */
export const invalidArgument = (...violations: FieldViolation[]): Failure =>
  new Failure('invalid_argument', violations.map((each) => `${each.field}: ${each.description}`).join('; '), {
    violations,
  });

/** An id that is unknown or that the caller may not see; the two are told apart by nobody outside. */
export const notFound = (what: string, id: string): Failure =>
  new Failure('not_found', `${what} ${JSON.stringify(id)} not found`);

/** A store or a service behind this one does not answer; `internal` says which and how. */
export const unavailable = (internal: string, retryAfterMs: number, cause?: unknown): Failure =>
  new Failure('unavailable', 'a part of the service is not available at the moment; try again', {
    retryAfterMs,
    internal,
    cause,
  });

/** Whether an error is a failure of the kind. */
export const isFailure = (error: unknown, kind: FailureKind): error is Failure =>
  error instanceof Failure && error.kind === kind;

const passing: ReadonlySet<FailureKind> = new Set(['unavailable', 'exhausted', 'deadline_exceeded']);

/** Whether an error is of a kind that passes by itself, so that the same is worth trying again. */
export const isPassing = (error: unknown): boolean => error instanceof Failure && passing.has(error.kind);

/** An error in words for a dead letter, a log line or an operator: the internal text where there is one. */
export const reasonOf = (error: unknown): string => {
  if (error instanceof Failure) return error.internal ?? error.message;
  return error instanceof Error ? error.message : 'unknown error';
};
