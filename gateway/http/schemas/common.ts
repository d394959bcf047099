import { z } from '@hono/zod-openapi';

/** Schemas that several answers share, as the OpenAPI document names them. */

/** An instant as JSON has it: RFC 3339 in UTC. */
export const instant = (description: string) =>
  z.iso.datetime().openapi({ description, format: 'date-time', example: '2026-03-01T11:42:00.000Z' });

/**
 * The first instant that has a year, and the last whose year has four digits: both wires, both
 * stores and JSON hold them.
 */
const firstInstant = Date.parse('0001-01-01T00:00:00Z');
const lastInstant = Date.parse('9999-12-31T23:59:59.999Z');

/** An instant that a caller names, with any offset. */
export const givenInstant = (error: string) =>
  z.iso.datetime({ offset: true, error }).refine(
    (text) => {
      const at = Date.parse(text);
      return at >= firstInstant && at <= lastInstant;
    },
    { error },
  );

/** How old, how complete and how soon better the data is. */
export const freshnessSchema = z
  .object({
    status: z.enum(['FRESH', 'STALE', 'INCOMPLETE', 'EMPTY']).openapi({
      description:
        'FRESH: observed within the objective for its kind. STALE: longer ago, or its source is failing, or a later price is held back. INCOMPLETE: a part is missing. EMPTY: never observed.',
    }),
    observed_at: instant('When the data was last observed; absent when never.').optional(),
    stale_since: instant('Since when it counts as stale; absent unless STALE.').optional(),
    refresh_eta: instant('When the next observation is due; absent when none is planned.').optional(),
  })
  .openapi('Freshness', { example: { status: 'FRESH', observed_at: '2026-03-01T11:42:00.000Z' } });

/** Whose credential saw it. */
export const sourceTypeSchema = z
  .enum(['TYPE_UNSPECIFIED', 'CUSTOMER_CREDENTIAL', 'GROUP_SHARED', 'SYSTEM_CREDENTIAL'])
  .openapi({ description: 'Whose credential saw it.' });

/** Whose credential produced an observation, and why no better one was used. */
export const observationSourceSchema = z
  .object({
    type: sourceTypeSchema.optional(),
    credential_label: z
      .string()
      .optional()
      .openapi({ description: 'The name its owner gave the credential; never the credential itself.' }),
    observed_at: instant('When the figures were observed.').optional(),
    fallback_reason: z.string().optional().openapi({
      description:
        "Why this is not what the caller's best source says at present: no_observation, credential_failing, credential_exhausted, stale, not_visible, or price_jump when that source's latest price is held back; absent when it is.",
    }),
  })
  .openapi('ObservationSource', {
    example: {
      type: 'SYSTEM_CREDENTIAL',
      credential_label: 'house account',
      observed_at: '2026-03-01T11:42:00.000Z',
    },
  });

/** A decimal number as text, exact to the last digit. */
export const decimal = (description: string) =>
  z
    .string()
    .regex(/^-?\d+(\.\d+)?$/)
    .openapi({ description, example: '12.045' });
