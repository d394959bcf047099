import { z } from '@hono/zod-openapi';
import type { ProductFilter } from '../../../proto/gen/svc/public/v1/catalog.ts';
import { searchProductsRules } from '../../catalog/request-rules.ts';
import { once, switchOnce } from './parameters.ts';

/** What products must be, as parameters. */

/**
 * A parameter that may be given several times, each time with one value or several between commas.
 */
export const repeatableParameter = (description: string, example: string) =>
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
export const pairs = (description: string, example: string) =>
  z
    .array(z.string().refine((text) => pairOf(text) !== undefined, { error: 'must be written name:text' }))
    .default([])
    .transform((texts) => Object.fromEntries(texts.map(pairOf).filter((pair) => pair !== undefined)))
    .openapi({ type: 'array', items: { type: 'string' }, description, example: [example] });

/** The parameters of a filter of products. */
export const productFilterFields = {
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
export const productFilterOf = (
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
