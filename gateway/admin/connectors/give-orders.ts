import { Failure, type FieldViolation } from '../../../domain/errors.ts';
import type { ConnectorOrder } from '../../../domain/ingestion/connector-control.ts';
import { throwIfAny } from '../../request/check.ts';
import type { AdminDependencies } from '../dependencies.ts';
import type { AdminUseCases, EndpointLimits } from '../use-cases.ts';
import { notifyConnectors } from './notify-connectors.ts';
import { connectorOf } from './view.ts';

type Dependencies = Pick<AdminDependencies, 'orders' | 'overviews' | 'plugins' | 'announce'>;

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

/** Gives a supplier's connectors an order. */
export const giveOrder =
  (needs: Dependencies): AdminUseCases['giveOrder'] =>
  async ({ supplierId, order, ttlMs }, context) => {
    const before = await connectorOf(needs, supplierId, { signal: context.signal });
    throwIfAny(checkEndpoints(order, before.endpoints));
    const until = new Date(context.now().getTime() + ttlMs);
    await needs.orders.give(supplierId, { ...order, until }, context.caller.keyId, context);
    const { isApplied, connector } = await notifyConnectors(needs, supplierId, 'order', context);
    return { isApplied, connector, order: connector.orders.find(({ kind }) => kind === order.kind) };
  };

/** Lets a supplier's connectors go on. */
export const resume =
  (needs: Dependencies): AdminUseCases['resume'] =>
  async ({ supplierId }, context) => {
    await connectorOf(needs, supplierId, { signal: context.signal });
    const wasPaused = await needs.orders.withdraw(supplierId, 'pause', context);
    return { wasPaused, ...(await notifyConnectors(needs, supplierId, 'order', context)) };
  };
