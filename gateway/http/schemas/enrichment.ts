import { z } from '@hono/zod-openapi';
import { jobPriorities, jobTypes } from '../../../domain/enrichment/job-type.ts';
import { cursorAnswer, jobAnswer } from './answers.ts';

/** What a job is asked for with; field names are the contract's, and no others are accepted. */
export const enrichmentJobRequestSchema = z
  .strictObject({
    type: z.string({ error: 'must be given, as text' }).openapi({ enum: [...jobTypes], description: 'What to do.' }),
    target: z.record(z.string(), z.string({ error: 'must be text' }), { error: 'must be an object of texts' }).openapi({
      description:
        'Exactly one of `offer_id`, `offer_ids` (up to 500 between commas), `product_id`, `supplier_id`. `discovery` knows `product_id` alone, and `refresh_characteristics` no `supplier_id`.',
      example: { product_id: 'prd_7h2k9m4q1x8v0c3b5n6t' },
    }),
    priority: z
      .string({ error: 'must be text' })
      .optional()
      .openapi({ enum: [...jobPriorities], description: 'Left out: normal.' }),
  })
  .openapi('EnrichmentJobRequest', {
    example: { type: 'refresh_observation', target: { offer_id: 'ofr_3b5n6t7h2k9m4q1x8v0c' }, priority: 'high' },
  });

/** A page of jobs. */
export const enrichmentJobPageSchema = z
  .object({
    items: z.array(jobAnswer.schema),
    next_cursor: cursorAnswer.schema.optional().openapi({ description: 'Absent on the last page.' }),
  })
  .openapi('EnrichmentJobPage');
