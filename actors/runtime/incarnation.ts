import { createEffects } from './effects.ts';
import type { OwnEnvelope } from './envelope.ts';
import type { Behaviour, Context, Handle } from './handle.ts';
import { createTimers } from './timers.ts';

/**
 * An actor between one start and the next: the context that its behaviour sees, with the timers and
 * effects that end with it. The context of an incarnation that has ended does nothing any more, so
 * code that kept it can do no harm.
 */
export interface Incarnation<Message> {
  readonly context: Context<Message>;
  /** Aborts effects and clears timers. */
  end(reason: unknown): void;
}

/** Dependencies of an incarnation. */
export interface IncarnationDependencies<Message> {
  readonly self: Handle<Message>;
  readonly now: () => Date;
  readonly post: (envelope: OwnEnvelope<Message>) => void;
  readonly child: <ChildMessage, ChildState>(
    name: string,
    behaviour: Behaviour<ChildMessage, ChildState>,
  ) => Handle<ChildMessage>;
  /**
   * What `child` answers once the incarnation has ended: the handle of an actor that never lived.
   */
  readonly nobody: <ChildMessage>(name: string) => Handle<ChildMessage>;
  readonly stopChild: (name: string) => Promise<void>;
  readonly childNames: () => readonly string[];
  /** Asks for a stop after the current turn. */
  readonly stop: () => void;
}

/** Begins an incarnation. */
export const createIncarnation = <Message>(options: IncarnationDependencies<Message>): Incarnation<Message> => {
  const timers = createTimers(options.post);
  const effects = createEffects(options.post);
  let isLive = true;
  return {
    context: {
      self: options.self,
      get signal() {
        return effects.signal;
      },
      now: options.now,
      perform: effects.perform,
      schedule: (name, delayMs, message) => {
        if (isLive) timers.schedule(name, delayMs, message);
      },
      child: (name, behaviour) => (isLive ? options.child(name, behaviour) : options.nobody(name)),
      stopChild: options.stopChild,
      children: options.childNames,
      stop: () => {
        if (isLive) options.stop();
      },
    },
    end: (reason) => {
      isLive = false;
      timers.clear();
      effects.abort(reason);
    },
  };
};
