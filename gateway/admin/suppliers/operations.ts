import { readOrderCost, type StatedOrderCost } from '../../../domain/estimate/order-costs.ts';
import type { SupplierRecord } from '../../../domain/ingestion/supplier-ports.ts';
import type { ListedOffer } from '../../../domain/offers/ports.ts';
import type { SupplyRoute } from '../../../domain/offers/supply-chain.ts';
import { pageQuery } from '../../http/operations/parameters.ts';
import { connectorJson, orderCostJson } from '../connectors/mapping.ts';
import { supplierParams } from '../request/fields.ts';
import { adminOperationsOf, pageJson } from '../request/operation.ts';
import type { SupplierCases } from './manage.ts';
import { retiredSupplierSchema, supplierAnswerSchema, supplierOffersSchema, supplierSchema } from './schema.ts';

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

interface OrderCostBody {
  readonly amount: string;
  readonly currency: string;
  readonly steps?: readonly { readonly goods_from: string; readonly amount: string }[] | undefined;
}

/** Steps in the form in which they are told; what cannot be read is refused as it is. */
const orderCostFrom = ({ amount, currency, steps = [] }: OrderCostBody): StatedOrderCost => {
  const plain = (text: string): string => readOrderCost(text) ?? text;
  return {
    amount,
    currency,
    ...(steps.length > 0 && {
      steps: steps.map((step) => ({ goodsFrom: plain(step.goods_from), amount: plain(step.amount) })),
    }),
  };
};

const supplierJson = ({ route, ...supplier }: SupplierRecord) => ({
  name: supplier.name,
  plugin: supplier.plugin,
  base_url: supplier.baseUrl,
  settings: supplier.settings,
  creates_products: supplier.createsProducts,
  route: {
    api_provider: route.apiProvider,
    sales_agent: route.salesAgent,
    distributor: route.distributor,
    warehouse_operators: route.warehouseOperators,
  },
  order_cost: orderCostJson(supplier.orderCost),
  handling_days: supplier.handlingDays,
  seller_kind: supplier.sellerKind,
  ships_from: supplier.shipsFrom,
});

const offersJson = pageJson((offer: ListedOffer) => ({
  offer_id: offer.id,
  supplier_sku: offer.supplierSku,
  manufacturer: offer.manufacturer,
  mpn: offer.mpn,
  description: offer.description,
  product_id: offer.productId,
  match_confidence: offer.matchConfidence,
  last_observed_at: offer.lastObservedAt?.toISOString(),
}));

const { operation } = adminOperationsOf<SupplierCases>('Connectors');

/** What operators do to suppliers. */
export const supplierOperations = [
  operation(({ getSupplier }) => getSupplier, {
    name: 'GetSupplier',
    // Who may put it: a URL from before such were refused may hold what is secret.
    scope: 'admin:credentials',
    at: 'GET /v1/admin/suppliers/{supplier}',
    readsState: ({ params }) => ({ kind: 'supplier', id: params.supplier }),
    summary: 'A supplier as it is stored, in the form that it is put',
    params: supplierParams,
    answer: supplierSchema,
    answered: 'The supplier with its settings and the whole of its base URL.',
    decode: ({ params }) => ({ supplierId: params.supplier }),
    encode: supplierJson,
  }),

  operation(({ putSupplier }) => putSupplier, {
    name: 'PutSupplier',
    scope: 'admin:credentials',
    at: 'PUT /v1/admin/suppliers/{supplier}',
    summary: 'Create or update a supplier',
    params: supplierParams,
    body: supplierSchema,
    answer: supplierAnswerSchema,
    answered: 'The supplier as it is stored.',
    decode: ({ params, body }) => {
      const supplierId = params.supplier;
      const { name, plugin, base_url: baseUrl, settings, creates_products: createsProducts } = body;
      const route = routeOf(supplierId, body.route);
      const { order_cost: cost, handling_days: handlingDays, seller_kind: sellerKind, ships_from: shipsFrom } = body;
      const about = { name, plugin, baseUrl, settings, createsProducts, route };
      const sells = { orderCost: cost && orderCostFrom(cost), handlingDays, sellerKind, shipsFrom };
      return { id: supplierId, ...about, ...sells };
    },
    encode: ({ isApplied, ...connector }) => ({ applied: isApplied, connector: connectorJson(connector) }),
  }),

  operation(({ retireSupplier }) => retireSupplier, {
    name: 'RetireSupplier',
    scope: 'admin:credentials',
    at: 'DELETE /v1/admin/suppliers/{supplier}',
    summary: 'Take a supplier out of service: no requests, no secrets, no offers; history stays',
    params: supplierParams,
    answer: retiredSupplierSchema,
    answered: 'It is out of service. Put again, it is in service, and its secrets are to be entered anew.',
    decode: ({ params }) => ({ supplierId: params.supplier }),
    encode: ({ supplierId, isApplied }) => ({ id: supplierId, applied: isApplied }),
  }),

  operation(({ listSupplierOffers }) => listSupplierOffers, {
    name: 'ListSupplierOffers',
    scope: 'admin:read',
    at: 'GET /v1/admin/suppliers/{supplier}/offers',
    summary: 'The offers of one supplier, those that nobody sees any more included',
    params: supplierParams,
    query: pageQuery,
    answer: supplierOffersSchema,
    answered: 'One page, in the order of the ids.',
    decode: ({ params, query }) => ({ supplierId: params.supplier, ...query }),
    encode: offersJson,
  }),
];
