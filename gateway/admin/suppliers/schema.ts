import { z } from '@hono/zod-openapi';
import { maxOrderCostSteps } from '../../../domain/estimate/order-costs.ts';
import { isCountryCode } from '../../../domain/offers/countries.ts';
import { matchConfidences } from '../../../domain/offers/offer.ts';
import { sellerKinds } from '../../../domain/offers/sale-terms.ts';
import { instant } from '../../http/schemas/common.ts';
import { appliedSchema, connectorSchema } from '../connectors/schema.ts';
import { requiredText } from '../request/fields.ts';
import { pageSchema } from '../request/operation.ts';

const party = (description: string) => requiredText(128, description).optional();

const orderCostStepSchema = z
  .strictObject(
    {
      goods_from: z
        .string({ error: 'must be decimal text, for example "50"' })
        .openapi({ description: 'Value of the goods of an order; decimal text above 0.', example: '50' }),
      amount: z
        .string({ error: 'must be decimal text, for example "0"' })
        .openapi({ description: 'What an order costs besides from there on; decimal text.', example: '0' }),
    },
    { error: (issue) => (issue.code === 'invalid_type' ? 'must be an object' : undefined) },
  )
  .openapi('OrderCostStep');

const shipsFromError = 'must be a country of ISO 3166-1 alpha-2, for example "US"';

/** A supplier to create or update. */
export const supplierSchema = z
  .strictObject({
    name: requiredText(200, 'How people call it.', 'Acme Components'),
    plugin: requiredText(64, 'The plug-in that speaks to it.', 'generic'),
    base_url: requiredText(
      2_000,
      'Where it is: http or https, without user, query and fragment.',
      'https://api.acme.example',
    ),
    settings: z
      .record(z.string(), z.unknown(), { error: 'must be an object' })
      .default({})
      .openapi({ description: 'What the plug-in needs to know besides; nothing secret.' }),
    creates_products: z
      .boolean({ error: 'must be true or false' })
      .default(false)
      .openapi({ description: 'Whether its catalogue may create canonical products.' }),
    route: z
      .strictObject(
        {
          api_provider: party('Who runs its API, if not it.'),
          sales_agent: party('Who sells in its name.'),
          distributor: party('Who distributes, if not it.'),
          warehouse_operators: z
            .record(requiredText(128, 'As it calls the warehouse.'), requiredText(128, 'Who runs it.'), {
              error: 'must be an object',
            })
            .optional()
            .openapi({ description: 'Who runs its warehouses, by the names that it gives them.' }),
        },
        { error: (issue) => (issue.code === 'invalid_type' ? 'must be an object' : undefined) },
      )
      .default({})
      .openapi({ description: 'Through whom its offers come.' }),
    order_cost: z
      .strictObject(
        {
          amount: z
            .string({ error: 'must be decimal text, for example "12.50"' })
            .openapi({ description: 'Decimal text from 0 to 1000000000.', example: '12.50' }),
          currency: z.string({ error: 'must be text' }).openapi({ description: 'ISO 4217.', example: 'EUR' }),
          steps: z
            .array(orderCostStepSchema, { error: 'must be a list' })
            .max(maxOrderCostSteps, { error: `must be at most ${maxOrderCostSteps}` })
            .optional()
            .openapi({
              description:
                'From a value of the goods on an order costs another amount: a fee for small orders, free shipping from a value on, shipping in steps. Rising by value. Left out: it costs the same whatever its goods.',
            }),
        },
        { error: (issue) => (issue.code === 'invalid_type' ? 'must be an object' : undefined) },
      )
      .optional()
      .openapi({
        description:
          'What an order usually costs besides its goods: estimates count it where their request names none for the supplier. Left out: nobody has said.',
      }),
    handling_days: z
      .int({ error: 'must be a whole number of days' })
      .min(0, { error: 'must be at least 0' })
      .max(365, { error: 'must be at most 365' })
      .optional()
      .openapi({
        description:
          'Days from an order until it ships what it has in stock. Left out: nobody has said; estimates take 0.',
      }),
    seller_kind: z.enum(sellerKinds, { error: 'must be authorized or broker' }).optional().openapi({
      description:
        'How it stands to the manufacturers of what it sells; what an offer itself states counts more. Left out: nobody has said.',
    }),
    ships_from: z
      .string({ error: shipsFromError })
      .refine(isCountryCode, { error: shipsFromError })
      .optional()
      .openapi({
        description:
          'The country that it ships from, in ISO 3166-1 alpha-2, by which estimates tell whether import duty is due; what an offer itself states counts more. Left out: nobody has said.',
        example: 'US',
      }),
  })
  .openapi('Supplier');

/** A supplier after it was put. */
export const supplierAnswerSchema = z
  .object({ applied: appliedSchema, connector: connectorSchema })
  .openapi('SupplierAnswer');

/** A supplier after it was retired. */
export const retiredSupplierSchema = z
  .object({ id: z.string().openapi({ example: 'acme' }), applied: appliedSchema })
  .openapi('RetiredSupplier');

/** One page of a supplier's offers. */
export const supplierOffersSchema = pageSchema(
  z.object({
    offer_id: z.string(),
    supplier_sku: z.string(),
    manufacturer: z.string().optional(),
    mpn: z.string().optional(),
    description: z.string().optional(),
    product_id: z.string().optional().openapi({ description: 'Absent while no product was found.' }),
    match_confidence: z.enum(matchConfidences),
    last_observed_at: instant('When any credential last saw it; absent once none knows anything of it.').optional(),
  }),
  'SupplierOffers',
);
