import type { AnswerClass } from './answer-class.ts';
import type { StandingOrder } from './connector-control.ts';
import type {
  Connector,
  ConnectorAction,
  ConnectorEvent,
  ConnectorRules,
  ConnectorStep,
  Work,
} from './connector-state.ts';
import { afterAnswer } from './credential-health.ts';
import { kindsOf, nextTick, phasesOf } from './schedule.ts';
import { abandon, openTick, type Tick, type TickKind } from './tick.ts';

/**
 * What the connector of one credential does next: a pure step from its state and what happened to
 * its next state and the work to begin. The actor around it performs the work and reports back;
 * nothing here waits.
 *
 * A tick goes page by page. A page counts once its observations are acknowledged by the bus and the
 * checkpoint is stored; a crash before that fetches the page again under the same run id, which
 * gives the same observation ids. A page that fails is tried again after a growing pause; after
 * `maxAttempts` the tick is given up and the next one is due at its time.
 *
 * Everything that the actor is given to do is an attempt with an id of its own, and its outcome
 * names it. An outcome that does not name the attempt under way comes too late and changes nothing:
 * the lease was lost meanwhile, or the work was given up.
 *
 * Three things stand above that, and each of them keeps the tick in hand so that it goes on where
 * it was:
 *
 * - Whose it is. Only the process that holds the credential's lease works for it. Losing the lease
 *   interrupts the page under way and forgets the tick; the next lease holder recovers it from the
 *   store.
 * - What the operator says. A pause interrupts the page under way at once; nothing new begins
 *   before it ends.
 * - How the credential fares. While it fails nothing is asked but, at its time, the page in hand as
 *   a probe. A probe's failure does not count as an attempt: the tick is not to blame.
 */

/** Pause before the store is asked again when it did not answer. */
const storeRetryMs = 1_000;

const after = (instant: Date, ms: number): Date => new Date(instant.getTime() + ms);

const later = (a: Date, b: Date): Date => (a > b ? a : b);

/** The input of a step: the state, the rules and the time. */
interface StepInput {
  readonly connector: Connector;
  readonly rules: ConnectorRules;
  readonly now: Date;
}

/**
 * Until when nothing may be asked because the credential fails; undefined when a request may go. A
 * tick that somebody asked for by hand is a probe of its own.
 */
const circuitOpenUntil = ({ connector: { health }, rules, now }: StepInput): Date | undefined =>
  health.kind === 'failing' && health.probeAt > now && rules.singleTick === undefined ? health.probeAt : undefined;

const unchanged = ({ connector }: StepInput): ConnectorStep => ({ state: connector, actions: [] });

const enter = ({ connector }: StepInput, work: Work, ...actions: readonly ConnectorAction[]): ConnectorStep => ({
  state: { ...connector, work },
  actions,
});

/** Gives the actor something to do, under an id that nothing else has. */
const begin = (
  { connector }: StepInput,
  attempt: (attemptId: number) => { readonly work: Work; readonly actions: readonly ConnectorAction[] },
): ConnectorStep => {
  const attemptId = connector.attempts + 1;
  const { work, actions } = attempt(attemptId);
  return { state: { ...connector, attempts: attemptId, work }, actions };
};

const recover = (scene: StepInput): ConnectorStep =>
  begin(scene, (attemptId) => ({
    work: { kind: 'recovering', attemptId },
    actions: [{ kind: 'recover', attemptId }],
  }));

/** Asks the store after a pause, because it has just not answered. */
const recoverLater = (scene: StepInput): ConnectorStep =>
  begin(scene, (attemptId) => ({
    work: { kind: 'recovering', attemptId },
    actions: [{ kind: 'wait', until: after(scene.now, storeRetryMs), wake: 'recover_again' }],
  }));

/** Asks nothing before the instant, which may be hours away when the supplier has said so. */
const backOff = (scene: StepInput, tick: Tick, attempt: number, until: Date): ConnectorStep =>
  enter(
    scene,
    { kind: 'backing_off', tick, attempt, until },
    { kind: 'plan', nextTickAt: until },
    { kind: 'wait', until, wake: 'backoff_elapsed' },
  );

const planNext = ({ connector, rules, now }: StepInput): ConnectorAction => {
  const { at } = nextTick(kindsOf(rules.phases), connector.history, rules.intervals, now, connector.wantedSince);
  return { kind: 'plan', nextTickAt: at };
};

/** Begins nothing before the pause ends. */
const hold = (scene: StepInput, pause: StandingOrder<'pause'>, tick: Tick | undefined): ConnectorStep =>
  enter(scene, { kind: 'held', tick }, { kind: 'plan', nextTickAt: pause.until });

/**
 * Requests the next page of a tick, unless an order of the operator or the credential's health
 * prevents it.
 */
const requestNextPage = (scene: StepInput, tick: Tick, attempt = 1): ConnectorStep => {
  const { pause } = scene.connector.control;
  if (pause !== undefined) return hold(scene, pause, tick);
  const until = circuitOpenUntil(scene);
  if (until !== undefined) return backOff(scene, tick, attempt, until);
  return begin(scene, (attemptId) => ({
    work: { kind: 'ingesting', attemptId, tick, attempt, isInterrupted: false },
    actions: [{ kind: 'ingest_page', attemptId, tick }],
  }));
};

