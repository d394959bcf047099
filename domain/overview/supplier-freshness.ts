import type { SupplierTopFreshness } from '../ingestion/ports.ts';

/**
 * How fresh each supplier keeps what is most wanted, beside the objectives: those first whose data
 * is oldest, so that what is left out of a long list is what needs the least attention.
 */

/** Of one kind of data: how many offers there are, and how many are too old. */
export interface FreshnessFigures {
  readonly offers: number;
  readonly stale: number;
  /** The share that is within the objective, 0 to 1. */
  readonly withinShare: number;
  /** Age of the oldest. */
  readonly oldestSeconds: number;
  /** Whether no more are too old than may be. */
  readonly isKept: boolean;
}

/** A supplier's; a kind of which nothing was ever observed is undefined. */
export interface SupplierFreshness {
  readonly supplierId: string;
  readonly price: FreshnessFigures | undefined;
  readonly stock: FreshnessFigures | undefined;
}

/** All suppliers', as far as they are shown. */
export interface FreshnessBySupplier {
  readonly suppliers: readonly SupplierFreshness[];
  /** How many more there are. */
  readonly leftOut: number;
  /** Those of them that do not keep an objective. */
  readonly leftOutNotKept: number;
}

/** The share of offers that may be older than the objective. */
export const allowedStale = 0.01;

const figuresOf = ({ offers, stale, oldestSeconds = 0 }: SupplierTopFreshness): FreshnessFigures => ({
  offers,
  stale,
  withinShare: 1 - stale / offers,
  oldestSeconds,
  isKept: stale / offers <= allowedStale,
});

const kindsOf = ({ price, stock }: SupplierFreshness): readonly FreshnessFigures[] =>
  [price, stock].filter((figures) => figures !== undefined);

/** Whether a supplier keeps both objectives. */
const isKept = (supplier: SupplierFreshness): boolean => kindsOf(supplier).every((figures) => figures.isKept);

const worstShare = (supplier: SupplierFreshness): number =>
  Math.min(...kindsOf(supplier).map(({ withinShare }) => withinShare));

/** Suppliers by what was measured of them, the least fresh first, no more than so many. */
export const freshnessBySupplier = (
  measured: readonly SupplierTopFreshness[],
  maxShown: number,
): FreshnessBySupplier => {
  const suppliers = [...Map.groupBy(measured, ({ supplierId }) => supplierId)]
    .map(([supplierId, rows]): SupplierFreshness => {
      const of = (kind: SupplierTopFreshness['data']) => {
        const row = rows.find(({ data, offers }) => data === kind && offers > 0);
        return row && figuresOf(row);
      };
      return { supplierId, price: of('price'), stock: of('stock') };
    })
    .sort((one, other) => worstShare(one) - worstShare(other) || (one.supplierId < other.supplierId ? -1 : 1));
  const leftOut = suppliers.slice(maxShown);
  return {
    suppliers: suppliers.slice(0, maxShown),
    leftOut: leftOut.length,
    leftOutNotKept: leftOut.filter((supplier) => !isKept(supplier)).length,
  };
};
