import type { Freshness } from '../freshness.ts';
import type { CredentialScope } from '../offer.ts';
import type { UnknownReason } from '../pricing/calculate.ts';

/** What an answer to a question for a price says, whether it names one or not. */
interface GivenAnswer {
  readonly customerId: string;
  readonly offerId: string;
  /** The product that the offer was at the time; undefined: none. */
  readonly productId: string | undefined;
  /** Pieces that were asked for. */
  readonly quantity: number;
  /** Whose credential had seen the price; undefined where there was no source, or the caller was not to know it. */
  readonly source: CredentialScope | undefined;
  readonly freshness: Freshness['status'];
  readonly answeredAt: Date;
  /** The `date` that the question named; undefined: it asked for the present price. */
  readonly askedDate: Date | undefined;
}

/** The kinds of answers: a price, "ask the supplier", or nothing known. */
export const pricingModes = ['fixed', 'on_request', 'unknown'] as const;

/** Every reason why a price is not known; the last one: the caller is not to see it. */
export const unknownReasons = [
  'no_observation',
  'no_exchange_rate',
  'amount_too_large',
  'not_visible',
] as const satisfies readonly (UnknownReason | 'not_visible')[];

/** What freshness can be said to be. */
export const freshnessStatuses = [
  'FRESH',
  'INCOMPLETE',
  'STALE',
  'EMPTY',
] as const satisfies readonly Freshness['status'][];

/** What one customer was told of the price of one offer. It holds ids and figures and nothing of who or what is behind them. */
export type GivenPrice = GivenAnswer &
  (
    | {
        readonly mode: 'fixed';
        /** Of one piece, as decimal text. */
        readonly unitPrice: string;
        /** ISO 4217. */
        readonly currency: string;
      }
    | { readonly mode: 'on_request' }
    | { readonly mode: 'unknown'; readonly reason: (typeof unknownReasons)[number] }
  );

/** Takes note of a price that was given. Called for every answer: it must be quick and never throw. */
export type NoteGivenPrice = (price: GivenPrice) => void;
