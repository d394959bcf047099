import { z } from 'zod';
import type { AnswerClass } from '../../../../domain/ingestion/answer-class.ts';
import { classifyByStatus, retryAfterMs } from '../answer-status.ts';
import { readJson } from '../rows.ts';
import type { SupplierResponse } from '../supplier-client.ts';
import { tolerant } from '../tolerant.ts';

/**
 * What LCSC's answers mean. They come with status 200 around a `code` of their own. Sources
 * contradict each other about 430: a used-up day to one, a wrong signature to another. So 430 and
 * 431 are read by their message; one that says neither counts as a throttle of unknown length,
 * because waiting does no harm to a signature, while a credential that is called refused stands
 * still until somebody looks at it.
 */

const envelope = z.object({ success: z.boolean().optional(), code: tolerant.count, message: tolerant.text });

const isAboutSignature = (message: string): boolean => /sign|nonce|timestamp|secret|\bkey\b/i.test(message);

const isAboutLimit = (message: string): boolean => /limit|exceed|frequen|too many|quota/i.test(message);

const isAboutDay = (message: string): boolean => /day|daily/i.test(message);

const isAboutAddress = (message: string): boolean => /\bip\b|whitelist|allow.?list|permission/i.test(message);

const credentialRefused: AnswerClass = { kind: 'authentication', refused: 'credential' };

const ambiguous = (message: string, response: SupplierResponse): AnswerClass => {
  if (isAboutLimit(message)) {
    const window = isAboutDay(message) ? 'daily' : 'unknown';
    return { kind: 'throttled', window, retryAfterMs: retryAfterMs(response) };
  }
  if (isAboutSignature(message)) return credentialRefused;
  return { kind: 'throttled', window: 'unknown', retryAfterMs: retryAfterMs(response) };
};

/** What a code of theirs means; undefined when it says no more than the status. */
const meaningOf = (code: number, message: string, response: SupplierResponse): AnswerClass | undefined => {
  if (code === 200 || code === 0) return undefined;
  if (code === 401) return credentialRefused;
  if (code === 403) return { kind: 'blocked' };
  // Key, nonce, time or signature did not arrive: the request is at fault, not the credential.
  if (code >= 424 && code <= 427) return { kind: 'bad_input', reason: `code ${code}` };
  if (code === 429) return { kind: 'throttled', window: 'burst', retryAfterMs: retryAfterMs(response) };
  if (code === 430 || code === 431) return ambiguous(message, response);
  if (code >= 400 && code < 500) return { kind: 'bad_input', reason: `code ${code}` };
  if (code >= 500 && code < 600) return { kind: 'upstream_fault', retryAfterMs: retryAfterMs(response) };
  return undefined;
};

/** A refusal that only its message explains. */
const byMessage = (message: string): AnswerClass => {
  if (isAboutAddress(message)) return { kind: 'blocked' };
  if (isAboutLimit(message)) {
    return { kind: 'throttled', window: isAboutDay(message) ? 'daily' : 'unknown', retryAfterMs: undefined };
  }
  return isAboutSignature(message) ? credentialRefused : { kind: 'bad_input', reason: 'refused' };
};

const classifyStatus = (response: SupplierResponse): AnswerClass => {
  if (response.status === 401) return credentialRefused;
  if (response.status === 429) return { kind: 'throttled', window: 'burst', retryAfterMs: retryAfterMs(response) };
  return classifyByStatus(response);
};

/** What an answer means. */
export const classify = (response: SupplierResponse): AnswerClass => {
  const read = readJson(response.body, envelope);
  const message = read?.message ?? '';
  const byCode = read?.code === undefined ? undefined : meaningOf(read.code, message, response);
  if (byCode !== undefined) return byCode;
  const byStatus = classifyStatus(response);
  return byStatus.kind === 'success' && read?.success === false ? byMessage(message) : byStatus;
};
