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

interface Life<Message, State> {
  readonly options: LifecycleDependencies<Message, State>;
  phase: Phase<Message, State>;
  incarnations: number;
  restarts: readonly number[];
}

type Turn = undefined | Promise<undefined>;

// Asked through a function: the compiler would otherwise assume that awaits and callbacks leave the
// phase as it was.
const hasEnded = <Message, State>({ phase }: Life<Message, State>): boolean => phase.kind === 'ended';

const classify = <Message, State>(life: Life<Message, State>, error: unknown): ClassifiedFault => {
  const { behaviour, now, random } = life.options;
  const { supervision = defaultSupervision } = behaviour;
  const hasState = life.phase.kind === 'up';
  const nowMs = now().getTime();
  return { error, ...classifyFault({ supervision, error, hasState, restarts: life.restarts, nowMs, random }) };
};

const begin = <Message, State>(life: Life<Message, State>): ClassifiedFault | undefined => {
  life.incarnations += 1;
  const incarnation = life.options.incarnate();
  try {
    const state = life.options.behaviour.start(incarnation.context);
    if (hasEnded(life)) incarnation.end(undefined);
    else life.phase = { kind: 'up', incarnation, state };
    return undefined;
  } catch (error) {
    incarnation.end(error);
    return hasEnded(life) ? undefined : classify(life, error);
  }
};

const backOff = <Message, State>(life: Life<Message, State>, delayMs: number): Promise<void> =>
  new Promise((resolve) => {
    const cancel = after(delayMs, resolve);
    life.phase = {
      kind: 'down',
      wake: () => {
        cancel();
        resolve();
      },
    };
  });

/**
 * Restarts until a start succeeds or supervision has had enough. A loop, because an actor may fail
 * to start for weeks.
 */
const restart = async <Message, State>(life: Life<Message, State>, first: ClassifiedFault): Promise<undefined> => {
  const { behaviour, path, observer, clear } = life.options;
  let fault: ClassifiedFault | undefined = first;
  while (fault?.verdict.kind === 'restart') {
    const { error, verdict } = fault;
    life.restarts = verdict.restarts;
    observer.restarted(behaviour.family, path, error);
    if (life.phase.kind === 'up') life.phase.incarnation.end(error);
    const backoffElapsed = backOff(life, verdict.delayMs);
    await Promise.all([clear(error), backoffElapsed]);
    if (hasEnded(life)) return undefined;
    fault = begin(life);
  }
  return fault && applyDirective(life, fault);
};

const applyDirective = <Message, State>(life: Life<Message, State>, fault: ClassifiedFault): Turn => {
  if (hasEnded(life)) return undefined;
  switch (fault.verdict.kind) {
    case 'resume':
      return undefined;
    case 'restart':
      return restart(life, fault);
    case 'stop':
    case 'escalate':
      life.options.giveUp(fault.error, fault.verdict.kind);
      return undefined;
  }
};

const step = <Message, State>(
  life: Life<Message, State>,
  envelope: SentEnvelope<Message> | OwnEnvelope<Message>,
): ClassifiedFault | undefined => {
  const { phase: up } = life;
  if (up.kind !== 'up') return undefined;
  try {
    const message = envelope.kind === 'own' ? envelope.build() : envelope.message;
    up.state = life.options.behaviour.receive(up.state, message, up.incarnation.context);
    return undefined;
  } catch (error) {
    return classify(life, error);
  }
};

const end = <Message, State>(life: Life<Message, State>, reason: unknown): { readonly state: State } | undefined => {
  const last = life.phase;
  life.phase = { kind: 'ended' };
  if (last.kind === 'down') last.wake();
  if (last.kind !== 'up') return undefined;
  last.incarnation.end(reason);
  return last;
};

/** A life that has not started. */
export const createLifecycle = <Message, State>(
  options: LifecycleDependencies<Message, State>,
): Lifecycle<Message, State> => {
  const life: Life<Message, State> = {
    options,
    phase: { kind: 'down', wake: () => {} },
    incarnations: 0,
    restarts: [],
  };
  return {
    get isUp() {
      return life.phase.kind === 'up';
    },
    get incarnation() {
      return life.incarnations;
    },
    start: async (predecessor) => {
      await predecessor;
      if (hasEnded(life)) return undefined;
      const fault = begin(life);
      return fault && applyDirective(life, fault);
    },
    step: (envelope) => step(life, envelope),
    classify: (error) => classify(life, error),
    applyDirective: (fault) => applyDirective(life, fault),
    end: (reason) => end(life, reason),
  };
};
