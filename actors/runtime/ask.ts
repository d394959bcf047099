import { after } from '../../concurrency/delay.ts';
import type { PendingAsk, SentEnvelope } from './envelope.ts';
import { ActorStopped, AskTimedOut, MailboxFull } from './errors.ts';
import type { AskOptions, ReplyTo, TellOutcome } from './handle.ts';

/** Where asks go: one actor's mailbox and the set of asks that wait for an answer from it. */
export interface AskTarget<Message> {
  readonly path: string;
  readonly send: (envelope: SentEnvelope<Message>) => TellOutcome;
  /** Holds each ask from its sending until it is settled. */
  readonly pending: Set<PendingAsk>;
}

/** Sends an ask; see `Handle.ask` for the ways in which it settles. */
export const ask = <Message, Reply>(
  target: AskTarget<Message>,
  build: (replyTo: ReplyTo<Reply>) => Message,
  { timeoutMs, signal }: AskOptions,
): Promise<Reply> => {
  if (signal?.aborted) return Promise.reject(signal.reason);
  const { promise, resolve, reject } = Promise.withResolvers<Reply>();

  const settle = (): boolean => {
    if (pending.isSettled) return false;
    pending.isSettled = true;
    cancelTimer();
    signal?.removeEventListener('abort', abort);
    target.pending.delete(pending);
    return true;
  };
  const fail = (error: unknown): void => {
    if (settle()) reject(error);
  };
  const abort = (): void => fail(signal?.reason);
  const pending: { isSettled: boolean } & PendingAsk = { isSettled: false, taken: false, reject: fail };
  const cancelTimer = after(timeoutMs, () => fail(new AskTimedOut(target.path, timeoutMs)));
  signal?.addEventListener('abort', abort);
  target.pending.add(pending);

  try {
    const message = build({
      resolve: (reply) => {
        if (settle()) resolve(reply);
      },
      reject: fail,
    });
    const outcome = target.send({ kind: 'ask', message, ask: pending });
    if (outcome === 'full') fail(new MailboxFull(target.path));
    if (outcome === 'stopped') fail(new ActorStopped(target.path));
  } catch (error) {
    fail(error);
  }
  return promise;
};
