import type { EstimateDraft } from './draft.ts';
import type { EstimateOutcome, LeftOutReason } from './outcome.ts';
import type { EstimateRequest } from './request.ts';

/**
 * The life cycle of an estimate: its source is parsed, its basket is optimised, and then it is
 * ready or has ended with an error. An error is final. A ready estimate stays so, with new versions
 * as what it rests on changes. Everything that anyone sees of an estimate follows from this value.
 */

/** Why an estimate ended with an error. */
export const estimateFailures = [
  'unreadable',
  'no_lines',
  'cancelled',
  'timeout',
  'prices_unavailable',
  'too_large',
  'internal',
] as const;

/**
 * Why an estimate ended with an error: its document cannot be read, or holds no line; its owner
 * cancelled it; its time was over; prices could not be looked at for as long; it costs more than
 * can be counted exactly; or a fault of the service.
 */
export type EstimateFailure = (typeof estimateFailures)[number];

/** Where an estimate stands. */
export type EstimateState =
  | { readonly kind: 'parsing' }
  | {
      readonly kind: 'optimizing';
      readonly draft: EstimateDraft;
      /** The best basket so far; undefined before the first. */
      readonly outcome: EstimateOutcome | undefined;
    }
  | {
      readonly kind: 'ready';
      readonly draft: EstimateDraft;
      readonly outcome: EstimateOutcome;
      /** Numbers of the lines that are another than in the ready version before. */
      readonly changedLines: readonly number[];
    }
  | {
      readonly kind: 'error';
      readonly reason: EstimateFailure;
      /** A sentence for the buyer that says more than the reason: why a document cannot be read. */
      readonly detail: string | undefined;
      /** Undefined when it was not parsed before. */
      readonly draft: EstimateDraft | undefined;
    };

/** The name of a state, in the words of the contract. */
export type EstimateStatus = EstimateState['kind'];

/** An estimate. */
export interface Estimate {
  readonly id: string;
  readonly customerId: string;
  readonly request: EstimateRequest;
  readonly createdAt: Date;
  /** 1 when it was asked for; grows with every change that is shown. */
  readonly version: number;
  readonly state: EstimateState;
}

/** How many lines of an estimate there are, by what became of them. */
export interface LineCounts {
  readonly total: number;
  readonly bought: number;
  /** Neither bought nor meant not to be. */
  readonly unresolved: number;
}

/** An estimate in a list: without its lines. */
export interface EstimateSummary extends Pick<Estimate, 'id' | 'createdAt' | 'version'> {
  readonly status: EstimateStatus;
  readonly mode: EstimateRequest['mode'];
  /** Undefined for lines that came without a document, or without a name. */
  readonly sourceName: string | undefined;
  /** Decimal text; undefined until there is a basket. */
  readonly total: string | undefined;
  readonly currency: string | undefined;
  readonly lines: LineCounts | undefined;
  readonly failure: EstimateFailure | undefined;
}

/** Reasons that say that nothing is missing: the line is not meant to be bought. */
const notMissing: ReadonlySet<string> = new Set(['do_not_place', 'quantity_zero']);

/** Whether a line that is not bought for a reason was to be bought. */
export const isMissing = (reason: LeftOutReason): boolean => !notMissing.has(reason);

/** Counts the lines of an outcome. */
export const lineCounts = ({ lines }: Pick<EstimateOutcome, 'lines'>): LineCounts => ({
  total: lines.length,
  bought: lines.filter(({ leftOut }) => leftOut === undefined).length,
  unresolved: lines.filter(({ leftOut }) => leftOut !== undefined && isMissing(leftOut)).length,
});

/** Whether nothing will change any more. */
export const isFinal = ({ state }: Pick<Estimate, 'state'>): boolean => state.kind === 'error';
