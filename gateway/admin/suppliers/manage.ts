import { type OrderCostStep, readOrderCost } from '../../../domain/estimate/order-costs.ts';
import type { SupplierRecord, SupplierRetirement, SupplierStore } from '../../../domain/ingestion/supplier-ports.ts';
import { amount, isCurrencyCode } from '../../../domain/money.ts';
import type { ListedOffer, SupplierOffers } from '../../../domain/offers/ports.ts';
import { checkId, checkOneOf, checkOrderCost, type Finding, throwIfAny } from '../../request/check.ts';
import { type Cursors, markOfId, type Page, type PageRequest, pageOf } from '../../request/paging.ts';
import type { UseCase } from '../../request/request-context.ts';
import { type Applied, type NotifyDependencies, notifyConnectors } from '../connectors/notify-connectors.ts';
import { type ConnectorView, connectorOf, type OfSupplier, type SupplierPlugins } from '../connectors/view.ts';
import { changeBy } from '../request/change-by.ts';

/** What operators do to suppliers. */
export interface SupplierCases {
  /** As it is stored, so that it can be changed and put again. */
  readonly getSupplier: UseCase<OfSupplier, SupplierRecord>;
  /** Creates or updates. */
  readonly putSupplier: UseCase<SupplierRecord, ConnectorView & Applied>;
  /** Takes it out of service; it can be put again. */
  readonly retireSupplier: UseCase<OfSupplier, OfSupplier & Applied>;
  /** In the order of their ids, those that nobody sees any more included. */
  readonly listSupplierOffers: UseCase<OfSupplier & PageRequest, Page<ListedOffer>>;
}

/** What it is made of. */
interface Dependencies extends NotifyDependencies {
  readonly suppliers: Pick<SupplierStore, 'putSupplier'>;
  readonly retirement: SupplierRetirement;
  readonly offersOfSuppliers: SupplierOffers;
  readonly cursors: Cursors;
  /** Why a URL may not be called, in words for the operator; undefined when it may. */
  readonly outboundRefusalOf: (url: string) => string | undefined;
  /** Puts a stored change of rules, rates or order costs in force. */
  readonly onPricingChange: () => Promise<void>;
}

/** The id is a token of subjects on the bus, and part of keys and paths. */
const idForm = /^[a-z0-9][a-z0-9_-]{0,63}$/;

const checkSupplierId = (id: string): Finding =>
  idForm.test(id)
    ? undefined
    : { field: 'supplier', description: 'must be 1 to 64 of a-z, 0-9, - and _, and begin with a letter or digit' };

/** A secret belongs into a credential, and what a plug-in asks for goes behind the path. */
const checkBaseUrl = (text: string, refusalOf: Dependencies['outboundRefusalOf']): Finding => {
  const url = URL.parse(text);
  const isUsable =
    url !== null && /^https?:$/.test(url.protocol) && !`${url.username}${url.password}${url.search}${url.hash}`;
  if (!isUsable)
    return { field: 'base_url', description: 'must be an http or https URL without user, query and fragment' };
  const refusal = refusalOf(text);
  return refusal === undefined ? undefined : { field: 'base_url', description: refusal };
};

/** The further hosts of a plug-in follow from its settings; secrets go there too. */
const checkOrigins = (supplier: SupplierRecord, { plugins, outboundRefusalOf }: Dependencies): readonly Finding[] =>
  plugins
    .originsOf(supplier)
    .slice(1)
    .map((origin) => {
      const refusal = outboundRefusalOf(origin);
      return refusal === undefined ? undefined : { field: 'settings', description: `${origin} ${refusal}` };
    });

const checkSettings = (supplier: SupplierRecord, plugins: SupplierPlugins): Finding => {
  if (JSON.stringify(supplier.settings).includes(String.raw`\u0000`))
    return { field: 'settings', description: 'must not hold U+0000' };
  try {
    plugins.endpointsOf(supplier);
    return undefined;
  } catch (error) {
    if (error instanceof RangeError) return { field: 'settings', description: error.message };
    throw error;
  }
};

const checkStep = (
  { goodsFrom, amount: cost }: OrderCostStep,
  index: number,
  before: OrderCostStep | undefined,
): readonly Finding[] => {
  const field = `order_cost.steps[${index}]`;
  const from = checkOrderCost(`${field}.goods_from`, goodsFrom);
  const least = amount((before && readOrderCost(before.goodsFrom)) ?? '0');
  const isHigher = from !== undefined || amount(goodsFrom).gt(least);
  const order = { field: `${field}.goods_from`, description: 'must be above 0, and above that of the step before' };
  return [from, isHigher ? undefined : order, checkOrderCost(`${field}.amount`, cost)];
};

const checkOrderCostSetting = ({ orderCost }: SupplierRecord): readonly Finding[] =>
  orderCost === undefined
    ? []
    : [
        checkOrderCost('order_cost.amount', orderCost.amount),
        isCurrencyCode(orderCost.currency)
          ? undefined
          : { field: 'order_cost.currency', description: 'must be an ISO 4217 code, for example EUR' },
        ...(orderCost.steps ?? []).flatMap((step, index, all) => checkStep(step, index, all[index - 1])),
      ];

/**
 * Shows a supplier and its offers, creates or updates one whose plug-in exists and takes its
 * settings, and retires it.
 */
export const manageSuppliers = (deps: Dependencies): SupplierCases => ({
  getSupplier: async ({ supplierId }, { signal }) => (await connectorOf(deps, supplierId, { signal })).supplier,

  putSupplier: async (supplier, context) => {
    const { plugins } = deps;
    throwIfAny(
      checkSupplierId(supplier.id),
      checkOneOf('plugin', supplier.plugin, plugins.names) ?? checkId('plugin', supplier.plugin),
      checkBaseUrl(supplier.baseUrl, deps.outboundRefusalOf),
      checkOrderCostSetting(supplier),
    );
    throwIfAny(checkSettings(supplier, plugins));
    throwIfAny(...checkOrigins(supplier, deps));
    await deps.suppliers.putSupplier(supplier, changeBy(context));
    await deps.onPricingChange();
    const { connector, isApplied } = await notifyConnectors(deps, supplier.id, 'supplier', context);
    return { ...connector, isApplied };
  },

  retireSupplier: async ({ supplierId }, context) => {
    throwIfAny(checkId('supplier', supplierId));
    await deps.retirement.retire(supplierId, changeBy(context));
    await deps.onPricingChange();
    const answered = await deps.announce(supplierId, 'supplier', (soFar) => soFar.size > 0);
    return { supplierId, isApplied: answered.size > 0 };
  },

  listSupplierOffers: async ({ supplierId, ...request }, { signal }) => {
    throwIfAny(checkId('supplier', supplierId));
    return pageOf(request, {
      cursors: deps.cursors,
      query: ['supplier-offers', supplierId],
      markOf: ({ id }) => markOfId(id),
      read: (after, limit) => deps.offersOfSuppliers.ofSupplier(supplierId, after?.id ?? '', limit, { signal }),
    });
  },
});
