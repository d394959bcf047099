import { notFound } from '../../../domain/errors.ts';
import type { RateLimit } from '../../../domain/ingestion/connector-control.ts';
import type {
  AttributeCoverage,
  ConnectorOverviews,
  SupplierOverview,
  SupplierRecord,
} from '../../../domain/ingestion/supplier-ports.ts';
import type { ReadOptions } from '../../../domain/store-context.ts';
import { checkId, throwIfAny } from '../../request/check.ts';
import type { EmptyRequest, UseCase } from '../../request/request-context.ts';

/** The configured limits of each endpoint, all of which hold at once. */
export type EndpointLimits = Readonly<Record<string, readonly RateLimit[]>>;

/** What the plug-ins say of a supplier. */
export interface SupplierPlugins {
  readonly names: readonly string[];
  /**
   * Throws RangeError, in words for the operator, when there is no such plug-in or it does not take
   * the settings.
   */
  endpointsOf(supplier: SupplierRecord): EndpointLimits;
  /** The origins that its requests may go to, that of the base URL first. */
  originsOf(supplier: SupplierRecord): readonly string[];
  /** The names that the plug-in asks a secret for. Throws RangeError as `endpointsOf`. */
  secretFieldsOf(supplier: SupplierRecord): readonly string[];
  /** Throws RangeError, in words for the operator, when the secret lacks something. */
  checkSecret(supplier: SupplierRecord, secret: Readonly<Record<string, string>>): void;
}

/** Names a supplier. */
export interface OfSupplier {
  readonly supplierId: string;
}

/** A supplier's connectors. */
export interface ConnectorView extends SupplierOverview {
  /** Undefined when its plug-in is gone or does not take its settings any more. */
  readonly endpoints: EndpointLimits | undefined;
  /** The names of a secret's fields; undefined in the same case. */
  readonly secretFields: readonly string[] | undefined;
}

/** How far a supplier's offers have come. */
export interface IngestionView {
  readonly overview: SupplierOverview;
  readonly attributeCoverage: AttributeCoverage;
}

/** What operators ask of connectors. */
export interface ConnectorCases {
  readonly listConnectors: UseCase<EmptyRequest, readonly ConnectorView[]>;
  readonly getConnector: UseCase<OfSupplier, ConnectorView>;
  /** All of it is stored, so a restart takes nothing from it. */
  readonly getIngestion: UseCase<EmptyRequest, readonly IngestionView[]>;
}

/** What it is made of. */
export interface ConnectorDependencies {
  readonly overviews: ConnectorOverviews;
  readonly plugins: SupplierPlugins;
}

const viewOf = (overview: SupplierOverview, plugins: SupplierPlugins): ConnectorView => {
  try {
    const { supplier } = overview;
    return { ...overview, endpoints: plugins.endpointsOf(supplier), secretFields: plugins.secretFieldsOf(supplier) };
  } catch (error) {
    if (error instanceof RangeError) return { ...overview, endpoints: undefined, secretFields: undefined };
    throw error;
  }
};

/** The connectors of one supplier; `not_found` when it is unknown. */
export const connectorOf = async (
  { overviews, plugins }: ConnectorDependencies,
  supplierId: string,
  options?: ReadOptions,
): Promise<ConnectorView> => {
  throwIfAny(checkId('supplier', supplierId));
  const overview = await overviews.supplier(supplierId, options);
  if (overview === undefined) throw notFound('supplier', supplierId);
  return viewOf(overview, plugins);
};

/** Nothing is known of the supplier yet. */
const empty = { offers: 0, withoutAttributes: 0 };

/** Shows suppliers' connectors, and how far their offers are filled. */
export const viewConnectors = ({ overviews, plugins }: ConnectorDependencies): ConnectorCases => ({
  listConnectors: async (_, { signal }) =>
    (await overviews.suppliers({ signal })).map((overview) => viewOf(overview, plugins)),

  getConnector: ({ supplierId }, { signal }) => connectorOf({ overviews, plugins }, supplierId, { signal }),

  getIngestion: async (_, { signal }) => {
    const [all, filling] = await Promise.all([
      overviews.suppliers({ signal }),
      overviews.attributeCoverage({ signal }),
    ]);
    return all.map((overview) => ({ overview, attributeCoverage: filling.get(overview.supplier.id) ?? empty }));
  },
});
