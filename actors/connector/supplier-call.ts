import type { Phase } from '../../domain/ingestion/tick.ts';
import type { CredentialRef } from '../../domain/offers/offer.ts';
import { currentContext } from '../../telemetry/context.ts';
import type { Logger } from '../../telemetry/logger.ts';
import type { Metrics } from '../../telemetry/metrics.ts';
import { type Attributes, withSpan } from '../../telemetry/tracing.ts';
import { type CallOutcome, callSupplier } from './suppliers/http.ts';
import type { SupplierRequest } from './suppliers/supplier-client.ts';

/** What a call is for, as log lines tell it. */
export interface CallPurpose {
  readonly phase: Phase;
  /** From 1; undefined when signing in. */
  readonly page?: number;
  /** Rows or part numbers asked for at most; undefined when the plug-in does not say. */
  readonly batchSize?: number | undefined;
}

/** Calls a supplier once, seen by log and metrics. Rejects only when aborted. */
export type CallSupplier = (
  request: SupplierRequest,
  purpose: CallPurpose,
  signal: AbortSignal,
) => Promise<CallOutcome>;

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
  { log, metrics }: { readonly log: Logger; readonly metrics: Metrics },
): CallSupplier => {
  const supplier = credential.supplierId;
  const refused = metrics.ingestion.refusedInARow.labels({ credential_id: credential.id });
  refused.set(0);
  return async (request, { phase, page, batchSize }, signal) => {
    const fields = {
      supplier,
      phase,
      page,
      batch_size: batchSize,
      credential_ref: credential.id,
      path: request.safePath,
      endpoint: request.endpoint,
    };
    log.debug('ingestion.http.request.start', fields);
    const outcome = await withSpan(
      {
        name: 'supplier call',
        kind: 'client',
        attributes: () => ({ supplier, 'http.request.method': request.method, 'url.path': request.safePath, phase }),
        outcome: describe,
      },
      () => callSupplier(request, { baseUrl, ...limits, headers: correlation(), signal }),
    );
    const answered = outcome.kind === 'answered' ? outcome.response : undefined;
    const durationMs = answered?.durationMs ?? (outcome.kind === 'silent' ? outcome.durationMs : 0);
    log.debug('ingestion.http.request.end', {
      ...fields,
      status: answered?.status,
      duration_ms: Math.round(durationMs),
      outcome: outcome.kind === 'silent' ? outcome.reason : 'answered',
    });
    metrics.ingestion.requests.inc({ supplier_id: supplier, status: statusLabel(outcome) });
    metrics.ingestion.stageDuration.observe({ supplier_id: supplier, stage: 'fetch' }, durationMs / 1000);
    if (answered !== undefined) {
      if (isRefusal(answered.status)) refused.inc();
      else refused.set(0);
      metrics.ingestion.payloadFetched.inc({
        supplier_id: supplier,
        credential_id: credential.id,
        endpoint: request.endpoint,
      });
      metrics.ingestion.payloadSize.observe({ supplier_id: supplier }, answered.bodyBytes);
    }
    return outcome;
  };
};

const describe = (outcome: CallOutcome): Attributes =>
  outcome.kind === 'silent'
    ? { 'error.type': outcome.reason }
    : { 'http.response.status_code': outcome.response.status };

const isRefusal = (status: number): boolean => status === 429 || status === 403;

/** `2xx` to `5xx`, or why there was no answer: a closed set whatever suppliers invent. */
const statusLabel = (outcome: CallOutcome): string =>
  outcome.kind === 'silent' ? outcome.reason : `${Math.floor(outcome.response.status / 100)}xx`;

const correlation = (): Record<string, string> => {
  const id = currentContext()?.correlationId;
  return id === undefined ? {} : { 'x-correlation-id': id };
};
