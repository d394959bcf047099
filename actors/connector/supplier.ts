import { withDeadline } from '../../concurrency/deadline.ts';
import type { RefreshRequests } from '../../domain/enrichment/ports.ts';
import type { ConnectorControl } from '../../domain/ingestion/connector-control.ts';
import { inForce, nextEnd, noControl } from '../../domain/ingestion/connector-control.ts';
import type { ConnectorOrders } from '../../domain/ingestion/ports.ts';
import type { OpenCredential, SupplierRecord, SupplierStore } from '../../domain/ingestion/supplier-ports.ts';
import { beginLoad, commitLoad, isSuperseded, type LoadOrder, noLoads } from '../../domain/load-order.ts';
import type { WriteContext } from '../../domain/store-context.ts';
import type { Behaviour, Context, ReplyTo } from '../runtime/handle.ts';
import type { CredentialState } from './credential-state.ts';
import type { ConnectorStatus, CredentialMessage, LoadedOrders, SupplierMessage } from './messages.ts';
import { type RunningChild, reconcileChildren } from './reconcile-children.ts';

/**
 * The actor of one supplier: parent of its credentials' connectors. It keeps them to what is stored
 * of credentials and orders. Of what it is told has changed it reads just that; everything is read
 * periodically, in case a signal was lost. When the store is down everything goes on as it was;
 * orders end at their time all the same.
 */
export interface SupplierDependencies {
  readonly supplier: SupplierRecord;
  readonly store: Pick<SupplierStore, 'credentials'>;
  readonly orders: ConnectorOrders;
  readonly refreshes: Pick<RefreshRequests, 'wanted'>;
  readonly newContext: () => WriteContext;
  /**
   * The connector of a credential; undefined, after saying so, for one that nothing can be done
   * with.
   */
  readonly connectorOf: (credential: OpenCredential) => Behaviour<CredentialMessage, CredentialState> | undefined;
}

/** How long a connector may take to answer; its turns are short, so this is generous. */
const answerTimeoutMs = 1_000;

/** The store must answer within this time: what is read later is then read by the next. */
const loadDeadlineMs = 5_000;

/** How often credentials and orders are read without being told to. */
const readEveryMs = 10_000;

type Ctx = Context<SupplierMessage>;

type LoadedMessage = Extract<SupplierMessage, { kind: 'loaded' }>;

/** The connectors under way, by credential id, and the orders that they were given. */
export interface SupplierState {
  readonly connectors: ReadonlyMap<string, RunningChild<CredentialMessage>>;
  readonly control: ConnectorControl;
  /** Which reads of credentials have begun, and by which of them the connectors are. */
  readonly loads: LoadOrder;
  /** The same of orders. */
  readonly ordersLoads: LoadOrder;
}

/** Tells the orders to every connector; resolves when they are in force. */
const instruct = async ({ connectors, control }: SupplierState): Promise<void> => {
  const asked = [...connectors.values()].map(({ handle }) =>
    handle.ask<void>((replyTo) => ({ kind: 'control', control, replyTo }), { timeoutMs: answerTimeoutMs }),
  );
  await Promise.all(asked);
};

/** Orders that end before everything is read the next time are looked at when they end. */
const scheduleEnd = (control: ConnectorControl, context: Ctx): void => {
  const untilEndMs = (nextEnd(control)?.getTime() ?? Number.POSITIVE_INFINITY) - context.now().getTime();
  if (untilEndMs < readEveryMs)
    context.schedule('orders', Math.max(0, untilEndMs), { kind: 'orders_changed', replyTo: undefined });
};

const statusesOf = ({ connectors }: SupplierState): Promise<ConnectorStatus[]> =>
  Promise.all(
    [...connectors.values()].map(({ handle }) =>
      handle.ask<ConnectorStatus>((replyTo) => ({ kind: 'status', replyTo }), { timeoutMs: answerTimeoutMs }),
    ),
  );

const inTime =
  <Result>({ supplier }: SupplierDependencies, read: () => Promise<Result>) =>
  (owner: AbortSignal): Promise<Result> =>
    withDeadline({ what: `what is stored of ${supplier.id}`, ms: loadDeadlineMs, owner }, read);

const failed =
  (replyTo: ReplyTo<void> | undefined) =>
  (error: unknown): SupplierMessage => ({ kind: 'load_failed', error, replyTo });

const readOrders = async ({ supplier, orders, newContext }: SupplierDependencies): Promise<ConnectorControl> => {
  await orders.expire(supplier.id, newContext());
  return orders.control(supplier.id);
};

