/**
 * One actor: a mailbox, a life and children.
 *
 * Its life changes only in a turn, except that a stop takes effect at once, from wherever it comes.
 * The first envelope of every mailbox starts the actor; while that waits for a predecessor, or a
 * restart for its back-off, the turn's promise is pending and the mailbox holds what arrives, up to
 * its bound. After a stop the mailbox takes nothing more, and what waits in it passes through turns
 * that handle nothing and report dead letters.
 */

import { settlesWithin } from '../../concurrency/delay.ts';
import type { ActorCounts, FamilyCount } from './actor-counts.ts';
import { childPath, createHandle, stoppedHandle } from './address.ts';
import { type Branch, createBranch, type Member } from './branch.ts';
import type { ChildPosition } from './children.ts';
import type { Envelope, OwnEnvelope, PendingAsk, SentEnvelope } from './envelope.ts';
import { ActorRestarted, ActorStopped, EscalatedFault } from './errors.ts';
import type { Behaviour, Handle, RuntimeObserver } from './handle.ts';
import { createIncarnation } from './incarnation.ts';
import { createLifecycle, type Lifecycle } from './lifecycle.ts';
import { createMailbox, type Mailbox } from './mailbox.ts';
import type { NactSystem } from './nact.ts';

/** What all actors of one system share. */
export interface Runtime {
  readonly nact: NactSystem;
  readonly now: () => Date;
  /** Uniform in [0, 1). */
  readonly random: () => number;
  readonly observer: RuntimeObserver;
  readonly census: ActorCounts;
  /** A name that no other mailbox of the system has. */
  readonly nextName: () => string;
  /** How long one `onStop` may take. */
  readonly stopDeadlineMs: number;
  /** Aborted when the system's own stop deadline has passed: `onStop` is no longer waited for. */
  readonly forceStop: AbortSignal;
}

/** The position of an actor in the tree. */
export interface ActorPosition extends ChildPosition {
  readonly path: string;
  /** Told when a fault has stopped the actor and its parent is to be judged for it. */
  readonly escalate: (fault: EscalatedFault) => void;
}

/** Its parts, before its life joins them. */
interface Body<Message, State> {
  readonly runtime: Runtime;
  readonly behaviour: Behaviour<Message, State>;
  readonly place: ActorPosition;
  readonly asks: Set<PendingAsk>;
  readonly count: FamilyCount;
  readonly mailbox: Mailbox<Message>;
  readonly handle: Handle<Message>;
  readonly branch: Branch;
}

interface Actor<Message, State> extends Body<Message, State> {
  readonly life: Lifecycle<Message, State>;
  /** Set when the stop begins. */
  stopped: Promise<void> | undefined;
}

type MessageEnvelope<Message> = SentEnvelope<Message> | OwnEnvelope<Message>;
type Turn = undefined | Promise<undefined>;

const takeTurn = <Message, State>(actor: Actor<Message, State>, envelope: Envelope<Message>): Turn => {
  const { life } = actor;
  switch (envelope.kind) {
    case 'tell':
    case 'ask':
    case 'own':
      return handleMessage(actor, envelope);
    case 'start':
      return life.start(envelope.predecessor);
    case 'fault':
      // Of a child of an earlier incarnation, or while stopping: the restart or the stop has
      // answered it.
      if (!life.isUp || envelope.incarnation !== life.incarnation) return undefined;
      return life.applyDirective(life.classify(envelope.fault));
    case 'end':
      envelope.drained();
      return undefined;
  }
};

const handleMessage = <Message, State>(actor: Actor<Message, State>, envelope: MessageEnvelope<Message>): Turn => {
  const { life, place, behaviour, runtime } = actor;
  const { observer } = runtime;
  if (envelope.kind === 'own' && !envelope.claim()) return undefined;
  if (!life.isUp) {
    observer.deadLetter(behaviour.family, place.path, 'stopped');
    return undefined;
  }
  if (envelope.kind === 'ask') {
    if (envelope.ask.isSettled) return undefined;
    envelope.ask.taken = true;
  }
  const startedAt = performance.now();
  const fault = life.step(envelope);
  observer.handled(behaviour.family, fault?.faultClass ?? 'ok', performance.now() - startedAt);
  if (!fault) return undefined;
  if (envelope.kind === 'ask') envelope.ask.reject(fault.error);
  if (fault.faultClass === 'poison') observer.deadLetter(behaviour.family, place.path, 'poison');
  return life.applyDirective(fault);
};

