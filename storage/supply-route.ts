import type { SupplyRoute } from '../domain/supply-chain.ts';

/** The columns of `supplier` that say which way its offers come. */
export interface RouteColumns {
  readonly id: string;
  readonly apiProvider: string | null;
  readonly salesAgent: string | null;
  readonly distributor: string | null;
}

/** The route that a supplier's row describes. */
export const routeOf = ({ id, apiProvider, salesAgent, distributor }: RouteColumns): SupplyRoute => ({
  supplierId: id,
  ...(apiProvider !== null && { apiProvider }),
  ...(salesAgent !== null && { salesAgent }),
  ...(distributor !== null && { distributor }),
});
