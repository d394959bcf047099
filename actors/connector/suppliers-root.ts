import type { SupplierRecord, SupplierStore } from '../../domain/ports.ts';
import type { Behaviour, Context, Handle, ReplyTo } from '../runtime/handle.ts';
import type { ConnectorStatus, SupplierMessage, SuppliersMessage } from './messages.ts';
import type { SupplierState } from './supplier.ts';

/**
 * The actor above all suppliers. It keeps one actor for each supplier that is stored, and passes on what is meant for one of
 * them. When the store is down the suppliers that are known go on.
 */
export interface SuppliersDependencies {
  readonly store: Pick<SupplierStore, 'suppliers'>;
  readonly supplierOf: (supplier: SupplierRecord) => Behaviour<SupplierMessage, SupplierState>;
}

/** How long a supplier may take to bring what is stored into force; it reads the store for it. */
const reloadTimeoutMs = 5_000;

const statusTimeoutMs = 5_000;

/** How often suppliers are read without being told to. */
const readEveryMs = 30_000;

interface Running {
  readonly handle: Handle<SupplierMessage>;
  readonly madeFrom: string;
}

type Suppliers = ReadonlyMap<string, Running>;

/** Makes the actor above all suppliers. */
export const suppliersActor = ({
  store,
  supplierOf,
}: SuppliersDependencies): Behaviour<SuppliersMessage, Suppliers> => {
  type Ctx = Context<SuppliersMessage>;

  const load = (supplierId: string | undefined, replyTo: ReplyTo<void> | undefined, context: Ctx): void => {
    context.schedule('read', readEveryMs, { kind: 'reload', supplierId: undefined, replyTo: undefined });
    context.perform(
      () => store.suppliers(),
      (suppliers) => ({ kind: 'loaded', suppliers, supplierId, replyTo }),
      (error) => ({ kind: 'load_failed', error, replyTo }),
    );
  };

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
    start: (context) => {
      load(undefined, undefined, context);
      return new Map();
    },
    receive: (state, message, context) => {
      switch (message.kind) {
        case 'reload':
          load(message.supplierId, message.replyTo, context);
          return state;
        case 'loaded': {
          const { suppliers, supplierId, replyTo } = message;
          const next = reconcile(state, suppliers, context);
          if (replyTo !== undefined) reload(next, supplierId).then(replyTo.resolve, replyTo.reject);
          return next;
        }
        case 'load_failed':
          message.replyTo?.reject(message.error instanceof Error ? message.error : new Error('the store failed'));
          return state;
        case 'statuses': {
          const { supplierId, replyTo } = message;
          const supplier = state.get(supplierId);
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
