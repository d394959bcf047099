import { status } from '@grpc/grpc-js';
import type { FailureKind } from '../../domain/errors.ts';

/** What one kind of failure looks like from outside. */
export interface ErrorRow {
  /** The gRPC status code. */
  readonly grpc: status;
  /** The HTTP status code. */
  readonly http: number;
  /** The last part of the problem type: `urn:offerstream:problem:{slug}`. */
  readonly slug: string;
  /** The problem's title: one text for all failures of this kind. */
  readonly title: string;
  /**
   * Whether the service is to blame, so that it is logged as an error and counts against
   * availability.
   */
  readonly ours: boolean;
}

const theirs = (grpc: status, http: number, slug: string, title: string): ErrorRow => ({
  grpc,
  http,
  slug,
  title,
  ours: false,
});

const ours = (grpc: status, http: number, slug: string, title: string): ErrorRow => ({
  ...theirs(grpc, http, slug, title),
  ours: true,
});

/**
 * The one place that turns a kind of failure into a gRPC status and an HTTP status. A kind that is
 * missing here does not compile. 499 is the customary status for a caller that went away; it is
 * never read.
 */
export const errorTable: Readonly<Record<FailureKind, ErrorRow>> = {
  invalid_argument: theirs(status.INVALID_ARGUMENT, 400, 'invalid-argument', 'The request is not acceptable'),
  unauthenticated: theirs(status.UNAUTHENTICATED, 401, 'unauthenticated', 'A valid API key is needed'),
  permission_denied: theirs(status.PERMISSION_DENIED, 403, 'permission-denied', 'The API key does not allow this'),
  not_found: theirs(status.NOT_FOUND, 404, 'not-found', 'Not found'),
  conflict: theirs(status.ABORTED, 409, 'conflict', 'Something else changed it first'),
  failed_precondition: theirs(status.FAILED_PRECONDITION, 409, 'failed-precondition', 'Not possible in this state'),
  key_reused: theirs(
    status.FAILED_PRECONDITION,
    422,
    'idempotency-key-reused',
    'The Idempotency-Key was used for another request',
  ),
  too_large: theirs(status.RESOURCE_EXHAUSTED, 413, 'too-large', 'The request is too large'),
  unsupported_media_type: theirs(
    status.INVALID_ARGUMENT,
    415,
    'unsupported-media-type',
    'The content type is not known',
  ),
  exhausted: theirs(status.RESOURCE_EXHAUSTED, 429, 'exhausted', 'Too many requests'),
  unavailable: ours(status.UNAVAILABLE, 503, 'unavailable', 'A part of the service is not available'),
  deadline_exceeded: ours(status.DEADLINE_EXCEEDED, 504, 'deadline-exceeded', 'It took too long'),
  cancelled: theirs(status.CANCELLED, 499, 'cancelled', 'The caller went away'),
  unimplemented: theirs(status.UNIMPLEMENTED, 501, 'unimplemented', 'Not available yet'),
  internal: ours(status.INTERNAL, 500, 'internal', 'The service has a fault'),
};

/**
 * The name of a kind's gRPC status, `NOT_FOUND`: the `code` label of the request metrics at both
 * edges.
 */
export const codeName = (kind: FailureKind): string => codeNames[kind];

const codeNames = Object.fromEntries(
  Object.entries(errorTable).map(([kind, row]) => [kind, status[row.grpc]]),
) as Readonly<Record<FailureKind, string>>;
