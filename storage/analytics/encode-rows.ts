import type { AnalyticsRows, AnalyticsTable } from '../../domain/analytics/rows.ts';
import { amountText } from '../../domain/money.ts';

/**
 * Rows of the projection under the names of their columns. A property that is undefined takes the
 * default of its column.
 */

/** An instant as the engine reads it into a DateTime64(3). */
export const instantText = (instant: Date): string => instant.toISOString().replace('T', ' ').slice(0, 23);

type Columns = Readonly<Record<string, unknown>>;

const priceColumns = (price: AnalyticsRows['observation']['price']): Columns => {
  if (price === undefined) return { is_priced: false };
  if (price.kind === 'on_request') return { is_priced: true };
  return {
    is_priced: true,
    currency: price.currency,
    quantities: price.steps.map(({ quantity }) => quantity),
    unit_prices: price.steps.map(({ unitPrice }) => amountText(unitPrice)),
  };
};

const columnsOf: { readonly [Table in AnalyticsTable]: (row: AnalyticsRows[Table]) => Columns } = {
  observation: (row) => ({
    offer_id: row.offerId,
    supplier_id: row.supplierId,
    supplier_sku: row.supplierSku,
    credential_id: row.credentialId,
    observed_at: instantText(row.observedAt),
    run_id: row.runId,
    phase: row.phase,
    ...priceColumns(row.price),
    stock: row.stock,
    lead_time_days: row.leadTimeDays,
  }),
  match_decision: (row) => ({
    offer_id: row.offerId,
    decided_at: instantText(row.decidedAt),
    product_id: row.productId,
    confidence: row.confidence,
    rule: row.rule,
  }),
  job_result: (row) => ({
    job_id: row.jobId,
    job_type: row.jobType,
    ended_at: instantText(row.endedAt),
    failure: row.result.kind === 'failed' ? row.result.reason : undefined,
    counts: row.result.kind === 'completed' ? row.result.counts : {},
  }),
  credential_state: (row) => ({
    credential_id: row.credentialId,
    supplier_id: row.supplierId,
    changed_at: instantText(row.changedAt),
    state: row.state,
    reason: row.reason,
  }),
  ingestion_run: (row) => ({
    run_id: row.runId,
    supplier_id: row.supplierId,
    credential_id: row.credentialId,
    ended_at: instantText(row.endedAt),
    failure: row.failure,
    pages: row.pages,
    items: row.items,
    prices: row.prices,
    stocks: row.stocks,
  }),
  price_given: (row) => ({
    customer_id: row.customerId,
    offer_id: row.offerId,
    product_id: row.productId,
    quantity: row.quantity,
    pricing_mode: row.mode,
    unknown_reason: row.mode === 'unknown' ? row.reason : undefined,
    unit_price: row.mode === 'fixed' ? row.unitPrice : undefined,
    currency: row.mode === 'fixed' ? row.currency : undefined,
    source: row.source,
    freshness: row.freshness,
    answered_at: instantText(row.answeredAt),
    asked_date: row.askedDate && instantText(row.askedDate),
  }),
  offer_newest: (row) => ({
    supplier_id: row.supplierId,
    offer_id: row.offerId,
    seen_at: instantText(row.seenAt),
    priced_at: row.pricedAt && instantText(row.pricedAt),
    stocked_at: row.stockedAt && instantText(row.stockedAt),
  }),
};

const messageIdOf = (row: object): unknown => ('messageId' in row ? row.messageId : undefined);

/** Rows as lines of JSON. */
export const encodeRows = <Table extends AnalyticsTable>(
  table: Table,
  rows: readonly AnalyticsRows[Table][],
): Uint8Array => {
  const columns = columnsOf[table];
  const lines = rows.map((row) => JSON.stringify({ message_id: messageIdOf(row), ...columns(row) }));
  return Buffer.from(`${lines.join('\n')}\n`);
};
