import type { FamilyCount } from './actor-counts.ts';
import type { ControlEnvelope, Envelope, OwnEnvelope, SentEnvelope } from './envelope.ts';
import type { TellOutcome } from './handle.ts';
import { type NactSystem, openQueue } from './nact.ts';

/** A mailbox that is bounded for others and always has room for the actor's own messages. */
export interface Mailbox<Message> {
  /** Takes a message from outside unless `capacity` of them wait already. */
  send(envelope: SentEnvelope<Message>): TellOutcome;
  /** Takes a message that room was kept for; drops it when closed. */
  post(envelope: OwnEnvelope<Message> | ControlEnvelope): void;
  /**
   * Takes nothing from now on; resolves when the turn has seen everything that was taken before.
   */
  close(): Promise<void>;
  /** Frees the queue; to be called when `close` has resolved. */
  dispose(): void;
}

/** Dependencies of a mailbox. */
export interface MailboxOptions<Message> {
  readonly nact: NactSystem;
  /** Unique in the nact system. */
  readonly name: string;
  /** Messages from outside that may wait. */
  readonly capacity: number;
  /** The family's count, of which the mailbox keeps `waiting`. */
  readonly count: FamilyCount;
  /**
   * Handles one envelope; while its promise is pending, nothing else is handled. Must neither throw
   * nor reject.
   */
  readonly turn: (envelope: Envelope<Message>) => undefined | Promise<undefined>;
}

/** Opens a mailbox. */
export const createMailbox = <Message>({
  nact,
  name,
  capacity,
  count,
  turn,
}: MailboxOptions<Message>): Mailbox<Message> => {
  let sent = 0;
  let isOpen = true;

  const queue = openQueue<Envelope<Message>>(nact, name, (envelope) => {
    switch (envelope.kind) {
      case 'tell':
      case 'ask':
        sent -= 1;
        count.waiting -= 1;
        break;
      case 'own':
        count.waiting -= 1;
        break;
      default:
    }
    return turn(envelope);
  });

  return {
    send: (envelope) => {
      if (!isOpen) return 'stopped';
      if (sent >= capacity) return 'full';
      sent += 1;
      count.waiting += 1;
      queue.push(envelope);
      return 'accepted';
    },
    post: (envelope) => {
      if (!isOpen) return;
      if (envelope.kind === 'own') count.waiting += 1;
      queue.push(envelope);
    },
    close: () => {
      isOpen = false;
      return new Promise((drained) => queue.push({ kind: 'end', drained }));
    },
    dispose: () => queue.dispose(),
  };
};
