import { describe, expect, it } from 'vitest';
import type { CredentialState } from '../../../actors/connector/credential-state.ts';
import type { CredentialMessage } from '../../../actors/connector/messages.ts';
import { supplierActor } from '../../../actors/connector/supplier.ts';
import { suppliersActor } from '../../../actors/connector/suppliers-root.ts';
import type { Behaviour } from '../../../actors/runtime/handle.ts';
import { type ConnectorControl, noControl } from '../../../domain/ingestion/connector-control.ts';
import type { OpenCredential, SupplierRecord } from '../../../domain/ingestion/supplier-ports.ts';
import { noLoads } from '../../../domain/load-order.ts';
import { createHarness, turns } from '../runtime/harness.ts';

const supplier = { id: 'acme', name: 'Acme', plugin: 'none', baseUrl: 'http://127.0.0.1:1' } as SupplierRecord;
const credential = { id: 'crd_1', supplierId: 'acme', label: 'house account', secret: {} } as OpenCredential;

const paused: ConnectorControl = {
  pause: { kind: 'pause', reason: 'they complained', givenAt: new Date(0), until: new Date('2100-01-01T00:00:00Z') },
};

/** Reads that the test answers itself, in any order. */
const heldReads = <Result>() => {
  const reads: PromiseWithResolvers<Result>[] = [];
  return {
    reads,
    read: (): Promise<Result> => {
      const read = Promise.withResolvers<Result>();
      reads.push(read);
      return read.promise;
    },
    answer: async (at: number, result: Result): Promise<void> => {
      reads[at]?.resolve(result);
      await turns();
    },
  };
};

/** A connector that only notes its orders. */
const notes = (given: ConnectorControl[]): Behaviour<CredentialMessage, CredentialState> => ({
  family: 'credential',
  mailboxCapacity: 16,
  start: () => ({}) as CredentialState,
  receive: (state, message) => {
    if (message.kind !== 'control') return state;
    given.push(message.control);
    message.replyTo?.resolve();
    return state;
  },
});

describe('the actor of a supplier', () => {
  const start = async () => {
    const given: ConnectorControl[] = [];
    const orders = heldReads<ConnectorControl>();
    const reads = { credentials: 0, wanted: 0 };
    const { system } = createHarness();
    const actor = system.spawn(
      'acme',
      supplierActor({
        supplier,
        store: {
          credentials: async () => {
            reads.credentials += 1;
            return [credential];
          },
        },
        orders: {
          control: orders.read,
          expire: async () => undefined,
          give: async () => undefined,
          withdraw: async () => false,
        },
        refreshes: {
          wanted: async () => {
            reads.wanted += 1;
            return new Map();
          },
        },
        newContext: () => ({ correlationId: 'test', traceparent: undefined }),
        connectorOf: () => notes(given),
      }),
    );
    const reload = () => actor.ask<void>((replyTo) => ({ kind: 'reload', replyTo }), { timeoutMs: 5_000 });
    const change = () => actor.ask<void>((replyTo) => ({ kind: 'orders_changed', replyTo }), { timeoutMs: 5_000 });
    await turns();
    return { given, orders, reads, reload, change, want: () => actor.tell({ kind: 'wanted' }) };
  };

  it('keeps an acknowledged pause when a read that began before it ends after it', async () => {
    const { given, orders, reload } = await start();
    const asked = reload();
    await turns();
    await orders.answer(1, paused);
    await asked;
    expect(given).toEqual([paused]);
    await orders.answer(0, noControl);
    expect(given.at(-1)).toEqual(paused);
  });

  it('answers who asked for a read that was overtaken once what was read later is in force', async () => {
    const { given, orders, reload } = await start();
    await orders.answer(0, noControl);
    const first = reload();
    const second = reload();
    await turns();
    await orders.answer(2, paused);
    await second;
    await orders.answer(1, paused);
    await first;
    expect(given.at(-1)).toEqual(paused);
  });

  it('reads of what has changed just that', async () => {
    const { given, orders, reads, change, want } = await start();
    await orders.answer(0, noControl);
    const changed = change();
    await turns();
    await orders.answer(1, paused);
    await changed;
    expect(given.at(-1)).toEqual(paused);
    expect(reads).toEqual({ credentials: 1, wanted: 1 });
    want();
    await turns();
    expect(reads).toEqual({ credentials: 1, wanted: 2 });
    expect(orders.reads).toHaveLength(2);
  });

  it('takes the credentials of a read whose orders were overtaken, and keeps the later orders', async () => {
    const { given, orders, change } = await start();
    const changed = change();
    await turns();
    await orders.answer(1, paused);
    await changed;
    expect(given).toEqual([]);
    await orders.answer(0, noControl);
    expect(given).toEqual([paused]);
  });
});

describe('the actor above all suppliers', () => {
  it('passes a command straight to its supplier, and looks for a supplier that it does not know', async () => {
    const suppliers = heldReads<readonly SupplierRecord[]>();
    const told: string[] = [];
    const { system } = createHarness();
    const actor = system.spawn(
      'suppliers',
      suppliersActor({
        store: { suppliers: suppliers.read },
        supplierOf: ({ id }) => ({
          family: 'supplier',
          mailboxCapacity: 16,
          start: () => ({ connectors: new Map(), control: noControl, loads: noLoads, ordersLoads: noLoads }),
          receive: (state, message) => {
            told.push(`${id} ${message.kind}`);
            if ('replyTo' in message) message.replyTo?.resolve([] as never);
            return state;
          },
        }),
      }),
    );
    const command = (supplierId: string) =>
      actor.ask<void>((replyTo) => ({ kind: 'command', supplierId, command: { kind: 'orders_changed', replyTo } }), {
        timeoutMs: 5_000,
      });
    await turns();
    await suppliers.answer(0, [supplier]);
    await command('acme');
    expect(suppliers.reads).toHaveLength(1);
    const asked = command('globex');
    await turns();
    await suppliers.answer(1, [supplier, { ...supplier, id: 'globex' }]);
    await asked;
    expect(told).toEqual(['acme orders_changed', 'globex reload']);
  });

  it('keeps what was read of suppliers when a read that began before ends after it', async () => {
    const suppliers = heldReads<readonly SupplierRecord[]>();
    const started: string[] = [];
    const { system } = createHarness();
    const actor = system.spawn(
      'suppliers',
      suppliersActor({
        store: { suppliers: suppliers.read },
        supplierOf: ({ name }) => ({
          family: 'supplier',
          mailboxCapacity: 16,
          start: () => {
            started.push(name);
            return { connectors: new Map(), control: noControl, loads: noLoads, ordersLoads: noLoads };
          },
          receive: (state, message) => {
            if (message.kind === 'reload') message.replyTo?.resolve();
            return state;
          },
        }),
      }),
    );
    await turns();
    const asked = actor.ask<void>((replyTo) => ({ kind: 'reload', supplierId: 'acme', replyTo }), { timeoutMs: 5_000 });
    await turns();
    await suppliers.answer(1, [{ ...supplier, name: 'renamed' }]);
    await asked;
    await suppliers.answer(0, [supplier]);
    expect(started).toEqual(['renamed']);
  });
});
