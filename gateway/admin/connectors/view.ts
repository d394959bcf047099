import { notFound } from '../../../domain/errors.ts';
import type { SupplierOverview } from '../../../domain/ingestion/supplier-ports.ts';
import type { ReadOptions } from '../../../domain/store-context.ts';
import { checkId, throwIfAny } from '../../request/check.ts';
import type { AdminDependencies, SupplierPlugins } from '../dependencies.ts';
import type { AdminUseCases, ConnectorView } from '../use-cases.ts';

type Dependencies = Pick<AdminDependencies, 'overviews' | 'plugins'>;

const viewOf = (overview: SupplierOverview, plugins: SupplierPlugins): ConnectorView => {
  try {
    return { ...overview, endpoints: plugins.endpointsOf(overview.supplier) };
  } catch (error) {
    if (error instanceof RangeError) return { ...overview, endpoints: undefined };
    throw error;
  }
};

/** The connectors of one supplier; `not_found` when it is unknown. */
export const connectorOf = async (
  { overviews, plugins }: Dependencies,
  supplierId: string,
  options?: ReadOptions,
): Promise<ConnectorView> => {
  throwIfAny(checkId('supplier', supplierId));
  const overview = await overviews.supplier(supplierId, options);
  if (overview === undefined) throw notFound('supplier', supplierId);
  return viewOf(overview, plugins);
};

/** Shows the connectors of every supplier. */
export const listConnectors =
  ({ overviews, plugins }: Dependencies): AdminUseCases['listConnectors'] =>
  async (_request, { signal }) =>
    (await overviews.suppliers({ signal })).map((overview) => viewOf(overview, plugins));

/** Shows the connectors of one supplier. */
export const getConnector =
  (sources: Dependencies): AdminUseCases['getConnector'] =>
  ({ supplierId }, { signal }) =>
    connectorOf(sources, supplierId, { signal });

/** Nothing is known of the supplier yet. */
const empty = { offers: 0, withoutAttributes: 0 };

/**
 * Shows how far each supplier's offers are filled. All of it is stored, so a restart takes nothing
 * from it.
 */
export const getIngestion =
  ({ overviews }: Pick<Dependencies, 'overviews'>): AdminUseCases['getIngestion'] =>
  async (_request, { signal }) => {
    const [all, filling] = await Promise.all([
      overviews.suppliers({ signal }),
      overviews.attributeCoverage({ signal }),
    ]);
    return all.map((overview) => ({ overview, attributeCoverage: filling.get(overview.supplier.id) ?? empty }));
  };
