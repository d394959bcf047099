import { z } from '@hono/zod-openapi';
import type { ProductFilter } from '../../../proto/gen/svc/public/v1/catalog.ts';
import { listCategoriesRules, searchProductsRules } from '../../catalog/request-rules.ts';
import type { UseCases } from '../../create-use-cases.ts';
import { operationsOf } from '../operations-of.ts';
import { lineStreamResponses } from '../responses.ts';
import { alternatesAnswer, categoriesAnswer, foundProductsAnswer, productAnswer } from '../schemas/answers.ts';
import { validate } from '../validate.ts';
import { partOperations } from './match-parts.ts';
import { once, pageFields, productParams, switchOnce, wholeOnce } from './parameters.ts';

/** What products must be, as parameters. */

/**
 * A parameter that may be given several times, each time with one value or several between commas.
 */
const repeatableParameter = (description: string, example: string) =>
  z
    .array(z.string())
    .default([])
    .transform((texts) => texts.flatMap((text) => text.split(',')).filter((text) => text !== ''))
    .openapi({ type: 'array', items: { type: 'string' }, description, example: [example] });

/** `name:text` as a pair; `undefined` where there is no colon. */
const pairOf = (text: string): readonly [string, string] | undefined => {
  const colon = text.indexOf(':');
  return colon < 1 ? undefined : [text.slice(0, colon), text.slice(colon + 1)];
};

/** A parameter that may be given several times, each time with a name and what goes with it. */
const pairs = (description: string, example: string) =>
  z
    .array(z.string().refine((text) => pairOf(text) !== undefined, { error: 'must be written name:text' }))
    .default([])
    .transform((texts) => Object.fromEntries(texts.map(pairOf).filter((pair) => pair !== undefined)))
    .openapi({ type: 'array', items: { type: 'string' }, description, example: [example] });

/** The parameters of a filter of products. */
const productFilterFields = {
  manufacturer: once(z.string())
    .default('')
    .openapi({ type: 'string', description: 'Only products of this maker, by any of its names.', example: 'Yageo' }),
  identity_profile_id: once(z.string())
    .default('')
    .openapi({ type: 'string', description: 'Only products of this profile.', example: 'electronic-component' }),
  lifecycle_status: repeatableParameter(
    'Only products of one of these: new, active, deprecated, discontinued.',
    'active',
  ),
  in_stock: switchOnce('Only products of which an offer that you may see is in stock.'),
  characteristic: pairs(
    'Only products with this characteristic, written `name:text`; may be given several times.',
    'package:0603',
  ),
  category: once(z.string())
    .default('')
    .openapi({
      type: 'string',
      description: 'Only products in this category, or in one below it.',
      ...searchProductsRules.category.notes,
      example: 'Resistors > Chip resistors',
    }),
  range: pairs(
    'Only products of which this characteristic is within the range, written `name:range`; may be given several times.',
    'resistance:1k to 10k',
  ),
};

/** The filter that the parameters mean. */
const productFilterOf = (
  query: {
    readonly [Name in keyof typeof productFilterFields]: z.output<(typeof productFilterFields)[Name]>;
  },
): ProductFilter => ({
  manufacturer: query.manufacturer,
  lifecycleStatus: query.lifecycle_status,
  inStock: query.in_stock,
  characteristics: query.characteristic,
  ranges: query.range,
  category: query.category,
});

/** What is no whole number is refused by the rule of the field, which names its supplier. */
const unitsOf = (texts: Readonly<Record<string, string>>): Record<string, number> =>
  Object.fromEntries(
    Object.entries(texts).map(([supplierId, units]) => [supplierId, /^\d{1,10}$/.test(units) ? Number(units) : -1]),
  );

const streamQuery = z.object(productFilterFields);

const productQuery = z.object({ facts: switchOnce('Whether to answer what each source states of it.') });

