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
import type { ConnectorStatus, CredentialMessage, SupplierMessage } from './messages.ts';
import { type RunningChild, reconcileChildren } from './reconcile-children.ts';

/**
 * The actor of one supplier: parent of its credentials' connectors. It keeps them to what is stored
 * of credentials and orders, which it reads again on every change signal, when an order ends, and
 * periodically in case a signal was lost. When the store is down everything goes on as it was;
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

type LoadedMessage = Extract<SupplierMessage, { kind: 'loaded' }>;

/** The connectors under way, by credential id, and the orders that they were given. */
export interface SupplierState {
  readonly connectors: ReadonlyMap<string, RunningChild<CredentialMessage>>;
  readonly control: ConnectorControl;
  /** Which reads of them have begun, and which of them this is. */
  readonly loads: LoadOrder;
}

/** Tells the orders to every connector; resolves when they are in force. */
const instruct = async ({ connectors, control }: SupplierState): Promise<void> => {
  const asked = [...connectors.values()].map(({ handle }) =>
    handle.ask<void>((replyTo) => ({ kind: 'control', control, replyTo }), { timeoutMs: answerTimeoutMs }),
  );
  await Promise.all(asked);
};

const scheduleNextRead = (control: ConnectorControl, context: Context<SupplierMessage>): void => {
  const endsAt = nextEnd(control)?.getTime() ?? Number.POSITIVE_INFINITY;
  const untilEndMs = Math.max(0, endsAt - context.now().getTime());
  context.schedule('read', Math.min(readEveryMs, untilEndMs), { kind: 'reload', replyTo: undefined });
};

const statusesOf = ({ connectors }: SupplierState): Promise<ConnectorStatus[]> =>
  Promise.all(
    [...connectors.values()].map(({ handle }) =>
      handle.ask<ConnectorStatus>((replyTo) => ({ kind: 'status', replyTo }), { timeoutMs: answerTimeoutMs }),
    ),
  );

/** Makes the actor of a supplier. */
export const supplierActor = (deps: SupplierDependencies): Behaviour<SupplierMessage, SupplierState> => {
  type Ctx = Context<SupplierMessage>;
  const { supplier, store, orders } = deps;

  const read = async () => {
    await orders.expire(supplier.id, deps.newContext());
    const [credentials, control, wanted] = await Promise.all([
      store.credentials(supplier),
      orders.control(supplier.id),
      deps.refreshes.wanted(supplier.id),
    ]);
    return { credentials, control, wanted };
  };

  const load = (before: LoadOrder, replyTo: ReplyTo<void> | undefined, context: Ctx): LoadOrder => {
    const loads = beginLoad(before);
    context.perform(
      (owner) => withDeadline({ what: `orders of ${supplier.id}`, ms: loadDeadlineMs, owner }, read),
      (loaded) => ({ kind: 'loaded', ...loaded, load: loads.begun, replyTo }),
      (error) => ({ kind: 'load_failed', error, replyTo }),
    );
    return loads;
  };

  const wantedOf = (credential: OpenCredential) => ({
    id: credential.id,
    madeFrom: madeFrom(credential),
    make: () => deps.connectorOf(credential),
  });

  /** What is stored holds from now on, unless something that was read later holds already. */
  const apply = (state: SupplierState, message: LoadedMessage, context: Ctx): SupplierState => {
    const { credentials, control, wanted } = message;
    if (isSuperseded(state.loads, message.load)) return state;
    const connectors = reconcileChildren(state.connectors, credentials.map(wantedOf), context);
    for (const [id, since] of wanted) connectors.get(id)?.handle.tell({ kind: 'wanted', since });
    scheduleNextRead(control, context);
    return { connectors, control, loads: commitLoad(state.loads, message.load) };
  };

  return {
    family: 'supplier',
    mailboxCapacity: 64,
    start: (context) => {
      scheduleNextRead(noControl, context);
      return { connectors: new Map(), control: noControl, loads: load(noLoads, undefined, context) };
    },
    receive: (state, message, context) => {
      switch (message.kind) {
        case 'reload':
          scheduleNextRead(inForce(state.control, context.now()), context);
          return { ...state, loads: load(state.loads, message.replyTo, context) };
        case 'loaded': {
          const next = apply(state, message, context);
          instruct(next).then(
            () => message.replyTo?.resolve(),
            (error: Error) => message.replyTo?.reject(error),
          );
          return next;
        }
        case 'load_failed': {
          message.replyTo?.reject(message.error instanceof Error ? message.error : new Error('the store failed'));
          const next = { ...state, control: inForce(state.control, context.now()) };
          instruct(next).catch(() => undefined);
          return next;
        }
        case 'statuses':
          statusesOf(state).then(message.replyTo.resolve, message.replyTo.reject);
          return state;
      }
    },
  };
};

/** What a connector depends on; health is its own business, so it does not count. */
const madeFrom = ({ failingSince: _, ...credential }: OpenCredential): string => JSON.stringify(credential);
