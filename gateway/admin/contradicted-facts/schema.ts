import { z } from '@hono/zod-openapi';
import { instant } from '../../http/schemas/common.ts';

const saying = z.object({
  supplier_id: z.string().openapi({ description: '`catalogue` for what was imported.', example: 'borealis' }),
  offer_id: z.string().optional().openapi({ description: 'Absent where the catalogue says it.' }),
  stated_at: instant('Since when the source says it.'),
});

const value = z.object({
  value: z.string().openapi({ example: 'active' }),
  is_served: z.boolean().openapi({ description: 'Whether callers are told this one.' }),
  sources: z.array(saying),
});

/** A page of products of which sources contradict each other. */
export const contradictedFactsSchema = z
  .object({
    items: z.array(
      z.object({
        product_id: z.string().openapi({ example: 'prd_2x8v1c5n6b0w7d3k9q4m' }),
        manufacturer: z.string(),
        mpn: z.string(),
        description: z.string().optional(),
        since: instant('Since when it is known that its sources disagree.'),
        facts: z.array(
          z.object({
            name: z.string().openapi({ example: 'lifecycle_status' }),
            values: z.array(value).openapi({ description: 'What is stated of it, what is served first.' }),
          }),
        ),
      }),
    ),
    next_cursor: z.string().optional().openapi({ description: 'Absent on the last page.' }),
  })
  .openapi('ContradictedFacts');
