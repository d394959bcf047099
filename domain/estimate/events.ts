import type { EstimateFailure } from './estimate.ts';
import type { OptimizationMode } from './modes/modes.ts';

/** What happens to an estimate. */
export type EstimateEvent =
  | {
      readonly type: 'estimate.started';
      readonly estimateId: string;
      readonly customerId: string;
      readonly mode: OptimizationMode;
    }
  | {
      readonly type: 'estimate.optimizing';
      readonly estimateId: string;
      /** That the estimate has since. */
      readonly version: number;
      readonly lines: number;
      /** Lines whose product is not known. */
      readonly unresolved: number;
    }
  | {
      readonly type: 'estimate.ready';
      readonly estimateId: string;
      readonly version: number;
      /** Decimal text. */
      readonly total: string;
      /** Empty when nothing has a price. */
      readonly currency: string;
      readonly changedLines: readonly number[];
    }
  | {
      readonly type: 'estimate.error';
      readonly estimateId: string;
      readonly version: number;
      readonly reason: EstimateFailure;
    }
  | { readonly type: 'estimate.deleted'; readonly estimateId: string };
