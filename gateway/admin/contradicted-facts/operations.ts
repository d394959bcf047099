import { z } from '@hono/zod-openapi';
import type { ContradictedProduct } from '../../../domain/offers/contradicted-facts.ts';
import { wordOf } from '../../catalog/product-facts.ts';
import { pageQuery } from '../../http/operations/parameters.ts';
import { instant } from '../../http/schemas/common.ts';
import { adminOperationsOf, pageJson, pageSchema } from '../request/operation.ts';
import type { ContradictionCases } from './view.ts';

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
export const contradictedFactsSchema = pageSchema(
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
  'ContradictedFacts',
);

const productJson = ({ productId, manufacturer, mpn, description, since, facts }: ContradictedProduct): object => ({
  product_id: productId,
  manufacturer,
  mpn,
  description,
  since: since.toISOString(),
  facts: facts.map(({ fact, values }) => ({
    name: wordOf(fact),
    values: values.map(({ value, isBelieved, sayings }) => ({
      value,
      is_served: isBelieved,
      sources: sayings.map((each) => ({
        supplier_id: each.by,
        offer_id: each.offerId,
        stated_at: each.since.toISOString(),
      })),
    })),
  })),
});

const { operation } = adminOperationsOf<ContradictionCases>('Identity');

/** What operators ask of facts that contradict each other. */
export const contradictionOperations = [
  operation(({ listContradictedFacts }) => listContradictedFacts, {
    name: 'ListContradictedFacts',
    scope: 'admin:read',
    at: 'GET /v1/admin/contradicted-facts',
    summary: 'Products of which sources state facts that cannot be true at once, latest first',
    query: pageQuery,
    answer: contradictedFactsSchema,
    answered: 'One page of them, each fact with its values and who states them since when.',
    decode: ({ query }) => query,
    encode: pageJson(productJson),
  }),
];
