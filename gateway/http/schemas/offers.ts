import { z } from '@hono/zod-openapi';
import { decimal, freshnessSchema, instant, observationSourceSchema } from './common.ts';

const supplyChainTraceSchema = z
  .object({
    observed_via_supplier_ref: z.string().optional(),
    api_provider_ref: z.string().optional(),
    sales_agent_ref: z.string().optional(),
    warehouse_operator_refs: z.array(z.string()).optional(),
    distributor_ref: z.string().optional(),
    manufacturer_ref: z.string().optional(),
    chain_depth: z.int().optional().openapi({
      description: 'Distinct parties from the supplier observed to the manufacturer, both counted.',
    }),
  })
  .openapi('SupplyChainTrace');

const priceBreakSchema = z
  .object({
    quantity: z.int().optional(),
    price: z
      .object({ amount: decimal('For price_base pieces.'), currency: z.string() })
      .openapi('Money')
      .optional(),
  })
  .openapi('PriceBreak', { description: 'From this quantity on, this price.' });

const warehouseStockSchema = z
  .object({
    warehouse_ref: z.string().optional(),
    quantity: z.int().optional().openapi({ description: 'Absent when the supplier only says that there is some.' }),
    observed_at: instant('When it was seen.').optional(),
  })
  .openapi('WarehouseStock');

const exampleOffer = {
  id: 'ofr_3b5n6t7h2k9m4q1x8v0c',
  supplier_id: 'borealis',
  supplier_sku: 'BC-104417',
  match_confidence: 'exact' as const,
  freshness: { status: 'FRESH' as const, observed_at: '2026-03-01T11:42:00.000Z' },
  price_breaks: [
    { quantity: 1, price: { amount: '0.1', currency: 'EUR' } },
    { quantity: 100, price: { amount: '0.012', currency: 'EUR' } },
  ],
  stock: [{ warehouse_ref: 'rotterdam', quantity: 12_000, observed_at: '2026-03-01T11:42:00.000Z' }],
  minimum_order_quantity: 10,
};

/** What one supplier sells under one SKU, as the caller may see it. */
const offerSchema = z
  .object({
    id: z.string(),
    supplier_id: z.string().optional(),
    supplier_sku: z.string().optional(),
    match_confidence: z.enum(['exact', 'strong', 'probable', 'weak', 'unmatched']).optional(),
    supply_chain_trace: supplyChainTraceSchema.optional(),
    freshness: freshnessSchema.optional(),
    price_breaks: z.array(priceBreakSchema).optional(),
    price_base: z.int().optional().openapi({ description: "The pieces that a break's price is for; absent: one." }),
    stock: z.array(warehouseStockSchema).optional(),
    lead_time_days: z.int().optional(),
    minimum_order_quantity: z.int().optional(),
    order_multiple: z.int().optional(),
    packaging: z.string().optional(),
    observation_source: observationSourceSchema.optional(),
    supplier_manufacturer: z.string().optional(),
    supplier_mpn: z.string().optional(),
    match_rule: z.string().optional(),
    canonical_id: z.string().optional(),
  })
  .openapi('Offer', { example: exampleOffer });

/** The offers of one product. */
export const getOffersResponseSchema = z
  .object({ items: z.array(offerSchema), freshness: freshnessSchema.optional() })
  .openapi('GetOffersResponse', { example: { items: [exampleOffer], freshness: exampleOffer.freshness } });
