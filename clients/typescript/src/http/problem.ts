import { type Code, codeOfAbort } from '../codes.ts';
import { type FieldViolation, OfferstreamError } from '../offerstream-error.ts';

/** A problem document (RFC 9457) as the service writes it. */
interface Problem {
  readonly type?: string;
  readonly detail?: string;
  readonly title?: string;
  readonly status?: number;
  readonly correlation_id?: string;
  readonly violations?: readonly FieldViolation[];
  readonly retry_after_seconds?: number;
}

/** The statuses of HTTP that a gateway before the service may answer with, as those of gRPC. */
const codesByStatus: Readonly<Record<number, Code>> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  409: 'ABORTED',
  412: 'ABORTED',
  413: 'RESOURCE_EXHAUSTED',
  415: 'INVALID_ARGUMENT',
  422: 'FAILED_PRECONDITION',
  429: 'RESOURCE_EXHAUSTED',
  499: 'CANCELLED',
  500: 'INTERNAL',
  501: 'UNIMPLEMENTED',
  502: 'UNAVAILABLE',
  503: 'UNAVAILABLE',
  504: 'DEADLINE_EXCEEDED',
};

/** The types of problem that mean another gRPC status than their HTTP status does. */
const codesByType: Readonly<Record<string, Code>> = { 'failed-precondition': 'FAILED_PRECONDITION' };

/** The error of a problem document. */
export const errorOfProblem = (problem: Problem, httpStatus: number): OfferstreamError => {
  const slug = problem.type?.split('/').at(-1) ?? '';
  const status = problem.status ?? httpStatus;
  return new OfferstreamError(problem.detail ?? problem.title ?? `HTTP status ${status}`, {
    code: codesByType[slug] ?? codesByStatus[status] ?? 'UNKNOWN',
    reason: reasonOf(slug),
    violations: problem.violations ?? [],
    retryAfterMs: problem.retry_after_seconds === undefined ? undefined : problem.retry_after_seconds * 1_000,
    correlationId: problem.correlation_id ?? '',
  });
};

/** `idempotency-key-reused` is KEY_REUSED over gRPC; the other reasons are their slugs. */
const reasonOf = (slug: string): string =>
  slug === 'idempotency-key-reused' ? 'KEY_REUSED' : slug.toUpperCase().replaceAll('-', '_');

/** The error of an answer that is none of success. */
export const errorOfAnswer = async (answer: Response): Promise<OfferstreamError> => {
  const text = await answer.text().catch(() => '');
  try {
    return errorOfProblem(JSON.parse(text) as Problem, answer.status);
  } catch {
    // Something before the service answered.
    return errorOfProblem({ detail: `HTTP status ${answer.status}` }, answer.status);
  }
};

/** The error of a call that got no answer. */
export const errorOfNoAnswer = (thrown: unknown, signal: AbortSignal): OfferstreamError => {
  if (thrown instanceof OfferstreamError) return thrown;
  const code = codeOfAbort(signal) ?? 'UNAVAILABLE';
  return new OfferstreamError(
    `no answer: ${thrown instanceof Error ? thrown.message : String(thrown)}`,
    { code },
    thrown,
  );
};