/** Goes on after something stood in the way, which is no longer what is planned. */
const goOnAgain = (scene: StepInput, tick: Tick, attempt = 1): ConnectorStep => {
  const resumed = requestNextPage(scene, tick, attempt);
  return { ...resumed, actions: [planNext(scene), ...resumed.actions] };
};

const idleUntil = (scene: StepInput, next: { kind: TickKind; at: Date }, planned = next.at): ConnectorStep => {
  const at = later(next.at, circuitOpenUntil(scene) ?? next.at);
  return enter(
    scene,
    { kind: 'idle', next: { kind: next.kind, at } },
    { kind: 'plan', nextTickAt: later(planned, at) },
    { kind: 'wait', until: at, wake: 'due' },
  );
};

/** With no tick in hand: waits for the next one. */
const awaitNext = (scene: StepInput): ConnectorStep => {
  const { connector, rules, now } = scene;
  if (connector.control.pause !== undefined) return hold(scene, connector.control.pause, undefined);
  if (rules.singleTick !== undefined) return idleUntil(scene, { kind: rules.singleTick, at: now });
  return idleUntil(
    scene,
    nextTick(kindsOf(rules.phases), connector.history, rules.intervals, now, connector.wantedSince),
  );
};

const open = (scene: StepInput, kind: TickKind, runId: string): ConnectorStep => {
  const { connector, rules, now } = scene;
  const { supplierId, credentialId } = rules;
  const tick = openTick({ runId, supplierId, credentialId, kind }, phasesOf(kind, rules.phases), now);
  const history = { ...connector.history, [kind]: now };
  const ready = { ...scene, connector: { ...connector, history } };
  const opened = requestNextPage(ready, tick);
  return { ...opened, actions: [planNext(ready), { kind: 'begin', tick }, ...opened.actions] };
};

const onDue = (scene: StepInput, runId: string): ConnectorStep => {
  const { work, control } = scene.connector;
  if (work.kind !== 'idle') return unchanged(scene);
  if (control.pause !== undefined || circuitOpenUntil(scene) !== undefined) return awaitNext(scene);
  if (work.next.kind !== 'lookup') return open(scene, work.next.kind, runId);
  return begin(scene, (attemptId) => ({
    work: { kind: 'checking_due', attemptId },
    actions: [{ kind: 'check_due', attemptId }],
  }));
};

const onSought = (scene: StepInput, found: Extract<ConnectorEvent, { kind: 'due_checked' }>): ConnectorStep => {
  const { connector, rules, now } = scene;
  if (connector.work.kind !== 'checking_due' || !isUnderWay(connector, found.attemptId)) return unchanged(scene);
  if (connector.control.pause !== undefined) return awaitNext(scene);
  if (found.isAnyDue || rules.singleTick === 'lookup') return open(scene, 'lookup', found.runId);
  const others = kindsOf(rules.phases).filter((kind) => kind !== 'lookup');
  const again = { kind: 'lookup' as const, at: after(now, rules.idlePollMs) };
  const other =
    others.length === 0 ? again : nextTick(others, connector.history, rules.intervals, now, connector.wantedSince);
  return idleUntil(scene, other.at < again.at ? other : again, found.nextDueAt);
};

/**
 * The pause before attempt `attempt` + 1: doubling, never shorter than what the supplier asked for.
 */
const pauseMs = (attempt: number, retryAfterMs: number | undefined, rules: ConnectorRules): number =>
  Math.max(Math.min(rules.backoff.initialMs * 2 ** (attempt - 1), rules.backoff.maxMs), retryAfterMs ?? 0);

/** With a tick that has ended, well or not. */
const onEnded = (scene: StepInput, tick: Tick): ConnectorStep =>
  scene.rules.singleTick === undefined ? awaitNext(scene) : enter(scene, { kind: 'ended', tick });

const onPageDone = (
  scene: StepInput,
  { attemptId, tick }: Extract<ConnectorEvent, { kind: 'page_done' }>,
): ConnectorStep => {
  if (!isUnderWay(scene.connector, attemptId)) return unchanged(scene);
  return tick.state.kind === 'finished' ? onEnded(scene, tick) : requestNextPage(scene, tick);
};

const onPageFailed = (scene: StepInput, event: Extract<ConnectorEvent, { kind: 'page_failed' }>): ConnectorStep => {
  const { connector, rules, now } = scene;
  const { work, health } = connector;
  if (work.kind !== 'ingesting' || !isUnderWay(connector, event.attemptId)) return unchanged(scene);
  const { tick, attempt } = work;
  if (work.isInterrupted) return requestNextPage(scene, tick);
  const isFailing = health.kind === 'failing';
  if (isFailing && rules.singleTick === undefined) return backOff(scene, tick, 1, health.probeAt);
  if (!isFailing && attempt < rules.maxAttempts)
    return backOff(scene, tick, attempt, after(now, pauseMs(attempt, event.retryAfterMs, rules)));
  const ended = abandon(tick, event.reason, now);
  return begin(scene, (attemptId) => ({
    work: { kind: 'giving_up', attemptId, tick: ended },
    actions: [{ kind: 'give_up', attemptId, tick: ended }],
  }));
};

