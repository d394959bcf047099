import type { FailureReason } from '../credential-failure.ts';
import type { JobFailure } from '../enrichment/job.ts';
import type { JobType } from '../enrichment/job-type.ts';
import type { Amount } from '../money.ts';
import type { MatchConfidence } from '../offers/offer.ts';
import type { QuotedPrice } from './quoted-price.ts';

/**
 * The rows of the analytical projection: what travels on the bus, flattened for questions about
 * time and volume. Each carries the id of the message that it was made from, and two rows of one
 * table with one id are the same row however often it is written. Those of `offer_newest` alone
 * need none.
 */

/** What every row has. */
interface ProjectedMessage {
  readonly messageId: string;
}

/** From this quantity on, this price for one piece. */
export interface PriceStep {
  readonly quantity: number;
  /** For a single piece, to 12 decimal places. */
  readonly unitPrice: Amount;
}

/** What an observation says of the price; the steps ascend by quantity. */
export type ObservedPrice =
  | { readonly kind: 'on_request' }
  | { readonly kind: 'ladder'; readonly currency: string; readonly steps: readonly PriceStep[] };

/**
 * What one credential saw of one offer at one instant. A part that was not mentioned is undefined.
 */
export interface ObservationRow extends ProjectedMessage {
  readonly offerId: string;
  readonly supplierId: string;
  readonly supplierSku: string;
  readonly credentialId: string;
  readonly observedAt: Date;
  readonly runId: string;
  readonly phase: string;
  readonly price: ObservedPrice | undefined;
  /** Pieces in all warehouses that tell how many they hold; undefined when none does. */
  readonly stock: number | undefined;
  readonly leadTimeDays: number | undefined;
}

/** Which product an offer was decided to be; undefined: none. */
export interface MatchDecisionRow extends ProjectedMessage {
  readonly offerId: string;
  readonly decidedAt: Date;
  readonly productId: string | undefined;
  readonly confidence: MatchConfidence;
  readonly rule: string;
}

/** How an enrichment job ended. */
export interface JobResultRow extends ProjectedMessage {
  readonly jobId: string;
  readonly jobType: JobType;
  readonly endedAt: Date;
  readonly result:
    | { readonly kind: 'completed'; readonly counts: Readonly<Record<string, number>> }
    | { readonly kind: 'failed'; readonly reason: JobFailure };
}

/** What became of a supplier's credential. */
export interface CredentialStateRow extends ProjectedMessage {
  readonly credentialId: string;
  readonly supplierId: string;
  readonly changedAt: Date;
  readonly state: 'added' | 'rotated' | 'disabled' | 'enabled' | 'failing' | 'recovered';
  /** Why it fails; undefined in every other state. */
  readonly reason: FailureReason | undefined;
}

/** How a tick over a supplier ended. */
export interface IngestionRunRow extends ProjectedMessage {
  readonly runId: string;
  readonly supplierId: string;
  /** Undefined in events that were written before they told. */
  readonly credentialId: string | undefined;
  readonly endedAt: Date;
  /** Undefined when it ended well. */
  readonly failure: string | undefined;
  /** What was read until then; each undefined where the event does not tell. */
  readonly pages: number | undefined;
  readonly items: number | undefined;
  readonly prices: number | undefined;
  readonly stocks: number | undefined;
}

/**
 * A price that was quoted to a customer for one offer; one message holds many, so the id includes
 * the index in it.
 */
export type QuotedPriceRow = QuotedPrice & ProjectedMessage;

/**
 * When an offer was seen, and when with what; undefined: not with that. What is kept of an offer
 * are the latest instants of all its rows, so that these need no id: each counts once however often
 * it is written.
 */
export interface OfferNewestRow {
  readonly supplierId: string;
  readonly offerId: string;
  readonly seenAt: Date;
  /** With a price, if only one on request. */
  readonly pricedAt: Date | undefined;
  readonly stockedAt: Date | undefined;
}

/** The row of each table. */
export interface AnalyticsRows {
  readonly observation: ObservationRow;
  readonly match_decision: MatchDecisionRow;
  readonly job_result: JobResultRow;
  readonly credential_state: CredentialStateRow;
  readonly ingestion_run: IngestionRunRow;
  readonly price_given: QuotedPriceRow;
  readonly offer_newest: OfferNewestRow;
}

/** The name of a table. */
export type AnalyticsTable = keyof AnalyticsRows;

/** A row and where it belongs. */
export type ProjectedRow = {
  [Table in AnalyticsTable]: { readonly table: Table; readonly row: AnalyticsRows[Table] };
}[AnalyticsTable];

/** Rows of one table: what a message brought. */
export type ProjectedRows = {
  [Table in AnalyticsTable]: { readonly table: Table; readonly rows: readonly AnalyticsRows[Table][] };
}[AnalyticsTable];
