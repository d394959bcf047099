import { withDeadline } from '../../concurrency/deadline.ts';
import type { SupplierRecord, SupplierStore } from '../../domain/ingestion/supplier-ports.ts';
import { beginLoad, commitLoad, isSuperseded, type LoadOrder, noLoads } from '../../domain/load-order.ts';
import type { Behaviour, Context, Handle, ReplyTo } from '../runtime/handle.ts';
import type { ConnectorStatus, SupplierMessage, SuppliersMessage } from './messages.ts';
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

interface Running {
  readonly handle: Handle<SupplierMessage>;
  readonly madeFrom: string;
}

type Suppliers = ReadonlyMap<string, Running>;

/** The actors of the suppliers, by supplier, and which read of the suppliers they are by. */
export interface SuppliersState {
  readonly running: Suppliers;
  readonly loads: LoadOrder;
}

/** Makes the actor above all suppliers. */
export const suppliersActor = ({
  store,
  supplierOf,
}: SuppliersDependencies): Behaviour<SuppliersMessage, SuppliersState> => {
  type Ctx = Context<SuppliersMessage>;

  const load = (
    before: LoadOrder,
    supplierId: string | undefined,
    replyTo: ReplyTo<void> | undefined,
    context: Ctx,
  ): LoadOrder => {
    const loads = beginLoad(before);
    context.schedule('read', readEveryMs, { kind: 'reload', supplierId: undefined, replyTo: undefined });
    context.perform(
      (owner) => withDeadline({ what: 'suppliers', ms: loadDeadlineMs, owner }, () => store.suppliers()),
      (suppliers) => ({ kind: 'loaded', suppliers, load: loads.begun, supplierId, replyTo }),
      (error) => ({ kind: 'load_failed', error, replyTo }),
    );
    return loads;
  };

  /** What is stored holds from now on, unless something that was read later holds already. */
  const apply = (
    state: SuppliersState,
    { suppliers, load: number }: Extract<SuppliersMessage, { kind: 'loaded' }>,
    context: Ctx,
  ): SuppliersState =>
    isSuperseded(state.loads, number)
      ? state
      : { running: reconcile(state.running, suppliers, context), loads: commitLoad(state.loads, number) };

  const reconcile = (before: Suppliers, stored: readonly SupplierRecord[], context: Ctx): Suppliers => {
    const ids = new Set(stored.map(({ id }) => id));
    for (const id of before.keys()) if (!ids.has(id)) void context.stopChild(id);
    return new Map(
      stored.map((supplier) => {
        const running = before.get(supplier.id);
        const madeFrom = JSON.stringify(supplier);
        if (running?.madeFrom === madeFrom) return [supplier.id, running] as const;
        if (running !== undefined) void context.stopChild(supplier.id);
        return [supplier.id, { handle: context.child(supplier.id, supplierOf(supplier)), madeFrom }] as const;
      }),
    );
  };

  const reload = async (suppliers: Suppliers, supplierId: string | undefined): Promise<void> => {
    const concerned = supplierId === undefined ? [...suppliers.values()] : [suppliers.get(supplierId)];
    await Promise.all(
      concerned.map((each) =>
        each?.handle.ask<void>((replyTo) => ({ kind: 'reload', replyTo }), { timeoutMs: reloadTimeoutMs }),
      ),
    );
  };

  return {
    family: 'suppliers',
    mailboxCapacity: 256,
    start: (context) => ({ running: new Map(), loads: load(noLoads, undefined, undefined, context) }),
    receive: (state, message, context) => {
      switch (message.kind) {
        case 'reload':
          return { ...state, loads: load(state.loads, message.supplierId, message.replyTo, context) };
        case 'loaded': {
          const { supplierId, replyTo } = message;
          const next = apply(state, message, context);
          if (replyTo !== undefined) reload(next.running, supplierId).then(replyTo.resolve, replyTo.reject);
          return next;
        }
        case 'load_failed':
          message.replyTo?.reject(message.error instanceof Error ? message.error : new Error('the store failed'));
          return state;
        case 'statuses': {
          const { supplierId, replyTo } = message;
          const supplier = state.running.get(supplierId);
          if (supplier === undefined) replyTo.resolve([]);
          else
            supplier.handle
              .ask<readonly ConnectorStatus[]>((reply) => ({ kind: 'statuses', replyTo: reply }), {
                timeoutMs: statusTimeoutMs,
              })
              .then(replyTo.resolve, replyTo.reject);
          return state;
        }
      }
    },
  };
};
