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
import type { ActorCounts } from './actor-counts.ts';
import { childPath, createHandle, stoppedHandle } from './address.ts';
import { createBranch, type Member } from './branch.ts';
import type { ChildPosition } from './children.ts';
import type { Envelope, OwnEnvelope, PendingAsk, SentEnvelope } from './envelope.ts';
import { ActorRestarted, ActorStopped, EscalatedFault } from './errors.ts';
import type { Behaviour, RuntimeObserver } from './handle.ts';
import { createIncarnation } from './incarnation.ts';
import { type ClassifiedFault, createLifecycle } from './lifecycle.ts';
import { createMailbox } from './mailbox.ts';
import type { NactSystem } from './nact.ts';
import { watchIdle } from './passivation.ts';

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

type MessageEnvelope<Message> = SentEnvelope<Message> | OwnEnvelope<Message>;
type Turn = undefined | Promise<undefined>;

/**
 * Starts an actor. Its `start` runs later in a turn of its own, so that a fault in it affects no
 * other actor.
 */
export const createActor = <Message, State>(
  runtime: Runtime,
  behaviour: Behaviour<Message, State>,
  place: ActorPosition,
): Member => {
  const { observer, now, random } = runtime;
  const { family } = behaviour;
  const { path } = place;
  const count = runtime.census.of(family);
  const asks = new Set<PendingAsk>();
  let stopped: Promise<void> | undefined;

  const mailbox = createMailbox<Message>({
    nact: runtime.nact,
    name: runtime.nextName(),
    capacity: behaviour.mailboxCapacity,
    count,
    turn: (envelope) => turn(envelope),
  });

  const handle = createHandle<Message>({
    path,
    pending: asks,
    send: (envelope) => {
      const outcome = mailbox.send(envelope);
      if (outcome === 'full') observer.rejected(family);
      return outcome;
    },
  });

  const branch = createBranch(path, (pathOfChild, behaviourOfChild, placeOfChild) => {
    const { incarnation } = life;
    const escalate = (fault: EscalatedFault) => mailbox.post({ kind: 'fault', fault, incarnation });
    return createActor(runtime, behaviourOfChild, { ...placeOfChild, path: pathOfChild, escalate });
  });

  const incarnate = () =>
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
    });

  const life = createLifecycle<Message, State>({
    path,
    behaviour,
    now,
    random,
    observer,
    incarnate,
    clear: (error) => {
      for (const ask of asks) if (ask.taken) ask.reject(new ActorRestarted(path, error));
      return branch.children.stopAll();
    },
    giveUp: (error, verdict) => {
      observer.gaveUp(family, path, error);
      void stop();
      if (verdict === 'escalate') place.escalate(new EscalatedFault(path, error));
    },
  });

  const isIdle = (): boolean =>
    life.isUp && !life.isBusy && mailbox.waiting === 0 && asks.size === 0 && branch.children.size === 0;

  const idleWatch =
    behaviour.passivateAfterMs === undefined
      ? undefined
      : watchIdle(behaviour.passivateAfterMs, isIdle, () => void stop());

  // -------------------------------------------------------------------------------------------------------------
  // turns

  const turn = (envelope: Envelope<Message>): Turn => {
    switch (envelope.kind) {
      case 'tell':
      case 'ask':
      case 'own':
        return handleMessage(envelope);
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

  const handleMessage = (envelope: MessageEnvelope<Message>): Turn => {
    if (envelope.kind === 'own' && !envelope.claim()) return undefined;
    if (!life.isUp) {
      observer.deadLetter(family, path, 'stopped');
      return undefined;
    }
    if (envelope.kind === 'ask') {
      if (envelope.ask.isSettled) return undefined;
      envelope.ask.taken = true;
    }
    const startedAt = performance.now();
    const fault = life.step(envelope);
    observer.handled(family, fault?.faultClass ?? 'ok', performance.now() - startedAt);
    idleWatch?.touch();
    return fault && recover(fault, envelope);
  };

  const recover = (fault: ClassifiedFault, envelope: MessageEnvelope<Message>): Turn => {
    if (envelope.kind === 'ask') envelope.ask.reject(fault.error);
    if (fault.faultClass === 'poison') observer.deadLetter(family, path, 'poison');
    return life.applyDirective(fault);
  };

  // ---------------------------------------------------------------------------------------------------------------
  // end

  const stop = (): Promise<void> => {
    if (!stopped) {
      stopped = end();
      place.leave(stopped);
    }
    return stopped;
  };

  const end = async (): Promise<void> => {
    const last = life.end(new ActorStopped(path));
    idleWatch?.cancel();
    for (const ask of asks) ask.reject(new ActorStopped(path));
    const drained = mailbox.close();
    await branch.children.close();
    if (last) await runOnStop(last);
    await drained;
    mailbox.dispose();
    count.actors -= 1;
  };

  const runOnStop = async (last: { readonly state: State }): Promise<void> => {
    if (!behaviour.onStop) return;
    try {
      const isDone = await settlesWithin(behaviour.onStop(last.state), runtime.stopDeadlineMs, runtime.forceStop);
      if (!isDone) observer.stopFailed(family, path, new Error('onStop did not end in time'));
    } catch (error) {
      observer.stopFailed(family, path, error);
    }
  };

  count.actors += 1;
  mailbox.post({ kind: 'start', predecessor: place.predecessor });
  return { family, handle, branch, stop };
};
