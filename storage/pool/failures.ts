import { Failure, unavailable } from '../../domain/errors.ts';

/** What went wrong between here and the server, as postgres.js and Node name it. */
const connectionCodes = new Set([
  'CONNECTION_CLOSED',
  'CONNECTION_DESTROYED',
  'CONNECTION_ENDED',
  'CONNECT_TIMEOUT',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EPIPE',
  'ETIMEDOUT',
  'TLS_REFUSED',
]);

/** Two writers met; the loser may try again at once. */
const collisionStates = new Set(['40001', '40P01', '55P03']);

/**
 * The server refuses work for the moment: shutting down, starting up, out of connections or of
 * room, read-only after a failover, or a statement ran into its time limit or was cancelled.
 * Classes by their first two characters.
 */
const passingStates = new Set(['57P01', '57P02', '57P03', '57014', '25006', '25P03', '25P04']);
const passingClasses = new Set(['08', '53', '58']);

const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;

/**
 * How long to wait before trying again, in milliseconds, when the error is of a kind that passes by
 * itself.
 */
const passesAfterMs = (code: string): number | undefined => {
  if (collisionStates.has(code)) return 50;
  if (connectionCodes.has(code)) return 1_000;
  if (code.length === 5 && (passingStates.has(code) || passingClasses.has(code.slice(0, 2)))) return 1_000;
  return undefined;
};

/** Raised by the append functions of the first migration. */
const versionConflict = 'ES409';

/**
 * What a store throws for an error of the driver: `Failure` of kind `unavailable` with a retry hint
 * when the database does not answer, refuses work for the moment or ran out of time; of kind
 * `conflict` when an aggregate was not at the expected version; the error itself, a bug, in every
 * other case.
 */
export const toFailure = (error: unknown): unknown => {
  if (error instanceof Failure) return error;
  const code = codeOf(error);
  const text = error instanceof Error ? error.message : '';
  if (code === versionConflict) {
    return new Failure('conflict', 'it was changed by somebody else meanwhile; load it again', {
      internal: text,
      cause: error,
    });
  }
  const retryAfterMs = code === undefined ? undefined : passesAfterMs(code);
  if (retryAfterMs === undefined) return error;
  return unavailable(`postgres: ${code} ${text}`, retryAfterMs, error);
};