const loadOrders = (
  deps: SupplierDependencies,
  state: SupplierState,
  replyTo: ReplyTo<void> | undefined,
  context: Ctx,
): SupplierState => {
  const ordersLoads = beginLoad(state.ordersLoads);
  context.perform(
    inTime(deps, () => readOrders(deps)),
    (control) => ({ kind: 'orders_loaded', control, ordersLoad: ordersLoads.begun, replyTo }),
    failed(replyTo),
  );
  return { ...state, ordersLoads };
};

const loadAll = (
  deps: SupplierDependencies,
  state: SupplierState,
  replyTo: ReplyTo<void> | undefined,
  context: Ctx,
): SupplierState => {
  const { supplier, store, refreshes } = deps;
  const [loads, ordersLoads] = [beginLoad(state.loads), beginLoad(state.ordersLoads)];
  context.schedule('read', readEveryMs, { kind: 'reload', replyTo: undefined });
  context.perform(
    inTime(deps, () => Promise.all([store.credentials(supplier), readOrders(deps), refreshes.wanted(supplier.id)])),
    ([credentials, control, wanted]) => ({
      kind: 'loaded',
      credentials,
      control,
      wanted,
      load: loads.begun,
      ordersLoad: ordersLoads.begun,
      replyTo,
    }),
    failed(replyTo),
  );
  return { ...state, loads, ordersLoads };
};

/** What was read of orders holds from now on, unless what was read later holds already. */
const withOrders = (state: SupplierState, { control, ordersLoad }: LoadedOrders, context: Ctx): SupplierState => {
  if (isSuperseded(state.ordersLoads, ordersLoad)) return state;
  scheduleEnd(control, context);
  return { ...state, control, ordersLoads: commitLoad(state.ordersLoads, ordersLoad) };
};

const tellWanted = ({ connectors }: SupplierState, wanted: ReadonlyMap<string, Date>): void => {
  for (const [id, since] of wanted) connectors.get(id)?.handle.tell({ kind: 'wanted', since });
};

/** The same of credentials, and of those who wait for news of them. */
const withCredentials = (
  { connectorOf }: SupplierDependencies,
  state: SupplierState,
  { credentials, wanted, load }: LoadedMessage,
  context: Ctx,
): SupplierState => {
  if (isSuperseded(state.loads, load)) return state;
  const children = credentials.map((credential) => ({
    id: credential.id,
    madeFrom: madeFrom(credential),
    make: () => connectorOf(credential),
  }));
  const connectors = reconcileChildren(state.connectors, children, context);
  const next = { ...state, connectors, loads: commitLoad(state.loads, load) };
  tellWanted(next, wanted);
  return next;
};

/** Instructs the connectors, and answers who asked for it. */
const settle = (state: SupplierState, replyTo: ReplyTo<void> | undefined): SupplierState => {
  instruct(state).then(
    () => replyTo?.resolve(),
    (error: Error) => replyTo?.reject(error),
  );
  return state;
};

const noConnectors: SupplierState = {
  connectors: new Map(),
  control: noControl,
  loads: noLoads,
  ordersLoads: noLoads,
};

/** Makes the actor of a supplier. */
export const supplierActor = (deps: SupplierDependencies): Behaviour<SupplierMessage, SupplierState> => ({
  family: 'supplier',
  mailboxCapacity: 64,
  start: (context) => loadAll(deps, noConnectors, undefined, context),
  receive: (state, message, context) => {
    switch (message.kind) {
      case 'reload':
        return loadAll(deps, state, message.replyTo, context);
      case 'orders_changed':
        return loadOrders(deps, state, message.replyTo, context);
      case 'wanted':
        context.perform(
          inTime(deps, () => deps.refreshes.wanted(deps.supplier.id)),
          (wanted) => ({ kind: 'wanted_loaded', wanted }),
          failed(undefined),
        );
        return state;
      case 'loaded':
        return settle(withOrders(withCredentials(deps, state, message, context), message, context), message.replyTo);
      case 'orders_loaded':
        return settle(withOrders(state, message, context), message.replyTo);
      case 'wanted_loaded':
        tellWanted(state, message.wanted);
        return state;
      case 'load_failed': {
        message.replyTo?.reject(message.error instanceof Error ? message.error : new Error('the store failed'));
        const control = inForce(state.control, context.now());
        scheduleEnd(control, context);
        return settle({ ...state, control }, undefined);
      }
      case 'statuses':
        statusesOf(state).then(message.replyTo.resolve, message.replyTo.reject);
        return state;
    }
  },
});

/** What a connector depends on; health is its own business, so it does not count. */
const madeFrom = ({ failingSince: _, ...credential }: OpenCredential): string => JSON.stringify(credential);
