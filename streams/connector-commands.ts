import type { Bus } from '../domain/ports.ts';

/**
 * Tells the processes that run connectors to look again at what is stored of a supplier, and hears from them when it is in
 * force. Signals may be lost and nobody may be listening: what is stored holds in any case, connectors read it now and then
 * without being told, and who asked learns that nobody answered.
 *
 *     connector.{supplier}.command   {"id": "..."}     to whoever runs connectors of the supplier
 *     connector.{supplier}.done      {"id": "..."}     from each of them, once it is in force
 */

const subjectOf = (supplierId: string, what: 'command' | 'done'): string => `connector.${supplierId}.${what}`;

const encode = (id: string): Uint8Array => Buffer.from(JSON.stringify({ id }));

const decode = (payload: Uint8Array): string => (JSON.parse(Buffer.from(payload).toString()) as { id: string }).id;

/** How a command is sent. */
export interface CommandOptions {
  /** Tells the answers to this command from those to others. */
  readonly id: string;
  readonly timeoutMs: number;
}

/** Tells connectors of a supplier to look again; resolves with whether any of them said in time that it did. */
export const sendConnectorCommand = (
  bus: Bus,
  supplierId: string,
  { id, timeoutMs }: CommandOptions,
): Promise<boolean> =>
  new Promise((resolve) => {
    const settle = (isDone: boolean): void => {
      clearTimeout(timer);
      deaf();
      resolve(isDone);
    };
    const deaf = bus.onSignal(subjectOf(supplierId, 'done'), (_subject, payload) => {
      if (decode(payload) === id) settle(true);
    });
    const timer = setTimeout(() => settle(false), timeoutMs);
    bus.signal(subjectOf(supplierId, 'command'), encode(id));
  });

/** Tells connectors of a supplier to look again, without waiting for any of them to say that it did. */
export const nudgeConnectors = (bus: Pick<Bus, 'signal'>, supplierId: string): void =>
  bus.signal(subjectOf(supplierId, 'command'), encode(''));

/** Calls `obey` for every command and says when it is done; one that fails is not answered. Returns how to stop. */
export const onConnectorCommands = (bus: Bus, obey: (supplierId: string) => Promise<void>): (() => void) =>
  bus.onSignal('connector.*.command', (subject, payload) => {
    const supplierId = subject.split('.')[1] ?? '';
    const id = decode(payload);
    obey(supplierId).then(
      () => bus.signal(subjectOf(supplierId, 'done'), encode(id)),
      () => undefined,
    );
  });
