import type { Outbound } from '../../gateway/wire/outbound.ts';

/**
 * A way out that leads everywhere, for tests that are not about it: what they call is on this
 * machine.
 */
export const anywhere: Outbound = { fetch: (url, init) => fetch(url, init), refusalOf: () => undefined };
