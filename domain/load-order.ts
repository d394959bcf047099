/**
 * Puts in order what is read again and again to take the place of what was read before. Reads may
 * end in another order than they began, and one that began earlier may not know of a change that a
 * later one has brought: what began later is never replaced by what began before it.
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

/** Whether the result of a load that began later holds already, so that this one's is not wanted. */
export const isSuperseded = ({ inForce }: LoadOrder, load: number): boolean => load < inForce;

/** The result of the load holds from now on. */
export const commitLoad = ({ begun }: LoadOrder, load: number): LoadOrder => ({ begun, inForce: load });
