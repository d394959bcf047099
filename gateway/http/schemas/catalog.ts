import { z } from '@hono/zod-openapi';
import { matchKinds } from '../../../domain/catalog/catalog.ts';
import { freshnessSchema } from './common.ts';

const exampleProduct = {
  id: 'prd_7h2k9m4q1x8v0c3b5n6t',
  manufacturer: 'Yageo',
  mpn: 'RC0603FR-0710KL',
  identity_profile_id: 'electronic-component',
  characteristics: { resistance: '10 kOhm', tolerance: '1 %' },
  lifecycle_status: 'active',
  freshness: { status: 'FRESH' as const, observed_at: '2026-03-01T11:42:00.000Z' },
  description: 'Chip resistor 0603 10 kOhm 1 % 0.1 W',
};

const lifecycleSchema = z.enum(['new', 'active', 'deprecated', 'discontinued']);

/** A canonical product. */
export const productSchema = z
  .object({
    id: z.string(),
    manufacturer: z.string().optional(),
    mpn: z.string().optional().openapi({ description: 'Manufacturer part number, as its maker writes it.' }),
    identity_profile_id: z.string().optional(),
    characteristics: z.record(z.string(), z.string()).optional(),
    lifecycle_status: lifecycleSchema.optional().openapi({ description: 'Absent when not known.' }),
    replaced_by: z.string().optional().openapi({ description: 'Id of the product that replaces this one.' }),
    freshness: freshnessSchema.optional(),
    description: z.string().optional(),
    relevance: z
      .number()
      .optional()
      .openapi({ description: 'In search results only: how well it fits, 1 for the exact number, falling to 0.' }),
    replacement_chain: z
      .array(
        z.object({
          id: z.string(),
          manufacturer: z.string(),
          mpn: z.string(),
          lifecycle_status: lifecycleSchema.optional(),
        }),
      )
      .optional()
      .openapi({
        description:
          'For one product only: what replaces it, what replaces that, and so on to the last; absent when nothing does.',
      }),
    match_kind: z.enum(matchKinds).optional().openapi({
      description: 'In search results only: what it was found by; `similar` is a number one typing error away.',
    }),
  })
  .openapi('Product', { example: exampleProduct });

const searchCountsSchema = z
  .object({
    counted: z.number().int().optional(),
    is_capped: z
      .boolean()
      .optional()
      .openapi({ description: 'There are more than were counted, so every count is a lower bound.' }),
    facets: z
      .array(
        z.object({
          name: z.string(),
          values: z.array(z.object({ value: z.string(), count: z.number().int() })).optional(),
        }),
      )
      .optional(),
  })
  .openapi('SearchCounts', {
    description: 'When facets were asked for: how many of the products found have each value, the most frequent first.',
  });

/** One page of a search. */
export const searchProductsResponseSchema = z
  .object({
    items: z.array(productSchema),
    next_cursor: z.object({ token: z.string() }).optional().openapi({
      description: 'Send the token as `cursor` with the same query for the next page; absent on the last.',
    }),
    freshness: freshnessSchema.optional(),
    counts: searchCountsSchema.optional(),
  })
  .openapi('SearchProductsResponse', {
    example: { items: [{ ...exampleProduct, relevance: 1 }], freshness: exampleProduct.freshness },
  });
