import { after } from '../concurrency/delay.ts';
import { createEnding } from '../concurrency/ending.ts';
import { type SupplierChange, supplierChanges } from '../domain/ingestion/supplier-change.ts';
import type { Bus } from './bus/bus.ts';

/**
 * Tells the processes that run connectors what has changed of what is stored of a supplier, and
 * hears from them when it is in force. Signals may be lost and there may be no listener: what is
 * stored holds in any case, connectors read it now and then without being told, and who asked
 * learns who has answered.
 *
 * - `connector.{supplier}.command` with `{"id": "...", "change": "..."}` to every process that
 *   runs connectors; without a change, or with one that it does not know, it reads everything
 * - `connector.{supplier}.done` with `{"id": "...", "owner": "..."}` from each of them, once it is
 *   in force
 *
 * Every process that runs connectors answers, also one that works for no credential of the supplier
 * at present. Each says under which name it holds leases, so that who asked can tell whether those
 * have answered that do.
 */

const subjectOf = (supplierId: string, what: 'command' | 'done'): string => `connector.${supplierId}.${what}`;

/** What a signal of either kind holds. */
interface Signalled {
  readonly id: string;
  readonly change?: SupplierChange;
  readonly owner?: string;
}

const encode = (signalled: Signalled): Uint8Array => Buffer.from(JSON.stringify(signalled));

const decode = (payload: Uint8Array): Signalled => JSON.parse(Buffer.from(payload).toString()) as Signalled;

/** How a command is sent. */
export interface CommandOptions {
  readonly change: SupplierChange;
  /** Tells the answers to this command from those to others. */
  readonly id: string;
  readonly timeoutMs: number;
  /**
   * Whether it need not be waited any longer when these have answered. Asked before anybody has,
   * too.
   */
  readonly isEnough: (answered: ReadonlySet<string>) => boolean;
}

/**
 * Tells connectors of a supplier what has changed; resolves with the owners that said in time that
 * they did, as soon as these are enough.
 */
export const sendConnectorCommand = (
  bus: Bus,
  supplierId: string,
  { id, change, timeoutMs, isEnough }: CommandOptions,
): Promise<ReadonlySet<string>> =>
  new Promise((resolve) => {
    const answered = new Set<string>();
    const waiting = createEnding(() => undefined);
    waiting.onEnd(() => resolve(answered));
    waiting.onEnd(after(timeoutMs, () => void waiting.end()));
    waiting.onEnd(
      bus.onSignal(subjectOf(supplierId, 'done'), (_subject, payload) => {
        const { id: of, owner } = decode(payload);
        // A process of an earlier version does not say who it is.
        if (of !== id || owner === undefined) return;
        answered.add(owner);
        if (isEnough(answered)) waiting.end();
      }),
    );
    bus.signal(subjectOf(supplierId, 'command'), encode({ id, change }));
    if (isEnough(answered)) waiting.end();
  });

/** Tells connectors of a supplier that callers wait for news, without waiting for an answer. */
export const nudgeConnectors = (bus: Pick<Bus, 'signal'>, supplierId: string): void =>
  bus.signal(subjectOf(supplierId, 'command'), encode({ id: '', change: 'wanted' }));

/**
 * Calls `obey` for every command and says when it is done, and under which name this process holds
 * leases; one that fails is not answered. Returns how to stop.
 */
export const onConnectorCommands = (
  bus: Bus,
  owner: string,
  obey: (supplierId: string, change: SupplierChange) => Promise<void>,
): (() => void) =>
  bus.onSignal('connector.*.command', (subject, payload) => {
    const supplierId = subject.split('.')[1] ?? '';
    const { id, change } = decode(payload);
    obey(supplierId, supplierChanges.find((each) => each === change) ?? 'supplier').then(
      () => bus.signal(subjectOf(supplierId, 'done'), encode({ id, owner })),
      () => undefined,
    );
  });