/** A tick whose end is not stored would block every later one, so it is continued instead. */
const onGivenUp = (scene: StepInput, attemptId: number, isStored: boolean): ConnectorStep => {
  const { work } = scene.connector;
  if (work.kind !== 'giving_up' || !isUnderWay(scene.connector, attemptId)) return unchanged(scene);
  return isStored ? onEnded(scene, work.tick) : recoverLater(scene);
};

const onRecovered = (scene: StepInput, event: Extract<ConnectorEvent, { kind: 'recovered' }>): ConnectorStep => {
  const { connector } = scene;
  if (connector.work.kind !== 'recovering' || !isUnderWay(connector, event.attemptId)) return unchanged(scene);
  const { unfinished, history, health } = event;
  const recovered: StepInput = { ...scene, connector: { ...connector, history, health } };
  if (unfinished === undefined) return awaitNext(recovered);
  const resumed = requestNextPage(recovered, unfinished);
  return { ...resumed, actions: [planNext(recovered), { kind: 'begin', tick: unfinished }, ...resumed.actions] };
};

const interrupt = (scene: StepInput): ConnectorStep => {
  const { work } = scene.connector;
  if (work.kind !== 'ingesting' || work.isInterrupted) return unchanged(scene);
  return enter(scene, { ...work, isInterrupted: true }, { kind: 'interrupt_page', attemptId: work.attemptId });
};

const onControlled = (scene: StepInput): ConnectorStep => {
  const { work, control } = scene.connector;
  if (control.pause === undefined) {
    if (work.kind !== 'held') return unchanged(scene);
    return work.tick === undefined ? awaitNext(scene) : goOnAgain(scene, work.tick);
  }
  switch (work.kind) {
    case 'ingesting':
      return interrupt(scene);
    case 'backing_off':
    case 'held':
      return hold(scene, control.pause, work.tick);
    case 'idle':
      return hold(scene, control.pause, undefined);
    // These decide when they are through; the last one has nothing to hold.
    case 'no_lease':
    case 'recovering':
    case 'checking_due':
    case 'giving_up':
    case 'ended':
      return unchanged(scene);
  }
};

const onAnswered = (scene: StepInput, answer: AnswerClass, chance: number): ConnectorStep => {
  const { connector, rules, now } = scene;
  const { health, change } = afterAnswer(connector.health, answer, { rules: rules.health, now, chance });
  const isWorthKeeping = change !== undefined || health.kind === 'failing';
  return {
    state: { ...connector, health },
    actions: isWorthKeeping ? [{ kind: 'save_health', health, change }] : [],
  };
};

/** Whether an outcome belongs to the current attempt, not to an earlier one. */
export const isUnderWay = ({ work }: Connector, attemptId: number): boolean =>
  'attemptId' in work && work.attemptId === attemptId;

/**
 * The step. Events that do not fit the state (late timers, outcomes of earlier attempts) change
 * nothing.
 */
export const step = (connector: Connector, event: ConnectorEvent, rules: ConnectorRules, now: Date): ConnectorStep => {
  const scene: StepInput = { connector, rules, now };
  switch (event.kind) {
    case 'lease_acquired':
      return connector.work.kind === 'no_lease' ? recover(scene) : unchanged(scene);
    case 'lease_lost': {
      const stopped = interrupt(scene);
      return { ...stopped, state: { ...stopped.state, work: { kind: 'no_lease' } } };
    }
    case 'recovered':
      return onRecovered(scene, event);
    case 'recover_failed':
      return isUnderWay(connector, event.attemptId) ? recoverLater(scene) : unchanged(scene);
    case 'recover_again':
      return connector.work.kind === 'recovering' ? recover(scene) : unchanged(scene);
    case 'due':
      return onDue(scene, event.runId);
    case 'due_checked':
      return onSought(scene, event);
    case 'backoff_elapsed':
      return connector.work.kind === 'backing_off'
        ? goOnAgain(scene, connector.work.tick, nextAttempt(connector))
        : unchanged(scene);
    case 'page_done':
      return onPageDone(scene, event);
    case 'page_failed':
      return onPageFailed(scene, event);
    case 'gave_up':
      return onGivenUp(scene, event.attemptId, true);
    case 'give_up_failed':
      return onGivenUp(scene, event.attemptId, false);
    case 'answered':
      return onAnswered(scene, event.answer, event.chance);
    case 'controlled':
      return onControlled({ ...scene, connector: { ...connector, control: event.control } });
    case 'wanted': {
      const wanted: StepInput = { ...scene, connector: { ...connector, wantedSince: event.since } };
      return connector.work.kind === 'idle' ? awaitNext(wanted) : unchanged(wanted);
    }
  }
};

/** Probes are not attempts. */
const nextAttempt = ({ work, health }: Connector): number =>
  work.kind === 'backing_off' && health.kind === 'sound' ? work.attempt + 1 : 1;
