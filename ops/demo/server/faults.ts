import type { Context } from 'hono';
import { z } from 'zod';

/** Faults that a demo supplier is told to have: each spoils that many of the next answers, first in, first out. */

const count = z.int().min(1).max(10_000).default(1);

/** A fault as the control endpoint takes it. */
export const faultOrder = z.discriminatedUnion('kind', [
  /** Answers with this status, and says how long to wait if told to. */
  z.object({
    kind: z.literal('status'),
    status: z.int().min(400).max(599),
    retryAfterSeconds: z.int().min(0).optional(),
    count,
  }),
  /** Takes the request and never answers. */
  z.object({ kind: z.literal('hang'), count }),
  /** Answers 200 with half of a document. */
  z.object({ kind: z.literal('malformed'), count }),
]);

/** A fault that was ordered. */
export type FaultOrder = z.infer<typeof faultOrder>;

/** The faults that are still to come. */
export interface Faults {
  order(fault: FaultOrder): void;
  /** The answer of the next fault, or undefined when there is none. */
  next(context: Context): Promise<Response> | undefined;
}

/** No faults yet. */
export const createFaults = (): Faults => {
  const pending: FaultOrder[] = [];
  return {
    order: (fault) => {
      for (let each = 0; each < fault.count; each += 1) pending.push(fault);
    },
    next: (context) => {
      const fault = pending.shift();
      return fault === undefined ? undefined : answerOf(fault, context);
    },
  };
};

const answerOf = async (fault: FaultOrder, context: Context): Promise<Response> => {
  switch (fault.kind) {
    case 'status': {
      const wait = fault.retryAfterSeconds;
      return Response.json(
        { error: 'ordered_fault' },
        { status: fault.status, headers: wait === undefined ? {} : { 'retry-after': String(wait) } },
      );
    }
    case 'malformed':
      return new Response('{"items":[{"sku":"', { headers: { 'content-type': 'application/json' } });
    case 'hang':
      await untilClientLeaves(context.req.raw.signal);
      return new Response(null, { status: 499 });
  }
};

const untilClientLeaves = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
