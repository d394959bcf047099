import { after } from '../../concurrency/delay.ts';
import type { OwnEnvelope, SentEnvelope } from './envelope.ts';
import type { Behaviour, FaultClass, RuntimeObserver } from './handle.ts';
import type { Incarnation } from './incarnation.ts';
import { classifyFault, defaultSupervision, type Verdict } from './supervision.ts';

/** A fault with its class and the directive of its supervision. */
export interface ClassifiedFault {
  readonly error: unknown;
  readonly faultClass: FaultClass;
  readonly verdict: Verdict;
}

/** Dependencies of a lifecycle. */
export interface LifecycleDependencies<Message, State> {
  readonly path: string;
  readonly behaviour: Behaviour<Message, State>;
  readonly now: () => Date;
  readonly random: () => number;
  readonly observer: RuntimeObserver;
  readonly incarnate: () => Incarnation<Message>;
  /**
   * Called between two incarnations: settles what depended on the old state and resolves when its
   * children have stopped.
   */
  readonly clear: (error: unknown) => Promise<void>;
  /** Called when a fault ends the life; must call `end`. */
  readonly giveUp: (error: unknown, verdict: 'stop' | 'escalate') => void;
}

/** An actor's state and incarnation, from its start through faults and restarts to its stop. */
export interface Lifecycle<Message, State> {
  readonly isUp: boolean;
  /** Whether a timer or an effect of the current incarnation is under way. */
  readonly isBusy: boolean;
  /** The number of the current incarnation, from 1; 0 before the first. */
  readonly incarnation: number;
  /**
   * Begins the first incarnation after the predecessor. Resolves when the actor is up, or never
   * will be.
   */
  start(predecessor: Promise<void> | undefined): Promise<undefined>;
  /**
   * Gives the behaviour one message. The state changes only when it throws nothing. To be called
   * only while up.
   */
  step(envelope: SentEnvelope<Message> | OwnEnvelope<Message>): ClassifiedFault | undefined;
  classify(error: unknown): ClassifiedFault;
  /** Applies the directive of the supervision; pending while the actor is down. */
  applyDirective(judged: ClassifiedFault): undefined | Promise<undefined>;
  /** Ends the life in any phase and for good. The last state is returned when there is one. */
  end(reason: unknown): { readonly state: State } | undefined;
}

type Phase<Message, State> =
  /** Before the first incarnation or between two; `wake` ends a back-off early. */
  | { readonly kind: 'down'; readonly wake: () => void }
  | { readonly kind: 'up'; readonly incarnation: Incarnation<Message>; state: State }
  | { readonly kind: 'ended' };

/** A life that has not started. */
export const createLifecycle = <Message, State>(
  options: LifecycleDependencies<Message, State>,
): Lifecycle<Message, State> => {
  const { path, behaviour, observer } = options;
  const { family, supervision = defaultSupervision } = behaviour;
  let phase: Phase<Message, State> = { kind: 'down', wake: () => {} };
  let incarnations = 0;
  let restarts: readonly number[] = [];

  // Asked through a function: the compiler would otherwise assume that awaits and callbacks leave
  // the phase as it was.
  const hasEnded = (): boolean => phase.kind === 'ended';

  const judged = (error: unknown): ClassifiedFault => {
    const hasState = phase.kind === 'up';
    const nowMs = options.now().getTime();
    return { error, ...classifyFault({ supervision, error, hasState, restarts, nowMs, random: options.random }) };
  };

  const begin = (): ClassifiedFault | undefined => {
    incarnations += 1;
    const incarnation = options.incarnate();
    try {
      const state = behaviour.start(incarnation.context);
      if (hasEnded()) incarnation.end(undefined);
      else phase = { kind: 'up', incarnation, state };
      return undefined;
    } catch (error) {
      incarnation.end(error);
      return hasEnded() ? undefined : judged(error);
    }
  };

  const backOff = (delayMs: number): Promise<void> =>
    new Promise((resolve) => {
      const cancel = after(delayMs, resolve);
      phase = {
        kind: 'down',
        wake: () => {
          cancel();
          resolve();
        },
      };
    });

  /**
   * Restarts until a start succeeds or supervision has had enough. A loop, because an actor may
   * fail to start for weeks.
   */
  const restart = async (first: ClassifiedFault): Promise<undefined> => {
    let fault: ClassifiedFault | undefined = first;
    while (fault?.verdict.kind === 'restart') {
      const { error, verdict } = fault;
      restarts = verdict.restarts;
      observer.restarted(family, path, error);
      if (phase.kind === 'up') phase.incarnation.end(error);
      const rested = backOff(verdict.delayMs);
      await Promise.all([options.clear(error), rested]);
      if (hasEnded()) return undefined;
      fault = begin();
    }
    return fault && applyDirective(fault);
  };

  const applyDirective = (fault: ClassifiedFault): undefined | Promise<undefined> => {
    if (hasEnded()) return undefined;
    switch (fault.verdict.kind) {
      case 'resume':
        return undefined;
      case 'restart':
        return restart(fault);
      case 'stop':
      case 'escalate':
        options.giveUp(fault.error, fault.verdict.kind);
        return undefined;
    }
  };

  return {
    get isUp() {
      return phase.kind === 'up';
    },
    get isBusy() {
      return phase.kind === 'up' && phase.incarnation.isBusy;
    },
    get incarnation() {
      return incarnations;
    },
    start: async (predecessor) => {
      await predecessor;
      if (hasEnded()) return undefined;
      const fault = begin();
      return fault && applyDirective(fault);
    },
    step: (envelope) => {
      if (phase.kind !== 'up') return undefined;
      const up = phase;
      try {
        const message = envelope.kind === 'own' ? envelope.build() : envelope.message;
        up.state = behaviour.receive(up.state, message, up.incarnation.context);
        return undefined;
      } catch (error) {
        return judged(error);
      }
    },
    classify: judged,
    applyDirective,
    end: (reason) => {
      const last = phase;
      phase = { kind: 'ended' };
      if (last.kind === 'down') last.wake();
      if (last.kind !== 'up') return undefined;
      last.incarnation.end(reason);
      return last;
    },
  };
};
