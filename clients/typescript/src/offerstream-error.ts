/** The statuses that a call can end with, by the names of gRPC; the place of each is its number. */
const codes = [
  'OK',
  'CANCELLED',
  'UNKNOWN',
  'INVALID_ARGUMENT',
  'DEADLINE_EXCEEDED',
  'NOT_FOUND',
  'ALREADY_EXISTS',
  'PERMISSION_DENIED',
  'RESOURCE_EXHAUSTED',
  'FAILED_PRECONDITION',
  'ABORTED',
  'OUT_OF_RANGE',
  'UNIMPLEMENTED',
  'INTERNAL',
  'UNAVAILABLE',
  'DATA_LOSS',
  'UNAUTHENTICATED',
] as const;

/** How a call ended that did not succeed. */
export type Code = Exclude<(typeof codes)[number], 'OK'>;

/** How a call ended that its signal has ended; undefined: the signal has not. */
export const codeOfAbort = ({ aborted, reason }: AbortSignal): Code | undefined => {
  if (!aborted) return undefined;
  return reason instanceof DOMException && reason.name === 'TimeoutError' ? 'DEADLINE_EXCEEDED' : 'CANCELLED';
};

/** The name of a gRPC status number. */
export const codeOf = (status: number): Code => {
  const code = codes[status];
  return code === undefined || code === 'OK' ? 'UNKNOWN' : code;
};

/** What is wrong with a field of a request. */
export interface FieldViolation {
  /** The field's path, `lines[3].quantity`. */
  readonly field: string;
  readonly description: string;
}

/** What an error says besides its text. */
export interface ErrorDetails {
  readonly code: Code;
  /** What exactly it was, such as `KEY_REUSED`; empty when the service did not answer. */
  readonly reason: string;
  /** The fields to change; only with INVALID_ARGUMENT. */
  readonly violations: readonly FieldViolation[];
  /** When to try again, in milliseconds from the answer; undefined: the service gives no hint. */
  readonly retryAfterMs: number | undefined;
  /** What the service's operators find the request by; empty when the service did not answer. */
  readonly correlationId: string;
}

/** A call that did not succeed. The same over gRPC and HTTP. */
export class OfferstreamError extends Error implements ErrorDetails {
  override readonly name = 'OfferstreamError';
  readonly code: Code;
  readonly reason: string;
  readonly violations: readonly FieldViolation[];
  readonly retryAfterMs: number | undefined;
  readonly correlationId: string;

  constructor(message: string, details: Partial<ErrorDetails> & { readonly code: Code }, cause?: unknown) {
    super(message, { cause });
    this.code = details.code;
    this.reason = details.reason ?? '';
    this.violations = details.violations ?? [];
    this.retryAfterMs = details.retryAfterMs;
    this.correlationId = details.correlationId ?? '';
  }
}
