import { z } from 'zod';
import type { AnswerClass } from '../../../../domain/ingestion/answer-class.ts';
import { classifyByStatus } from '../answer-status.ts';
import { readJson } from '../rows.ts';
import type { SupplierResponse } from '../supplier-client.ts';
import { tolerant } from '../tolerant.ts';
import { waitMs, windowOf } from './rate-headers.ts';

/**
 * What Digi-Key's answers mean. Errors come in three shapes: the gateway's own, problem documents
 * of version 4, and those of OAuth from the token endpoint. A part that Digi-Key does not know is
 * answered 404, which is an answer like any other.
 */

const problem = z.object({
  // The gateway's.
  ErrorMessage: tolerant.text,
  ErrorDetails: tolerant.text,
  // Version 4's.
  title: tolerant.text,
  detail: tolerant.text,
  // OAuth's.
  error: tolerant.text,
  error_description: tolerant.text,
  fault: z.object({ faultstring: tolerant.text }).nullish().catch(undefined),
});

const credentialRefused: AnswerClass = { kind: 'authentication', refused: 'credential' };
const sessionRefused: AnswerClass = { kind: 'authentication', refused: 'session' };

/** Everything that an error says, as one text. */
const wordsOf = (response: SupplierResponse): string => {
  const { fault, ...read } = readJson(response.body, problem) ?? {};
  return [...Object.values(read), fault?.faultstring].filter((each) => each !== undefined).join(' ');
};

const isAboutApp = /invalid.?client|client.?id|unauthorized_client|client credentials/i;

/** A refresh token that was used up elsewhere: signing in anew, without it, is what can help. */
const isAboutGrant = /invalid_grant|refresh.?token/i;

const authenticationOf = (words: string): AnswerClass => {
  if (isAboutGrant.test(words)) return sessionRefused;
  return isAboutApp.test(words) ? credentialRefused : sessionRefused;
};

/**
 * Whether a 404 is about the part: what does not exist otherwise has no error of version 4 or of
 * the gateway around it.
 */
export const isUnknownPart = (response: SupplierResponse): boolean => {
  const read = response.status === 404 ? readJson(response.body, problem) : undefined;
  return read !== undefined && (read.title ?? read.detail ?? read.ErrorMessage) !== undefined;
};

/** What an answer means. */
export const classify = (response: SupplierResponse): AnswerClass => {
  const byStatus = classifyByStatus(response);
  const words = wordsOf(response);
  switch (byStatus.kind) {
    case 'throttled':
      return { kind: 'throttled', window: windowOf(response, words), retryAfterMs: waitMs(response, words) };
    case 'authentication':
      return authenticationOf(words);
    case 'bad_input':
      if (isUnknownPart(response)) return { kind: 'success' };
      return isAboutGrant.test(words) || /invalid_client|unauthorized_client/i.test(words)
        ? authenticationOf(words)
        : byStatus;
    case 'blocked':
      return isAboutApp.test(words) ? credentialRefused : byStatus;
    default:
      return byStatus;
  }
};
