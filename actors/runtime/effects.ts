import type { OwnEnvelope } from './envelope.ts';
import type { Context } from './handle.ts';

/** The effects of one incarnation. */
export interface Effects<Message> {
  readonly signal: AbortSignal;
  readonly perform: Context<Message>['perform'];
  /**
   * Aborts what is in flight; no result is posted afterwards, and one that waits in the mailbox is
   * void.
   */
  abort(reason: unknown): void;
}

/** No effects yet. */
export const createEffects = <Message>(post: (envelope: OwnEnvelope<Message>) => void): Effects<Message> => {
  // Made when first asked for: most actors of a large family never perform anything.
  let controller: AbortController | undefined;
  let aborted: { readonly reason: unknown } | undefined;

  const signal = (): AbortSignal => {
    controller ??= new AbortController();
    if (aborted) controller.abort(aborted.reason);
    return controller.signal;
  };
  const settle = (build: () => Message): void => {
    if (!aborted) post({ kind: 'own', claim: () => !aborted, build });
  };
  return {
    get signal() {
      return signal();
    },
    perform: (effect, done, failed) => {
      if (aborted) return;
      // A microtask later the turn is over: not even the synchronous beginning of an effect runs
      // inside of it.
      const run = Promise.resolve(signal()).then((live) => {
        live.throwIfAborted();
        return effect(live);
      });
      run.then(
        (result) => settle(() => done(result)),
        (error: unknown) => settle(() => failed(error)),
      );
    },
    abort: (reason) => {
      aborted ??= { reason };
      controller?.abort(reason);
    },
  };
};
