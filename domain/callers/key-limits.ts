/** What one API key may ask of the service. */

/** The limits of a key. A part that is undefined is what the service is configured with. */
export interface KeyLimits {
  /** Requests a second in the long run, at one process. */
  readonly requestsPerSecond: number | undefined;
  /** Requests that may come at once, at least 1. */
  readonly burst: number | undefined;
  /** Requests a day, in UTC, at all processes together. */
  readonly requestsPerDay: number | undefined;
  /** Streams open at a time, at one process. */
  readonly streams: number | undefined;
}

/** A key without limits of its own. */
export const defaultKeyLimits: KeyLimits = {
  requestsPerSecond: undefined,
  burst: undefined,
  requestsPerDay: undefined,
  streams: undefined,
};

/** What a key may ask for, and how much it had asked for when it was looked up. */
export interface Allowance {
  readonly limits: KeyLimits;
  /** Requests of this day, in UTC, that the store knew of. */
  readonly requestsToday: number;
}

/**
 * The limits with what is undefined taken from the configuration. A burst left out follows a rate
 * of the key's own.
 */
export const limitsWithin = (own: KeyLimits, configured: KeyLimits): KeyLimits => ({
  requestsPerSecond: own.requestsPerSecond ?? configured.requestsPerSecond,
  burst: own.burst ?? (own.requestsPerSecond === undefined ? configured.burst : undefined),
  requestsPerDay: own.requestsPerDay ?? configured.requestsPerDay,
  streams: own.streams ?? configured.streams,
});