const searchQuery = z.object({
  q: once(z.string())
    .default('')
    .openapi({
      type: 'string',
      description:
        'A part number, its beginning or a fragment of it, or words; at most 200 characters. Left out: what passes the filters, of which there must be one.',
      ...searchProductsRules.q.notes,
      example: 'RC0603FR-0710KL',
    }),
  ...productFilterFields,
  facets: repeatableParameter(
    'What to count the products found by: manufacturer, lifecycle_status, identity_profile_id, category, or a characteristic, ' +
      'written `characteristics.name`.',
    'manufacturer',
  ),
  live: switchOnce(
    'Whether suppliers are asked for a part number that is unknown here; `lookups` says who is. Search again to see what they found.',
  ),
  max_lookup_cost: pairs(
    'What the look-ups of a live search may cost at most, written `supplier:units`, in the unit of the supplier; `*`: at each that ' +
      'is not named. May be given several times.',
    '*:5',
  ),
  ...pageFields('next_cursor.token'),
});

const categoriesQuery = z.object({
  under: once(z.string())
    .default('')
    .openapi({
      type: 'string',
      description: 'Only categories below this one; left out: all.',
      ...listCategoriesRules.under.notes,
      example: 'Integrated circuits',
    }),
  levels: wholeOnce(4, { description: 'Levels of the tree below it; 0 or left out: all.', example: 1 }),
});

const alternatesQuery = z.object({
  limit: wholeOnce(100, { description: 'Alternates at most; 0 or left out: 20.', example: 20 }),
});

const { operation, stream } = operationsOf<UseCases>({
  service: 'catalog',
  scope: 'catalog',
  contract: 'svc.public.v1.Catalog',
  tag: 'Catalog',
});

/** What callers ask of products. */
export const catalogOperations = [
  // Before the product of any id.
  stream(({ streamProducts }) => streamProducts, {
    name: 'StreamProducts',
    at: 'GET /v1/products/stream',
    summary: 'All products, or those that a filter lets pass, a line for each',
    request: { query: streamQuery },
    responses: lineStreamResponses({ description: 'A line for each product.', line: productAnswer.schema }),
    formOf: () => 'lines',
    decode: ({ req }) => {
      const query = validate(streamQuery, req.queries(), 'query');
      return { identityProfileId: query.identity_profile_id, batchSize: 0, filter: productFilterOf(query) };
    },
    encode: productAnswer.json,
  }),

  operation(({ getProduct }) => getProduct, {
    name: 'GetProduct',
    at: 'GET /v1/products/{id}',
    summary: 'Fetch one product',
    isTagged: true,
    params: productParams,
    query: productQuery,
    answer: productAnswer.schema,
    answered: 'The product.',
    decode: ({ params, query }) => ({ id: params.id, facts: query.facts }),
    encode: productAnswer.json,
  }),

  operation(({ searchProducts }) => searchProducts, {
    name: 'SearchProducts',
    at: 'GET /v1/products',
    summary: 'Find products by part number, words or filters',
    isTagged: true,
    query: searchQuery,
    answer: foundProductsAnswer.schema,
    answered: 'One page of products, best first.',
    decode: ({ query }) => ({
      q: query.q,
      identityProfileId: query.identity_profile_id,
      ...productFilterOf(query),
      facets: query.facets,
      live: query.live,
      maxLookupCost: unitsOf(query.max_lookup_cost),
      limit: query.limit,
      cursor: query.cursor === '' ? undefined : { token: query.cursor },
    }),
    encode: foundProductsAnswer.json,
  }),

  operation(({ listCategories }) => listCategories, {
    name: 'ListCategories',
    at: 'GET /v1/categories',
    summary: 'The tree of categories with counts of products',
    query: categoriesQuery,
    answer: categoriesAnswer.schema,
    answered: 'Categories in the order of their paths.',
    decode: ({ query }) => query,
    encode: categoriesAnswer.json,
  }),

  ...partOperations,

  operation(({ findAlternates }) => findAlternates, {
    name: 'FindAlternates',
    at: 'GET /v1/products/{id}/alternates',
    summary: 'What can be bought instead of a product',
    params: productParams,
    query: alternatesQuery,
    answer: alternatesAnswer.schema,
    answered: 'What replaces it, and its alternates.',
    decode: ({ params, query }) => ({ id: params.id, ...query }),
    encode: alternatesAnswer.json,
  }),
];
