import { z } from '@hono/zod-openapi';
import { estimateFailures } from '../../../domain/estimate/estimate.ts';
import { orderCostSources } from '../../../domain/estimate/order-costs.ts';
import { optimizationModes } from '../../../domain/estimate/request.ts';
import { decimal, freshnessSchema, instant } from './common.ts';
import { tableMapSchema } from './estimate-request.ts';

/** An estimate as it is answered. */

const money = z.object({ amount: decimal('Exact.'), currency: z.string().optional() });

const doubtSchema = z
  .object({
    code: z.string().openapi({ description: 'A word for programs.' }),
    text: z.string().openapi({ description: 'A sentence for people.' }),
  })
  .openapi('EstimateDoubt');

const choiceSchema = z
  .object({
    offer_id: z.string(),
    supplier_id: z.string().optional(),
    supplier_sku: z.string().optional(),
    quantity: z.int(),
    price: money.openapi({ description: 'For all of it, as `/v1/pricing` says of the same offer and quantity.' }),
    lead_time_days: z.int().optional().openapi({ description: 'Absent: unknown.' }),
    canonical_id: z.string(),
    manufacturer: z.string().optional(),
    is_substitute: z.boolean().optional(),
    freshness: freshnessSchema.optional(),
    warehouses: z
      .array(z.object({ warehouse_ref: z.string(), quantity: z.int() }))
      .optional()
      .openapi({ description: 'Where it is taken from; absent when the stock is not known.' }),
  })
  .openapi('EstimateChoice');

const candidateSchema = z
  .object({ canonical_id: z.string(), score: z.number().optional(), rule: z.string().optional() })
  .openapi('ProductCandidate');

const lineSchema = z
  .object({
    number: z.int(),
    row: z.int().optional(),
    raw_text: z.string().optional(),
    quantity: z.number().optional().openapi({ description: 'Absent: unknown.' }),
    quantity_decimal: z.string().optional(),
    unit: z.string().optional(),
    pieces: z.int().optional().openapi({ description: 'Pieces needed; absent when the line is not bought.' }),
    mpn: z.string().optional(),
    manufacturer: z.string().optional(),
    references: z.array(z.string()).optional(),
    do_not_place: z.boolean().optional(),
    expected_price_decimal: z.string().optional(),
    canonical_id: z.string().optional().openapi({ description: 'The product; absent when none is taken.' }),
    resolution_confidence: z.string().optional(),
    resolution_rule: z.string().optional(),
    candidates: z.array(candidateSchema).optional().openapi({
      description: 'Products that the line could mean, the likeliest first; choose one with `line_choices`.',
    }),
    chosen: z.array(choiceSchema),
    alternatives: z.array(choiceSchema),
    price: money.optional().openapi({ description: 'What is paid for the line; absent when it is not bought.' }),
    freshness: freshnessSchema.optional(),
    doubts: z.array(doubtSchema),
    unresolved_reason: z.string().optional().openapi({ description: 'Why the line is not bought; absent when it is.' }),
    unresolved_message: z.string().optional().openapi({ description: 'The same in a sentence for a buyer.' }),
  })
  .openapi('EstimateLine');

const certificateSchema = z
  .object({
    objective: z.string(),
    lower_bound: z.string(),
    gap: z.number().openapi({ description: '(objective - lower_bound) / objective; 0: proven best.' }),
    is_first_aim_proven: z.boolean().optional(),
    suppliers: z.int().optional(),
    lead_time_days: z.int().optional(),
    unknown_lead_times: z.int().optional(),
  })
  .openapi('OptimalityCertificate', {
    description: 'How good the basket is proven to be, in prices before each is rounded to coins.',
  });

const detectedSchema = z
  .object({
    format: z.string().optional(),
    encoding: z.string().optional(),
    delimiter: z.string().optional(),
    decimal_mark: z.string().optional(),
    table_map: tableMapSchema.optional(),
    headings: z.record(z.string(), z.string()).optional(),
    other_maps: z.array(tableMapSchema).optional(),
    skipped_rows: z.record(z.string(), z.int()).optional(),
  })
  .openapi('DetectedSource', { description: 'How the document was understood.' });

/** What is ordered from one supplier. */
const orderSchema = z
  .object({
    supplier_id: z.string().optional(),
    goods: money,
    order_cost: money.optional().openapi({
      description:
        'What the order costs besides; 0 where nobody has said, absent where it is stated in a currency that there is no rate for.',
    }),
    order_cost_source: z.enum(orderCostSources).optional().openapi({
      description: "Who has said so: the request, or the supplier's setting. Absent: nobody.",
    }),
  })
  .openapi('SupplierOrder');

/** An estimate. */
export const estimateSchema = z
  .object({
    id: z.string(),
    version: z.int().openapi({ description: 'Grows with every change.' }),
    status: z.enum(['parsing', 'optimizing', 'ready', 'error']),
    total_price: z.number(),
    total_price_decimal: z.string().optional(),
    currency: z.string(),
    lines: z.array(lineSchema),
    certificate: certificateSchema.optional(),
    freshness: freshnessSchema.optional(),
    orders: z.array(orderSchema).optional(),
    line_counts: z
      .object({ total: z.int().optional(), bought: z.int().optional(), unresolved: z.int().optional() })
      .openapi('LineCounts')
      .optional(),
    changed_lines: z.array(z.int()).optional().openapi({
      description: 'Numbers of the lines that are another than in the ready version before.',
    }),
    detected: detectedSchema.optional(),
    doubts: z.array(doubtSchema).optional(),
    error_reason: z.enum(estimateFailures).optional(),
    error_message: z.string().optional(),
    optimization_mode: z.enum(optimizationModes).optional(),
    source_name: z.string().optional(),
    created_at: instant('When it was asked for.').optional(),
    priced_at: instant('When the prices were looked at.').optional(),
  })
  .openapi('EstimateResponse');

/** A page of estimates; their lines are left out. */
export const estimatePageSchema = z
  .object({
    items: z.array(estimateSchema),
    next_cursor: z.object({ token: z.string() }).optional().openapi({ description: 'Absent on the last page.' }),
  })
  .openapi('EstimatePage');

/** What was deleted. */
export const deletedEstimateSchema = z.object({ estimate_id: z.string() }).openapi('DeletedEstimate');
