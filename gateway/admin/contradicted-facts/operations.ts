import type { ContradictedProduct } from '../../../domain/offers/contradicted-facts.ts';
import { wordOf } from '../../catalog/product-facts.ts';
import { pageQuery } from '../../http/operations/parameters.ts';
import type { Page } from '../../request/paging.ts';
import { adminOperationsOf } from '../request/operation.ts';
import { contradictedFactsSchema } from './schema.ts';
import type { ContradictionCases } from './view.ts';

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

const pageJson = ({ items, nextCursor }: Page<ContradictedProduct>): object => ({
  items: items.map(productJson),
  next_cursor: nextCursor,
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
    encode: pageJson,
  }),
];
