import type { EscalatedFault } from './errors.ts';

/** An ask as the asked actor sees it: something to fail when no answer will come. */
export interface PendingAsk {
  /** The asker has its answer or has given up; the turn can be skipped. */
  readonly isSettled: boolean;
  /** Whether a turn has taken the message, so that the answer now depends on the actor's state. */
  taken: boolean;
  /** Does nothing once settled. */
  reject(error: unknown): void;
}

/** A message from outside; counts against the mailbox's capacity. */
export type SentEnvelope<Message> =
  | { readonly kind: 'tell'; readonly message: Message }
  | { readonly kind: 'ask'; readonly message: Message; readonly ask: PendingAsk };

/**
 * A message that an actor caused itself: a timer that fired or the outcome of an effect. Room is
 * kept for it. The message is built in the turn, so that a fault in building it is supervised like
 * any other.
 */
export interface OwnEnvelope<Message> {
  readonly kind: 'own';
  /**
   * Called once, by the turn. False when the timer was replaced or the actor restarted meanwhile:
   * the message is void.
   */
  readonly claim: () => boolean;
  readonly build: () => Message;
}

/** What the runtime itself says to an actor, in the order of the mailbox. */
export type ControlEnvelope =
  /** The first of all: start, once the actor that had the name before has stopped. */
  | { readonly kind: 'start'; readonly predecessor: Promise<void> | undefined }
  /** A child of the numbered incarnation is gone. */
  | { readonly kind: 'fault'; readonly fault: EscalatedFault; readonly incarnation: number }
  /** The last of all: everything before it has been taken. */
  | { readonly kind: 'end'; readonly drained: () => void };

/** Everything that waits in a mailbox. */
export type Envelope<Message> = SentEnvelope<Message> | OwnEnvelope<Message> | ControlEnvelope;
