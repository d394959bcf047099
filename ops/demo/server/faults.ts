import type { Context } from 'hono';
import { z } from 'zod';
import { type RealAnswer, spoilAnswer } from './spoiled-answer.ts';
import { retryAfter } from './throttle-answer.ts';

/**
 * Faults that a demo supplier is told to have: each spoils that many of the next answers, first in,
 * first out. What a fault means is the same at all suppliers; how a throttle, an expired token or
 * an answer without rows looks is each supplier's own and comes from its `FaultForms`.
 */

const count = z.union([z.int().min(1).max(10_000), z.literal('until_cleared')]).default(1);

const waitSeconds = z.int().min(0).optional();

/** A fault as the control endpoint takes it. */
export const faultOrder = z.discriminatedUnion('kind', [
  /** Answers with this status, and says how long to wait if told to. */
  z.object({
    kind: z.literal('status'),
    status: z.int().min(400).max(599),
    retryAfterSeconds: waitSeconds,
    count,
  }),
  /** Says in the supplier's own form that the short budget, or the day's, is used up. */
  z.object({ kind: z.literal(['throttle_burst', 'throttle_daily']), retryAfterSeconds: waitSeconds, count }),
  /** Says in the supplier's own form that the token has run out. */
  z.object({ kind: z.literal('expired_token'), count }),
  /** Takes the request and never answers. */
  z.object({ kind: z.literal('hang'), count }),
  /** Sends the real answer a few bytes at a time. */
  z.object({
    kind: z.literal('slow_drip'),
    bytes: z.int().min(1).default(1),
    everyMs: z.int().min(1).default(50),
    count,
  }),
  /** Sends the first half of the real answer. */
  z.object({ kind: z.literal('truncated'), count }),
  /** Answers 200 with what is not the format at all. */
  z.object({ kind: z.literal('malformed'), count }),
  /** Answers with a page for people. */
  z.object({ kind: z.literal('html'), status: z.int().min(200).max(599).default(200), count }),
  /** Sends the real answer with its numbers as text, or with its lists as objects. */
  z.object({ kind: z.literal('changed_types'), what: z.literal(['numbers', 'lists']).default('numbers'), count }),
  /** Sends a good answer without rows, or nothing at all. */
  z.object({ kind: z.literal('empty'), what: z.literal(['rows', 'body']).default('rows'), count }),
]);

/** A fault that was ordered. */
export type FaultOrder = z.infer<typeof faultOrder>;

/** How a supplier's protocol says what every supplier has to say. */
export interface FaultForms {
  /** Too much was asked; the wait is in seconds, for protocols that can tell one. */
  readonly throttled: (window: 'burst' | 'daily', retryAfterSeconds: number | undefined) => Response;
  /** The token was good and has run out; undefined for suppliers without sessions. */
  readonly expiredToken: (() => Response) | undefined;
  /** A good answer to this request for data, without a row. */
  readonly empty: (context: Context) => Response | Promise<Response>;
  /** The body of an answer with an error status; left out: a body that says nothing. */
  readonly errorBody?: (status: number) => unknown;
}

/** The faults that are still to come. */
export interface Faults {
  /** Whether this supplier can have the fault at all: without sessions, no token runs out. */
  canHave(fault: FaultOrder): boolean;
  /** Throws RangeError for a fault that this supplier cannot have. */
  order(fault: FaultOrder): void;
  /** Forgets every fault that was ordered. */
  clear(): void;
  /**
   * The next answer: that of the next fault, or undefined when there is none. `real` gives the
   * answer without a fault.
   */
  next(context: Context, real: RealAnswer): Promise<Response> | undefined;
}

/** No faults yet. */
export const createFaults = (forms: FaultForms): Faults => {
  let pending: readonly { readonly fault: FaultOrder; readonly left: number }[] = [];
  const canHave = (fault: FaultOrder): boolean => fault.kind !== 'expired_token' || forms.expiredToken !== undefined;
  return {
    canHave,
    order: (fault) => {
      if (!canHave(fault)) throw new RangeError('this supplier has no sessions');
      const left = fault.count === 'until_cleared' ? Number.POSITIVE_INFINITY : fault.count;
      pending = [...pending, { fault, left }];
    },
    clear: () => {
      pending = [];
    },
    next: (context, real) => {
      const [first, ...others] = pending;
      if (first === undefined) return undefined;
      pending = first.left > 1 ? [{ ...first, left: first.left - 1 }, ...others] : others;
      return answerOf(first.fault, { context, forms, real });
    },
  };
};

interface Asked {
  readonly context: Context;
  readonly forms: FaultForms;
  readonly real: RealAnswer;
}

const answerOf = async (fault: FaultOrder, { context, forms, real }: Asked): Promise<Response> => {
  switch (fault.kind) {
    case 'status': {
      const body = forms.errorBody?.(fault.status) ?? { error: 'ordered_fault' };
      return Response.json(body, { status: fault.status, headers: retryAfter(fault.retryAfterSeconds) });
    }
    case 'throttle_burst':
      return forms.throttled('burst', fault.retryAfterSeconds);
    case 'throttle_daily':
      return forms.throttled('daily', fault.retryAfterSeconds);
    case 'expired_token':
      return forms.expiredToken?.() ?? new Response(null, { status: 401 });
    case 'malformed':
      return new Response('{"items":[{"sku":"', { headers: { 'content-type': 'application/json' } });
    case 'html':
      return new Response(pageForPeople, { status: fault.status, headers: { 'content-type': 'text/html' } });
    case 'empty':
      return fault.what === 'rows' ? await forms.empty(context) : new Response('');
    case 'hang':
      await untilClientLeaves(context.req.raw.signal);
      return new Response(null, { status: 499 });
    case 'slow_drip':
    case 'truncated':
    case 'changed_types':
      return await spoilAnswer(fault, real);
  }
};

const pageForPeople =
  '<!DOCTYPE html><html><head><title>Sorry</title></head><body><h1>This page is not available</h1></body></html>';

const untilClientLeaves = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
