import type { Freshness } from '../offers/freshness.ts';
import type { CredentialScope } from '../offers/offer.ts';
import type { UnknownReason } from '../pricing/calculate.ts';

/** What an answer to a question for a price says, whether it names one or not. */
interface GivenAnswer {
  readonly customerId: string;
  readonly offerId: string;
  /** The product that the offer was at the time; undefined: none. */
  readonly productId: string | undefined;
  /** Pieces that were asked for. */
  readonly quantity: number;
  /**
   * Whose credential had seen the price; undefined where there was no source, or the caller was not
   * to know it.
   */
  readonly source: CredentialScope | undefined;
  readonly freshness: Freshness['status'];
  readonly answeredAt: Date;
  /** The `date` that the question named; undefined: it asked for the present price. */
  readonly askedDate: Date | undefined;
}

/** Why a price can be unknown; `not_visible`: the customer is not to see it. */
type GivenReason = UnknownReason | 'not_visible';

const isReason: Readonly<Record<GivenReason, true>> = {
  no_observation: true,
  no_exchange_rate: true,
  amount_too_large: true,
  not_visible: true,
};

const isFreshness: Readonly<Record<Freshness['status'], true>> = {
  FRESH: true,
  INCOMPLETE: true,
  STALE: true,
  EMPTY: true,
};

const isMode: Readonly<Record<QuotedPrice['mode'], true>> = { fixed: true, on_request: true, unknown: true };

/** Every reason why a price can be unknown. */
export const unknownReasons = Object.keys(isReason) as readonly GivenReason[];

/** Every freshness that an answer can have. */
export const freshnessStatuses = Object.keys(isFreshness) as readonly Freshness['status'][];

/** The kinds of answers: a price, "ask the supplier", or nothing known. */
export const pricingModes = Object.keys(isMode) as readonly QuotedPrice['mode'][];

/** A price that was quoted to a customer for one offer. It holds ids and figures, no names. */
export type QuotedPrice = GivenAnswer &
  (
    | {
        readonly mode: 'fixed';
        /** Of one piece, as decimal text. */
        readonly unitPrice: string;
        /** ISO 4217. */
        readonly currency: string;
      }
    | { readonly mode: 'on_request' }
    | { readonly mode: 'unknown'; readonly reason: GivenReason }
  );

/** Records a quoted price. Called for every answer: it must be quick and never throw. */
export type RecordQuotedPrice = (price: QuotedPrice) => void;
