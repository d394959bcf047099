import { withDeadline } from '../../concurrency/deadline.ts';
import type { SupplierRecord, SupplierStore } from '../../domain/ingestion/supplier-ports.ts';
import { beginLoad, commitLoad, isSuperseded, type LoadOrder, noLoads } from '../../domain/load-order.ts';
import type { Behaviour, Context, ReplyTo } from '../runtime/handle.ts';
import type { ConnectorStatus, SupplierMessage, SuppliersMessage } from './messages.ts';
import { type RunningChild, reconcileChildren } from './reconcile-children.ts';
import type { SupplierState } from './supplier.ts';

/**
 * The actor above all suppliers. It keeps one actor for each supplier that is stored, and passes on
 * what is meant for one of them. When the store is down the suppliers that are known go on.
 */
export interface SuppliersDependencies {
  readonly store: Pick<SupplierStore, 'suppliers'>;
  readonly supplierOf: (supplier: SupplierRecord) => Behaviour<SupplierMessage, SupplierState>;
}

/** How long a supplier may take to bring what is stored into force; it reads the store for it. */
const reloadTimeoutMs = 5_000;

const statusTimeoutMs = 5_000;

/** The store must answer within this time: what is read later is then read by the next. */
const loadDeadlineMs = 5_000;

/** How often suppliers are read without being told to. */
const readEveryMs = 30_000;

type Suppliers = ReadonlyMap<string, RunningChild<SupplierMessage>>;

/** The actors of the suppliers, by supplier, and which read of the suppliers they are by. */
export interface SuppliersState {
  readonly running: Suppliers;
  readonly loads: LoadOrder;
}

const reload = async (suppliers: Suppliers, supplierId: string | undefined): Promise<void> => {
  const concerned = supplierId === undefined ? [...suppliers.values()] : [suppliers.get(supplierId)];
  await Promise.all(
    concerned.map((each) =>
      each?.handle.ask<void>((replyTo) => ({ kind: 'reload', replyTo }), { timeoutMs: reloadTimeoutMs }),
    ),
  );
};

const statusesOf = async (supplier: RunningChild<SupplierMessage> | undefined): Promise<readonly ConnectorStatus[]> =>
  supplier === undefined
    ? []
    : supplier.handle.ask<readonly ConnectorStatus[]>((replyTo) => ({ kind: 'statuses', replyTo }), {
        timeoutMs: statusTimeoutMs,
      });

type Ctx = Context<SuppliersMessage>;

const load = (
  { store }: SuppliersDependencies,
  state: SuppliersState,
  supplierId: string | undefined,
  replyTo: ReplyTo<void> | undefined,
  context: Ctx,
): SuppliersState => {
  const loads = beginLoad(state.loads);
  context.schedule('read', readEveryMs, { kind: 'reload', supplierId: undefined, replyTo: undefined });
  context.perform(
    (owner) => withDeadline({ what: 'suppliers', ms: loadDeadlineMs, owner }, () => store.suppliers()),
    (suppliers) => ({ kind: 'loaded', suppliers, load: loads.begun, supplierId, replyTo }),
    (error) => ({ kind: 'load_failed', error, replyTo }),
  );
  return { ...state, loads };
};

/** What is stored holds from now on, unless something that was read later holds already. */
const apply = (
  { supplierOf }: SuppliersDependencies,
  state: SuppliersState,
  { suppliers, load: number }: Extract<SuppliersMessage, { kind: 'loaded' }>,
  context: Ctx,
): SuppliersState => {
  if (isSuperseded(state.loads, number)) return state;
  const children = suppliers.map((supplier) => ({
    id: supplier.id,
    madeFrom: JSON.stringify(supplier),
    make: () => supplierOf(supplier),
  }));
  return { running: reconcileChildren(state.running, children, context), loads: commitLoad(state.loads, number) };
};

/** Makes the actor above all suppliers. */
export const suppliersActor = (deps: SuppliersDependencies): Behaviour<SuppliersMessage, SuppliersState> => ({
  family: 'suppliers',
  mailboxCapacity: 256,
  start: (context) => load(deps, { running: new Map(), loads: noLoads }, undefined, undefined, context),
  receive: (state, message, context) => {
    switch (message.kind) {
      case 'reload':
        return load(deps, state, message.supplierId, message.replyTo, context);
      case 'command': {
        const { supplierId, command } = message;
        const known = state.running.get(supplierId);
        if (known === undefined)
          return load(deps, state, supplierId, command.kind === 'wanted' ? undefined : command.replyTo, context);
        known.handle.tell(command);
        return state;
      }
      case 'loaded': {
        const { supplierId, replyTo } = message;
        const next = apply(deps, state, message, context);
        if (replyTo !== undefined) reload(next.running, supplierId).then(replyTo.resolve, replyTo.reject);
        return next;
      }
      case 'load_failed':
        message.replyTo?.reject(message.error instanceof Error ? message.error : new Error('the store failed'));
        return state;
      case 'statuses':
        statusesOf(state.running.get(message.supplierId)).then(message.replyTo.resolve, message.replyTo.reject);
        return state;
    }
  },
});
