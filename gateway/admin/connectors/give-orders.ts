import type { RefreshRequests } from '../../../domain/enrichment/ports.ts';
import { Failure, type FieldViolation } from '../../../domain/errors.ts';
import type { ConnectorOrder, IssuedOrder } from '../../../domain/ingestion/connector-control.ts';
import type { ConnectorOrders } from '../../../domain/ingestion/ports.ts';
import { throwIfAny } from '../../request/check.ts';
import type { UseCase } from '../../request/request-context.ts';
import { type Applied, type NotifyDependencies, notifyConnectors } from './notify-connectors.ts';
import { type ConnectorView, connectorOf, type EndpointLimits, type OfSupplier } from './view.ts';

/** An order and how long it is to hold. */
export interface GiveOrder extends OfSupplier {
  readonly order: ConnectorOrder;
  readonly ttlMs: number;
}

/** What became of an order. */
export interface OrderAnswer extends Applied {
  /** Undefined when another operator has ended it in the meantime. */
  readonly order: IssuedOrder | undefined;
  readonly connector: ConnectorView;
}

/** What became of a wish to go on. */
export interface ResumeAnswer extends Applied {
  /** False when there was no pause. */
  readonly wasPaused: boolean;
  readonly connector: ConnectorView;
}

/** What became of a wish for everything. */
export interface FetchAnswer extends Applied {
  /** The credentials that are asked. */
  readonly credentialIds: readonly string[];
  readonly connector: ConnectorView;
}

/** What operators order of connectors. */
export interface OrderCases {
  /**
   * Makes what the supplier is asked for by itself due now; `failed_precondition` when no
   * credential is in use.
   */
  readonly fetchNow: UseCase<OfSupplier, FetchAnswer>;
  /** Gives an order in place of an earlier one of its kind. */
  readonly giveOrder: UseCase<GiveOrder, OrderAnswer>;
  /** Ends a pause; without one it changes nothing. */
  readonly resume: UseCase<OfSupplier, ResumeAnswer>;
}

/** What it is made of. */
interface Dependencies extends NotifyDependencies {
  readonly orders: Pick<ConnectorOrders, 'give' | 'withdraw'>;
  readonly refreshes: Pick<RefreshRequests, 'askAll'>;
}

/** An endpoint's name is repeated in the answer, but only up to a length. */
const maxShown = 64;

/** One violation for each endpoint that the supplier does not have. */
const checkEndpoints = (order: ConnectorOrder, endpoints: EndpointLimits | undefined): readonly FieldViolation[] => {
  if (order.kind !== 'rates') return [];
  if (endpoints === undefined)
    throw new Failure(
      'failed_precondition',
      "the supplier's plug-in does not take its settings; put the supplier anew",
    );
  const description = `is not an endpoint of this supplier, which has ${Object.keys(endpoints).join(', ')}`;
  return Object.keys(order.limits)
    .filter((name) => !Object.hasOwn(endpoints, name))
    .map((name) => ({ field: name.slice(0, maxShown), description }));
};

/** Gives a supplier's connectors orders, and lets them go on. */
export const giveOrders = (needs: Dependencies): OrderCases => ({
  fetchNow: async ({ supplierId }, context) => {
    await connectorOf(needs, supplierId, { signal: context.signal });
    const credentialIds = await needs.refreshes.askAll(supplierId, context);
    return { credentialIds, ...(await notifyConnectors(needs, supplierId, 'credentials', context)) };
  },

  giveOrder: async ({ supplierId, order, ttlMs }, context) => {
    const before = await connectorOf(needs, supplierId, { signal: context.signal });
    throwIfAny(checkEndpoints(order, before.endpoints));
    const until = new Date(context.now().getTime() + ttlMs);
    await needs.orders.give(supplierId, { ...order, until }, context.caller.keyId, context);
    const { isApplied, connector } = await notifyConnectors(needs, supplierId, 'orders', context);
    return { isApplied, connector, order: connector.orders.find(({ kind }) => kind === order.kind) };
  },

  resume: async ({ supplierId }, context) => {
    await connectorOf(needs, supplierId, { signal: context.signal });
    const wasPaused = await needs.orders.withdraw(supplierId, 'pause', context);
    return { wasPaused, ...(await notifyConnectors(needs, supplierId, 'orders', context)) };
  },
});