const stopActor = <Message, State>(actor: Actor<Message, State>): Promise<void> => {
  if (!actor.stopped) {
    actor.stopped = endActor(actor);
    actor.place.leave(actor.stopped);
  }
  return actor.stopped;
};

const endActor = async <Message, State>(actor: Actor<Message, State>): Promise<void> => {
  const { life, place, asks, mailbox, branch, count } = actor;
  const last = life.end(new ActorStopped(place.path));
  for (const ask of asks) ask.reject(new ActorStopped(place.path));
  const drained = mailbox.close();
  await branch.children.close();
  if (last) await runOnStop(actor, last.state);
  await drained;
  mailbox.dispose();
  count.actors -= 1;
};

const runOnStop = async <Message, State>(actor: Actor<Message, State>, state: State): Promise<void> => {
  const { behaviour, place, runtime } = actor;
  const { observer, stopDeadlineMs, forceStop } = runtime;
  if (!behaviour.onStop) return;
  try {
    const isDone = await settlesWithin(behaviour.onStop(state), stopDeadlineMs, forceStop);
    if (!isDone) observer.stopFailed(behaviour.family, place.path, new Error('onStop did not end in time'));
  } catch (error) {
    observer.stopFailed(behaviour.family, place.path, error);
  }
};

const createLife = <Message, State>(body: Body<Message, State>, stop: () => void): Lifecycle<Message, State> => {
  const { runtime, behaviour, place, asks, mailbox, handle, branch } = body;
  const { now, random, observer } = runtime;
  const { path } = place;
  return createLifecycle<Message, State>({
    path,
    behaviour,
    now,
    random,
    observer,
    incarnate: () =>
      createIncarnation<Message>({
        self: handle,
        now,
        post: mailbox.post,
        child: branch.child,
        nobody: (name) => stoppedHandle(childPath(path, name)),
        stopChild: branch.children.stop,
        childNames: branch.children.names,
        // The microtask comes after the turn that is under way and before the next one.
        stop: () => queueMicrotask(stop),
      }),
    clear: (error) => {
      for (const ask of asks) if (ask.taken) ask.reject(new ActorRestarted(path, error));
      return branch.children.stopAll();
    },
    giveUp: (error, verdict) => {
      observer.gaveUp(behaviour.family, path, error);
      stop();
      if (verdict === 'escalate') place.escalate(new EscalatedFault(path, error));
    },
  });
};

/**
 * Starts an actor. Its `start` runs later in a turn of its own, so that a fault in it affects no
 * other actor.
 */
export const createActor = <Message, State>(
  runtime: Runtime,
  behaviour: Behaviour<Message, State>,
  place: ActorPosition,
): Member => {
  const { family, mailboxCapacity: capacity } = behaviour;
  const { path } = place;
  const { nact } = runtime;
  const count = runtime.census.of(family);
  const asks = new Set<PendingAsk>();
  const turn = (envelope: Envelope<Message>): Turn => takeTurn(actor, envelope);
  const mailbox = createMailbox<Message>({ nact, name: runtime.nextName(), capacity, count, turn });
  const handle = createHandle<Message>({
    path,
    pending: asks,
    send: (envelope) => {
      const outcome = mailbox.send(envelope);
      if (outcome === 'full') runtime.observer.rejected(family);
      return outcome;
    },
  });
  const branch = createBranch(path, (pathOfChild, behaviourOfChild, placeOfChild) => {
    const { incarnation } = actor.life;
    const escalate = (fault: EscalatedFault) => mailbox.post({ kind: 'fault', fault, incarnation });
    return createActor(runtime, behaviourOfChild, { ...placeOfChild, path: pathOfChild, escalate });
  });
  const body: Body<Message, State> = { runtime, behaviour, place, asks, count, mailbox, handle, branch };
  const stop = (): Promise<void> => stopActor(actor);
  const actor: Actor<Message, State> = { ...body, life: createLife(body, stop), stopped: undefined };
  count.actors += 1;
  mailbox.post({ kind: 'start', predecessor: place.predecessor });
  return { family, handle, stop };
};
