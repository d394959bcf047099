import type { SupplyRoute } from '../../domain/offers/supply-chain.ts';

/** The columns of `supplier` that say which way its offers come. */
export interface RouteColumns {
  readonly id: string;
  readonly apiProvider: string | null;
  readonly salesAgent: string | null;
  readonly distributor: string | null;
  readonly warehouseOperators: Readonly<Record<string, string>>;
}

/** The columns of `RouteColumns`, for a select over `supplier`. */
export const routeColumns = `supplier.id, api_provider as "apiProvider", sales_agent as "salesAgent", distributor,
  warehouse_operators as "warehouseOperators"`;

/** The route that a supplier's row describes. */
export const routeOf = ({
  id,
  apiProvider,
  salesAgent,
  distributor,
  warehouseOperators,
}: RouteColumns): SupplyRoute => ({
  supplierId: id,
  ...(apiProvider !== null && { apiProvider }),
  ...(salesAgent !== null && { salesAgent }),
  ...(distributor !== null && { distributor }),
  ...(Object.keys(warehouseOperators).length > 0 && { warehouseOperators }),
});
