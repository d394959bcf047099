/**
 * Orders repeated reads that each replace the result of the previous one. Reads may end in another
 * order than they began, and an earlier read may miss a change that a later one has seen: the
 * result of a later read is never replaced by that of an earlier one.
 */
export interface LoadOrder {
  /** The number of the load that began last; 0 before the first. */
  readonly begun: number;
  /** The number of the load whose result holds; 0 before the first. */
  readonly inForce: number;
}

/** No load has begun. */
export const noLoads: LoadOrder = { begun: 0, inForce: 0 };

/** Begins a load, whose number is `begun` of the result. */
export const beginLoad = ({ begun, inForce }: LoadOrder): LoadOrder => ({ begun: begun + 1, inForce });

/** Whether the result of a later load is already in force, so that this one is discarded. */
export const isSuperseded = ({ inForce }: LoadOrder, load: number): boolean => load < inForce;

/** Puts the result of the load in force. */
export const commitLoad = ({ begun }: LoadOrder, load: number): LoadOrder => ({ begun, inForce: load });
