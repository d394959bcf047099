import { createRoute } from '@hono/zod-openapi';
import type { SupplierRecord } from '../../../domain/ingestion/supplier-ports.ts';
import type { SupplyRoute } from '../../../domain/offers/supply-chain.ts';
import type { HttpOperation } from '../../http/operation.ts';
import { responses } from '../../http/responses.ts';
import { validate } from '../../http/validate.ts';
import { connectorJson } from '../connectors/mapping.ts';
import { adminOperation, supplierOf } from '../request/operation.ts';
import { supplierParams } from '../request/text.ts';
import type { Applied, ConnectorView } from '../use-cases.ts';
import { supplierAnswerSchema, supplierSchema } from './schema.ts';

interface RouteBody {
  readonly api_provider?: string | undefined;
  readonly sales_agent?: string | undefined;
  readonly distributor?: string | undefined;
  readonly warehouse_operators?: Readonly<Record<string, string>> | undefined;
}

const routeOf = (supplierId: string, route: RouteBody): SupplyRoute => ({
  supplierId,
  ...(route.api_provider !== undefined && { apiProvider: route.api_provider }),
  ...(route.sales_agent !== undefined && { salesAgent: route.sales_agent }),
  ...(route.distributor !== undefined && { distributor: route.distributor }),
  ...(route.warehouse_operators !== undefined && { warehouseOperators: route.warehouse_operators }),
});

/** `PUT /v1/admin/suppliers/{supplier}`. */
export const putSupplierOperation: HttpOperation<SupplierRecord, ConnectorView & Applied> = {
  ...adminOperation('PutSupplier'),
  route: createRoute({
    method: 'put',
    path: '/v1/admin/suppliers/{supplier}',
    operationId: 'putSupplier',
    summary: 'Create or update a supplier',
    tags: ['Admin'],
    request: {
      params: supplierParams,
      body: { required: true, content: { 'application/json': { schema: supplierSchema } } },
    },
    responses: responses('The supplier as it is stored.', supplierAnswerSchema, { findsById: true, readsBody: true }),
  }),
  decode: async (context, readJson) => {
    const { supplierId } = supplierOf(context);
    const body = validate(supplierSchema, await readJson(context), 'body');
    const { name, plugin, base_url: baseUrl, settings, creates_products: createsProducts } = body;
    const route = routeOf(supplierId, body.route);
    const { order_cost: orderCost, handling_days: handlingDays } = body;
    return { id: supplierId, name, plugin, baseUrl, settings, createsProducts, route, orderCost, handlingDays };
  },
  encode: ({ isApplied, ...connector }) => ({ applied: isApplied, connector: connectorJson(connector) }),
};
