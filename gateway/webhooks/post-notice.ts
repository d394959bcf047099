import { after } from '../../concurrency/delay.ts';
import type { AttemptOutcome } from '../../domain/webhooks/delivery.ts';
import type { PostNotice } from '../../domain/webhooks/ports.ts';
import { OutboundRefused } from '../outbound/guarded-fetch.ts';

/** How a delivery is posted. */
export interface PostOptions {
  /** One that connects only where it may. */
  readonly fetch: typeof fetch;
  /** How long a receiver may take to answer, in milliseconds. */
  readonly answerTimeMs: number;
}

const outcomeOf = (error: unknown, isLate: boolean): AttemptOutcome => {
  if (error instanceof OutboundRefused) return { kind: 'not_allowed' };
  return { kind: isLate ? 'timeout' : 'unreachable' };
};

/**
 * Posts a delivery and reads no more of the answer than its status: what a receiver writes is
 * dropped with the connection.
 */
export const createPostNotice =
  ({ fetch, answerTimeMs }: PostOptions): PostNotice =>
  async ({ url, headers, body }, signal) => {
    const late = new AbortController();
    const cancel = after(answerTimeMs, () => late.abort(new Error('no answer in time')));
    try {
      const answer = await fetch(url, {
        method: 'POST',
        headers,
        body,
        signal: AbortSignal.any([signal, late.signal]),
      });
      // Not waited for, and nothing depends on how it ends.
      void answer.body?.cancel().catch(() => undefined);
      return { kind: 'answered', status: answer.status };
    } catch (error) {
      signal.throwIfAborted();
      return outcomeOf(error, late.signal.aborted);
    } finally {
      cancel();
    }
  };
