import type { KeyLimits } from '../../domain/callers/key-limits.ts';

/** The limits of a key as they are selected: null for what the key leaves to the configuration. */
export type LimitColumns = { readonly [Part in keyof KeyLimits]: number | null };

/** The limits of a row. */
export const limitsOf = ({ requestsPerSecond, burst, requestsPerDay, streams }: LimitColumns): KeyLimits => ({
  requestsPerSecond: requestsPerSecond ?? undefined,
  burst: burst ?? undefined,
  requestsPerDay: requestsPerDay ?? undefined,
  streams: streams ?? undefined,
});
