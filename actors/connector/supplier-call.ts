import type { AnswerClass } from '../../domain/ingestion/answer-class.ts';
import type { Phase } from '../../domain/ingestion/tick.ts';
import type { CredentialRef } from '../../domain/offers/offer.ts';
import { currentContext } from '../../telemetry/context.ts';
import type { Logger } from '../../telemetry/logger.ts';
import type { Metrics } from '../../telemetry/metrics.ts';
import { type Attributes, withSpan } from '../../telemetry/tracing.ts';
import { type CallOutcome, callSupplier } from './suppliers/http.ts';
import type { SupplierClient, SupplierRequest } from './suppliers/supplier-client.ts';

/** What a call is for, as log lines tell it. */
export interface CallPurpose {
  readonly phase: Phase;
  /** From 1; undefined when signing in. */
  readonly page?: number;
  /** Rows or part numbers asked for at most; undefined when the plug-in does not say. */
  readonly batchSize?: number | undefined;
}

/** How a call ended, and what that means for the credential. */
export type ClassifiedOutcome = CallOutcome & { readonly means: AnswerClass };

/** Calls a supplier once, seen by log and metrics. Rejects only when aborted. */
export type CallSupplier = (
  request: SupplierRequest,
  purpose: CallPurpose,
  signal: AbortSignal,
) => Promise<ClassifiedOutcome>;

/** What a call tells, and by what its answers are classified. */
interface CallDependencies {
  readonly client: Pick<SupplierClient, 'classify'>;
  readonly log: Logger;
  /** Whether an operator wants the calls told at info; otherwise they are told at debug. */
  readonly isLogged: () => boolean;
  readonly metrics: Pick<Metrics, 'ingestion'>;
}

/** Where calls may go, and the limits of one. */
export interface CallLimits {
  /** Origins besides that of the base URL. */
  readonly origins?: readonly string[];
  /** Sends what goes to a supplier. */
  readonly fetch: typeof fetch;
  readonly timeoutMs: number;
  readonly maxBodyBytes: number;
}

/**
 * Makes the call of one credential. Log lines carry the safe path and nothing else of the request.
 */
export const createSupplierCall = (
  baseUrl: string,
  credential: CredentialRef,
  limits: CallLimits,
  { client, log, isLogged, metrics }: CallDependencies,
): CallSupplier => {
  const supplier = credential.supplierId;
  const call = async (request: SupplierRequest, signal: AbortSignal): Promise<ClassifiedOutcome> => {
    const outcome = await callSupplier(request, { baseUrl, ...limits, headers: correlation(), signal });
    return outcome.kind === 'silent' ? outcome : { ...outcome, means: client.classify(outcome.response) };
  };
  const count = countCalls(credential, metrics);
  return async (request, { phase, page, batchSize }, signal) => {
    const fields = {
      supplier,
      phase,
      page: page ?? null,
      batch_size: batchSize ?? null,
      credential_ref: credential.id,
      path: request.safePath,
      endpoint: request.endpoint,
    };
    // A call that has begun in the log ends there, too.
    const level = isLogged() ? 'info' : 'debug';
    log[level]('ingestion.http.request.start', fields);
    const outcome = await withSpan(
      {
        name: 'supplier call',
        kind: 'client',
        attributes: () => ({ supplier, 'http.request.method': request.method, 'url.path': request.safePath, phase }),
        outcome: describe,
      },
      () => call(request, signal),
    );
    log[level]('ingestion.http.request.end', {
      ...fields,
      status: outcome.kind === 'answered' ? outcome.response.status : null,
      duration_ms: Math.round(durationOf(outcome)),
      outcome: outcome.means.kind,
      ...(outcome.kind === 'silent' ? { reason: outcome.reason } : {}),
    });
    count(request.endpoint, outcome);
    return outcome;
  };
};

const durationOf = (outcome: CallOutcome): number =>
  outcome.kind === 'answered' ? outcome.response.durationMs : outcome.durationMs;

/** Counts the calls of a credential. */
const countCalls = (
  { id, supplierId: supplier_id }: CredentialRef,
  { ingestion: metrics }: Pick<Metrics, 'ingestion'>,
) => {
  const refused = metrics.refusedInARow.labels({ credential_id: id });
  return (endpoint: string, outcome: ClassifiedOutcome): void => {
    const seconds = durationOf(outcome) / 1000;
    const { kind } = outcome.means;
    metrics.calls.requests.inc({ supplier_id, endpoint, status: statusLabel(outcome), outcome: kind });
    if (kind !== 'success') metrics.calls.errors.inc({ supplier_id, endpoint, outcome: kind });
    metrics.calls.duration.observe({ supplier_id, endpoint }, seconds);
    metrics.stageDuration.observe({ supplier_id, stage: 'fetch' }, seconds);
    if (outcome.kind === 'silent') return;
    if (isRefusal(outcome.response.status)) refused.inc();
    else refused.set(0);
    metrics.payloadFetched.inc({ supplier_id, credential_id: id, endpoint });
    metrics.payloadSize.observe({ supplier_id }, outcome.response.bodyBytes);
  };
};

const describe = (outcome: ClassifiedOutcome): Attributes => ({
  outcome: outcome.means.kind,
  ...(outcome.kind === 'silent'
    ? { 'error.type': outcome.reason }
    : { 'http.response.status_code': outcome.response.status }),
});

const isRefusal = (status: number): boolean => status === 429 || status === 403;

/** The status code, or why there was no answer: a closed set whatever suppliers invent. */
const statusLabel = (outcome: CallOutcome): string => {
  if (outcome.kind === 'silent') return outcome.reason;
  const { status } = outcome.response;
  return status >= 100 && status <= 599 ? String(status) : 'other';
};

const correlation = (): Record<string, string> => {
  const id = currentContext()?.correlationId;
  return id === undefined ? {} : { 'x-correlation-id': id };
};
