import type { AnswerClass } from '../../../domain/ingestion/answer-class.ts';
import type { SupplierResponse } from './supplier-client.ts';

/**
 * What a status means by RFC 9110 and RFC 6585 alone. A plug-in first decides what its supplier
 * means otherwise and leaves the rest to this.
 */
export const classifyByStatus = (response: SupplierResponse): AnswerClass => {
  const { status } = response;
  if (status >= 200 && status < 300) return { kind: 'success' };
  if (status === 401) return { kind: 'authentication', refused: 'session' };
  if (status === 403) return { kind: 'blocked' };
  if (status === 429) return { kind: 'throttled', window: 'unknown', retryAfterMs: retryAfterMs(response) };
  if (status >= 500) return { kind: 'upstream_fault', retryAfterMs: retryAfterMs(response) };
  if (status >= 400) return { kind: 'bad_input', reason: `status ${status}` };
  return { kind: 'malformed', reason: `status ${status}` };
};

/**
 * The wait that `Retry-After` asks for; undefined when it is absent or unreadable. A date is taken
 * against the answer's own `Date`, so that a supplier's clock that is wrong does no harm.
 */
export const retryAfterMs = ({ headers }: Pick<SupplierResponse, 'headers'>): number | undefined => {
  const text = headers['retry-after'];
  if (text === undefined) return undefined;
  if (/^\d{1,7}$/.test(text)) return Number(text) * 1000;
  const waitMs = Date.parse(text) - Date.parse(headers.date ?? '');
  return Number.isNaN(waitMs) ? undefined : Math.max(0, waitMs);
};
