import { z } from 'zod';
import { dayMs } from '../../../../domain/duration.ts';
import type { AnswerClass } from '../../../../domain/ingestion/answer-class.ts';
import { classifyByStatus } from '../answer-status.ts';
import { readJson } from '../rows.ts';
import type { SupplierResponse } from '../supplier-client.ts';
import { tolerant } from '../tolerant.ts';

/**
 * What Nexar's answers mean. GraphQL errors come with status 200, so the errors of a body are read
 * before its status is believed; what came with data besides is a success. The token endpoint errs
 * as OAuth does.
 */

const problem = z.object({
  error: tolerant.text,
  data: z.unknown().optional(),
  errors: tolerant.list(
    z.object({
      message: tolerant.text,
      extensions: z.object({ code: tolerant.text }).nullish().catch(undefined),
    }),
  ),
});

type GraphqlError = z.infer<typeof problem>['errors'][number];

/**
 * The plan's parts are used up. `daily` is the class of the long window, here a month: it begins
 * anew on the first, in UTC by the answer's own clock. A plan may be enlarged on any day, so a day
 * is the longest wait, and asking again costs no part.
 */
const quotaUsed = ({ headers }: SupplierResponse): AnswerClass => {
  const now = new Date(headers.date ?? '');
  const nextMonth = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1);
  const untilThenMs = nextMonth - now.getTime();
  return {
    kind: 'throttled',
    window: 'daily',
    retryAfterMs: Number.isNaN(untilThenMs) ? undefined : Math.min(dayMs, untilThenMs),
  };
};

const oauthRefusals = new Set(['invalid_client', 'invalid_grant', 'unauthorized_client', 'invalid_scope']);

const meaningOf = (error: GraphqlError, response: SupplierResponse): AnswerClass => {
  const message = error.message ?? '';
  const code = error.extensions?.code ?? '';
  if (/exceeded your part limit/i.test(message)) return quotaUsed(response);
  if (/rate limit|too many requests/i.test(message)) {
    return { kind: 'throttled', window: 'burst', retryAfterMs: undefined };
  }
  if (code === 'AUTH_NOT_AUTHENTICATED' || /not authenticated|token (is |has )?(expired|invalid)/i.test(message)) {
    return { kind: 'authentication', refused: 'session' };
  }
  // A field or a query outside of the plan.
  if (code === 'AUTH_NOT_AUTHORIZED' || /not authori[sz]ed|upgrade your plan/i.test(message))
    return { kind: 'blocked' };
  if (/does not exist|syntax|validation|variable|argument/i.test(message)) {
    return { kind: 'bad_input', reason: 'a GraphQL error' };
  }
  return { kind: 'upstream_fault', retryAfterMs: undefined };
};

/** What an answer of the API or the token endpoint means. */
export const classify = (response: SupplierResponse): AnswerClass => {
  const mayErr = response.body.includes('"error');
  const read = mayErr ? readJson(response.body, problem) : undefined;
  if (read?.error !== undefined && oauthRefusals.has(read.error)) {
    return { kind: 'authentication', refused: 'credential' };
  }
  const [error] = read?.errors ?? [];
  const isOutright = response.status < 500 && response.status !== 429 && response.status !== 401;
  if (error !== undefined && isOutright && !holdsData(read?.data)) return meaningOf(error, response);
  return classifyByStatus(response);
};

const holdsData = (data: unknown): boolean => z.object({ supMultiMatch: z.array(z.unknown()) }).safeParse(data).success;
