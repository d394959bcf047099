import { z } from '@hono/zod-openapi';
import { cursorAnswer, jobAnswer } from './answers.ts';

/** A page of jobs. */
export const enrichmentJobPageSchema = z
  .object({
    items: z.array(jobAnswer.schema),
    next_cursor: cursorAnswer.schema.optional().openapi({ description: 'Absent on the last page.' }),
  })
  .openapi('EnrichmentJobPage');
