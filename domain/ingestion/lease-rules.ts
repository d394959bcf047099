/**
 * How long leases on credentials last and how often they are asked for. When a process dies, its
 * lease ends at most `leaseMs` later; a waiting process asks within `askEveryMs` of that, and the
 * answer takes a moment. The sum stays within `takeoverMs`.
 */

/** A dead process's credentials have another process within this time. */
export const takeoverMs = 10_000;

/** How long a lease holds by the store's clock. */
export const leaseMs = 7_000;

/** What is left of the time of a takeover for the way to the store and back. */
export const roundTripMs = 1_000;

/**
 * How often a lease of that length is asked for, or renewed: three times within the life that its
 * holder counts on.
 */
export const askEveryMs = (ttlMs: number): number => (ttlMs * 2) / 7;

/** How long the store may take to answer before it counts as silent, and is asked again. */
export const leaseAnswerMs = (ttlMs: number): number => ttlMs / 2;

/**
 * For how long from the instant before it asked a holder counts on its lease. It stops a tenth
 * earlier than the store, for clocks that run at different speeds.
 */
export const holderCountsOnMs = (ttlMs: number): number => ttlMs * 0.9;
