import { withDeadline } from '../../../concurrency/deadline.ts';
import { isFailure } from '../../../domain/errors.ts';
import type { AnswerClass } from '../../../domain/ingestion/answer-class.ts';
import type { SupplierRequest, SupplierResponse } from './supplier-client.ts';

/**
 * The one place that calls suppliers. A call goes to the supplier's configured origins and nowhere
 * else, ends within its time and reads no more than its limit. What it reports of a failure is a
 * closed set of reasons: no URL, header or body, all of which may hold secrets, gets into it.
 */

/** How a call is made. */
export interface CallOptions {
  /**
   * The supplier's configured base URL; a request to another origin is refused, and so is every
   * redirect.
   */
  readonly baseUrl: string;
  /** Origins that the plug-in names besides. */
  readonly origins?: readonly string[];
  /** Sends the request, to where requests may go at all. */
  readonly fetch: typeof fetch;
  /** From sending to the last byte. */
  readonly timeoutMs: number;
  /** The most that is read of an answer, after decompression. */
  readonly maxBodyBytes: number;
  /** Added to the request's own headers: correlation id and trace context. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Gives the call up; it then rejects with the signal's reason. */
  readonly signal?: AbortSignal;
}

/** Why there is no answer. */
type NoAnswerReason =
  /** The time was up. */
  | 'timeout'
  /** No connection, or it broke. */
  | 'unreachable'
  /** The supplier sent us elsewhere. */
  | 'redirected'
  /** The request was for another origin than the supplier's. */
  | 'foreign_origin'
  /** The answer was larger than the limit. */
  | 'too_large';

/** How a call ended. */
export type CallOutcome =
  | { readonly kind: 'answered'; readonly response: SupplierResponse }
  | {
      readonly kind: 'silent';
      readonly reason: NoAnswerReason;
      /** What the silence means for the credential, as a plug-in would say of an answer. */
      readonly means: AnswerClass;
      readonly durationMs: number;
    };

const upstreamFault: AnswerClass = { kind: 'upstream_fault', retryAfterMs: undefined };

const meaning: Readonly<Record<NoAnswerReason, AnswerClass>> = {
  timeout: upstreamFault,
  unreachable: upstreamFault,
  redirected: { kind: 'malformed', reason: 'a redirect where an answer was expected' },
  foreign_origin: { kind: 'malformed', reason: "the next page is not on the supplier's host" },
  too_large: { kind: 'malformed', reason: 'the answer is larger than the limit' },
};

/**
 * Calls a supplier once. Rejects only when `signal` is aborted; everything that can go wrong
 * outside is an outcome.
 */
export const callSupplier = async (request: SupplierRequest, options: CallOptions): Promise<CallOutcome> => {
  options.signal?.throwIfAborted();
  const startedAt = performance.now();
  const noAnswer = (reason: NoAnswerReason): CallOutcome => ({
    kind: 'silent',
    reason,
    means: meaning[reason],
    durationMs: performance.now() - startedAt,
  });
  const { origin } = new URL(request.url);
  const isOurs = origin === new URL(options.baseUrl).origin || (options.origins ?? []).includes(origin);
  if (!isOurs) return noAnswer('foreign_origin');

  const ask = async (signal: AbortSignal): Promise<CallOutcome> => {
    const answer = await options.fetch(request.url, {
      method: request.method,
      headers: { ...options.headers, ...request.headers },
      body: request.body ?? null,
      redirect: 'manual',
      signal,
    });
    // A 304 needs a conditional request, which is never sent, so every 3xx is a redirect.
    if (answer.status >= 300 && answer.status < 400) {
      await answer.body?.cancel();
      return noAnswer('redirected');
    }
    const body = await readBody(answer, options.maxBodyBytes);
    if (body === undefined) return noAnswer('too_large');
    return {
      kind: 'answered',
      response: {
        status: answer.status,
        headers: Object.fromEntries(answer.headers),
        body: body.toString('utf8'),
        bodyBytes: body.length,
        durationMs: performance.now() - startedAt,
      },
    };
  };

  try {
    return await withDeadline({ what: 'a supplier', ms: options.timeoutMs, owner: options.signal }, ask);
  } catch (error) {
    options.signal?.throwIfAborted();
    return noAnswer(isFailure(error, 'unavailable') ? 'timeout' : 'unreachable');
  }
};

/** The whole body, or undefined when it is larger than the limit; the rest is then left unread. */
const readBody = async (answer: Response, maxBytes: number): Promise<Buffer | undefined> => {
  if (answer.body === null) return Buffer.alloc(0);
  const chunks: Uint8Array[] = [];
  let size = 0;
  // Leaving the loop early cancels the stream, which closes the connection.
  for await (const chunk of answer.body) {
    size += chunk.length;
    if (size > maxBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, size);
};
