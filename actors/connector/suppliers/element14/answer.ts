import { z } from 'zod';
import type { AnswerClass } from '../../../../domain/ingestion/answer-class.ts';
import { classifyByStatus, retryAfterMs } from '../answer-status.ts';
import { readJson } from '../rows.ts';
import type { SupplierResponse } from '../supplier-client.ts';

/**
 * What element14's answers mean. The gateway in front of it is of Mashery's kind: it throttles with
 * 403, says why in a header or else in an XML or HTML body, and answers a dead key with 403 too.
 * What comes from behind it is JSON, errors included.
 */

const gatewayHeader = 'x-mashery-error-code';

/**
 * What the gateway says, in its header or in the words of its body, as one text to look for its
 * codes in.
 */
const reasonOf = ({ headers, body }: SupplierResponse): string =>
  (headers[gatewayHeader] ?? body.slice(0, 2_000).replace(/<[^<>]*>/g, ' ')).toUpperCase().replace(/[\s_]+/g, ' ');

/** What a refusal of the gateway means; undefined for one that it did not make. */
const gatewayRefusal = (response: SupplierResponse): AnswerClass | undefined => {
  const reason = reasonOf(response);
  if (/OVER QPS/.test(reason)) return { kind: 'throttled', window: 'burst', retryAfterMs: retryAfterMs(response) };
  if (/OVER RATE/.test(reason)) return { kind: 'throttled', window: 'daily', retryAfterMs: retryAfterMs(response) };
  if (/DEVELOPER INACTIVE|NOT AUTHORIZED|UNKNOWN DEVELOPER/.test(reason)) return credentialRefused;
  return undefined;
};

const credentialRefused: AnswerClass = { kind: 'authentication', refused: 'credential' };

const problem = z.object({ error: z.unknown().optional(), Fault: z.unknown().optional() });

const saysError = (body: string): boolean => {
  const read = readJson(body, problem);
  return read?.error !== undefined || read?.Fault !== undefined;
};

/** What an answer means. */
export const classify = (response: SupplierResponse): AnswerClass => {
  const byStatus = classifyByStatus(response);
  switch (byStatus.kind) {
    case 'blocked':
    case 'throttled':
      return gatewayRefusal(response) ?? byStatus;
    // There are no sessions here.
    case 'authentication':
      return credentialRefused;
    case 'success':
      return saysError(response.body) ? { kind: 'bad_input', reason: 'an error in the answer' } : byStatus;
    default:
      return byStatus;
  }
};
