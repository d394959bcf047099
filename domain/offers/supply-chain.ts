/** Through whose hands an offer reaches the caller. */

/** The parties between a caller and a maker; a party not known is undefined. */
export interface SupplyChainTrace {
  readonly observedVia: string;
  readonly apiProvider: string | undefined;
  readonly salesAgent: string | undefined;
  /**
   * Who runs the warehouses that hold it; the warehouse itself, as the supplier calls it, where
   * that is not known.
   */
  readonly warehouseOperators: readonly string[];
  readonly distributor: string | undefined;
  readonly manufacturer: string | undefined;
  /**
   * Distinct parties from the observed supplier to the manufacturer, both counted; a warehouse with
   * an unknown operator is not counted.
   */
  readonly depth: number;
}

/** The route that a supplier's data takes, as configured for the supplier. */
export interface SupplyRoute {
  readonly supplierId: string;
  /** Who runs the interface, where that is not the supplier. */
  readonly apiProvider?: string;
  /** Who sells in the supplier's name. */
  readonly salesAgent?: string;
  /** Who buys from the maker, where that is not the supplier. */
  readonly distributor?: string;
  /** Who runs its warehouses, by the names that it gives them; those left out are not known. */
  readonly warehouseOperators?: Readonly<Record<string, string>>;
}

/**
 * Builds the trace of one offer from its supplier's route, the warehouses that hold it and its
 * maker.
 */
export const traceOf = (
  route: SupplyRoute,
  warehouseRefs: readonly string[],
  manufacturer: string | undefined,
): SupplyChainTrace => {
  const distributor = route.distributor ?? route.supplierId;
  const operators = new Map(Object.entries(route.warehouseOperators ?? {}));
  const known = warehouseRefs.flatMap((ref) => operators.get(ref) ?? []);
  const parties = [route.supplierId, route.apiProvider, route.salesAgent, ...known, distributor, manufacturer];
  return {
    observedVia: route.supplierId,
    apiProvider: route.apiProvider ?? route.supplierId,
    salesAgent: route.salesAgent,
    warehouseOperators: [...new Set(warehouseRefs.map((ref) => operators.get(ref) ?? ref))].sort(),
    distributor,
    manufacturer,
    depth: new Set(parties.filter((party) => party !== undefined)).size,
  };
};
