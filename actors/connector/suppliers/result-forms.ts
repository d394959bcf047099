import { z } from 'zod';

/**
 * The forms of what a plug-in's client returns, as far as what comes after relies on them. Drafts
 * are looked at one by one (`draft-faults.ts`).
 */

const ms = z.number().min(0).optional();
const count = z.int().min(0);

const place = z
  .object({ row: z.number().optional(), column: z.string().optional(), sample: z.string().optional() })
  .optional();

const malformed = z.object({ kind: z.literal('malformed'), reason: z.string(), place });

/** A `SupplierRequest`. */
export const requestForm = z.object({
  method: z.literal(['GET', 'POST']),
  url: z.url(),
  headers: z.record(z.string(), z.string()),
  body: z.string().optional(),
  endpoint: z.string(),
  safePath: z.string(),
  cost: z.number().min(1),
});

/** An `AnswerClass`. */
export const classForm = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('success') }),
  z.object({ kind: z.literal('throttled'), window: z.literal(['burst', 'daily', 'unknown']), retryAfterMs: ms }),
  z.object({ kind: z.literal('authentication'), refused: z.literal(['session', 'credential']) }),
  z.object({ kind: z.literal('blocked') }),
  z.object({ kind: z.literal('bad_input'), reason: z.string() }),
  z.object({ kind: z.literal('upstream_fault'), retryAfterMs: ms }),
  malformed,
]);

/** A `SignedIn`. */
export const signedInForm = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('session'),
    token: z.string().min(1),
    lifetimeMs: z.number().positive(),
    refreshToken: z.string().min(1).optional(),
  }),
  malformed,
]);

const skipped = z.array(z.object({ sku: z.string().optional(), reason: z.string() }));

/** A `Decoded`. */
export const decodedForm = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('page'),
    drafts: z.array(z.unknown()),
    skipped,
    counts: z.object({ items: count, prices: count, stocks: count, warehouses: count }),
    rows: z.object({ read: count, skipped }).optional(),
    nextCursor: z.string().optional(),
    pageCount: count.optional(),
  }),
  malformed,
]);

/** What an answer cost. */
export const spentForm = z.number().min(0);

/** What is left of budgets. */
export const remainingForm = z.array(
  z.object({ window: z.literal(['burst', 'daily']), units: z.number().min(0), resetAfterMs: ms }),
);
