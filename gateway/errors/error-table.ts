import { status } from '@grpc/grpc-js';
import type { FailureKind } from '../../domain/errors.ts';
import { type ProblemSlug, problemTypes } from './problem-types.ts';

/** What one kind of failure looks like from outside. */
export interface ErrorRow {
  /** The gRPC status code. */
  readonly grpc: status;
  /** The HTTP status code. */
  readonly http: number;
  /** The type of its problem documents. */
  readonly slug: ProblemSlug;
  /**
   * Whether the service is to blame, so that it is logged as an error and counts against
   * availability.
   */
  readonly ours: boolean;
}

const theirs = (grpc: status, slug: ProblemSlug): ErrorRow => ({
  grpc,
  http: problemTypes[slug].status,
  slug,
  ours: false,
});

const ours = (grpc: status, slug: ProblemSlug): ErrorRow => ({ ...theirs(grpc, slug), ours: true });

/**
 * The one place that turns a kind of failure into a gRPC status and a type of problem, which has
 * the HTTP status. A kind that is missing here does not compile. 499 is the customary status for a
 * caller that went away; it is never read.
 */
export const errorTable: Readonly<Record<FailureKind, ErrorRow>> = {
  invalid_argument: theirs(status.INVALID_ARGUMENT, 'invalid-argument'),
  unauthenticated: theirs(status.UNAUTHENTICATED, 'unauthenticated'),
  permission_denied: theirs(status.PERMISSION_DENIED, 'permission-denied'),
  not_found: theirs(status.NOT_FOUND, 'not-found'),
  conflict: theirs(status.ABORTED, 'conflict'),
  failed_precondition: theirs(status.FAILED_PRECONDITION, 'failed-precondition'),
  changed_meanwhile: theirs(status.ABORTED, 'precondition-failed'),
  key_reused: theirs(status.FAILED_PRECONDITION, 'idempotency-key-reused'),
  too_large: theirs(status.RESOURCE_EXHAUSTED, 'too-large'),
  unsupported_media_type: theirs(status.INVALID_ARGUMENT, 'unsupported-media-type'),
  exhausted: theirs(status.RESOURCE_EXHAUSTED, 'exhausted'),
  unavailable: ours(status.UNAVAILABLE, 'unavailable'),
  deadline_exceeded: ours(status.DEADLINE_EXCEEDED, 'deadline-exceeded'),
  cancelled: theirs(status.CANCELLED, 'cancelled'),
  unimplemented: theirs(status.UNIMPLEMENTED, 'unimplemented'),
  internal: ours(status.INTERNAL, 'internal'),
};

/**
 * The name of a kind's gRPC status, `NOT_FOUND`: the `code` label of the request metrics at both
 * edges.
 */
export const codeName = (kind: FailureKind): string => codeNames[kind];

const codeNames = Object.fromEntries(
  Object.entries(errorTable).map(([kind, row]) => [kind, status[row.grpc]]),
) as Readonly<Record<FailureKind, string>>;
