import type { OfferStore } from '../../domain/offers/ports.ts';
import type { SupplyRoute } from '../../domain/offers/supply-chain.ts';

/** The configured routes of all suppliers, by supplier. */
export type SupplyRoutes = () => Promise<ReadonlyMap<string, SupplyRoute>>;

/** Routes are configuration: a change may take this long to be seen. */
const maxAgeMs = 10_000;

/**
 * Reads the routes at most once in ten seconds; concurrent readers share one query, and a failed
 * one is forgotten, so that the next reader tries again.
 */
export const createSupplyRoutes = (
  store: Pick<OfferStore, 'routes'>,
  nowMs: () => number = () => performance.now(),
): SupplyRoutes => {
  let latest: { readonly routes: Promise<ReadonlyMap<string, SupplyRoute>>; readonly readAtMs: number } | undefined;
  return () => {
    if (latest !== undefined && nowMs() - latest.readAtMs <= maxAgeMs) return latest.routes;
    const reading = { routes: store.routes(), readAtMs: nowMs() };
    latest = reading;
    reading.routes.catch(() => {
      if (latest === reading) latest = undefined;
    });
    return reading.routes;
  };
};
