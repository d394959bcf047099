/**
 * What a caller did wrong, found missing or ran into, as a value that says nothing of any
 * transport. The gateway holds the one table that turns a kind into a gRPC status and an HTTP
 * status.
 */
export type FailureKind =
  | 'invalid_argument'
  | 'unauthenticated'
  | 'permission_denied'
  | 'not_found'
  | 'conflict'
  | 'failed_precondition'
  | 'changed_meanwhile'
  | 'key_reused'
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
  /**
   * The field's name as the contract spells it, with its path where nested: `cursor.token`,
   * `lines[3].quantity`.
   */
  readonly field: string;
  readonly description: string;
}

/** What a failure may carry besides its kind and its public text. */
export interface FailureDetails {
  readonly violations?: readonly FieldViolation[];
  /** Violations that there are besides and that are not named; 0 when left out. */
  readonly violationsLeftOut?: number;
  /** How long the caller should wait before it tries again, in milliseconds. */
  readonly retryAfterMs?: number;
  /** Text for the log only; never leaves the service. */
  readonly internal?: string;
  readonly cause?: unknown;
}

/**
 * The only error that may cross from a use case to an edge. `message` is the public text: it is
 * sent to the caller as it is and must hold nothing secret. Everything else that is thrown counts
 * as a bug and is answered INTERNAL without detail.
 */
export class Failure extends Error {
  readonly kind: FailureKind;
  readonly violations: readonly FieldViolation[];
  readonly violationsLeftOut: number;
  readonly retryAfterMs: number | undefined;
  readonly internal: string | undefined;

  constructor(kind: FailureKind, publicText: string, details: FailureDetails = {}) {
    super(publicText, details.cause === undefined ? undefined : { cause: details.cause });
    this.name = 'Failure';
    this.kind = kind;
    this.violations = details.violations ?? [];
    this.violationsLeftOut = details.violationsLeftOut ?? 0;
    this.retryAfterMs = details.retryAfterMs;
    this.internal = details.internal;
  }
}

/**
 * Maximum number of violations in one refusal: a list of thousands is useless, and costs as much as
 * an unbounded request.
 */
export const maxViolations = 50;

/** Longest name of a field and longest description of one in a refusal, in characters. */
const maxFieldLength = 128;
const maxDescriptionLength = 1_000;

const cut = (text: string, maxLength: number): string =>
  text.length > maxLength ? text.slice(0, maxLength).toWellFormed() : text;

/**
 * Fields that are not acceptable. The text names each up to `maxViolations` and counts the rest;
 * `total` is how many there are where the list is a beginning only.
 */
export const invalidArguments = (violations: readonly FieldViolation[], total = violations.length): Failure => {
  const named = violations.slice(0, maxViolations).map(({ field, description }) => ({
    field: cut(field, maxFieldLength),
    description: cut(description, maxDescriptionLength),
  }));
  const leftOut = total - named.length;
  const text = named.map(({ field, description }) => `${field}: ${description}`).join('; ');
  return new Failure('invalid_argument', leftOut > 0 ? `${text}; and ${leftOut} more` : text, {
    violations: named,
    violationsLeftOut: leftOut,
  });
};

/**
 * One field that is not acceptable. Several go to `invalidArguments` as a list, which may be of any
 * length.
 */
export const invalidArgument = (violation: FieldViolation): Failure => invalidArguments([violation]);

/** An id that is unknown or hidden from the caller; the two cannot be told apart from outside. */
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

/** Whether an error is transient, so that a retry is worthwhile. */
export const isTransient = (error: unknown): boolean => error instanceof Failure && passing.has(error.kind);

/**
 * An error in words for a dead letter, a log line or an operator: the internal text where there is
 * one.
 */
export const reasonOf = (error: unknown): string => {
  if (error instanceof Failure) return error.internal ?? error.message;
  return error instanceof Error ? error.message : 'unknown error';
};
