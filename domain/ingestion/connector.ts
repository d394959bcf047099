import type { AnswerClass } from './answer-class.ts';
import { type ConnectorControl, noControl, type StandingOrder } from './connector-control.ts';
import { afterAnswer, type Health, type HealthRules, sound } from './credential-health.ts';
import { kindsOf, nextTick, phasesOf, type TickHistory, type TickIntervals } from './schedule.ts';
import { abandon, openTick, type Phase, type Tick, type TickKind } from './tick.ts';

/**
 * What the connector of one credential does next: a pure step from its state and what happened to its next state and the
 * work to begin. The actor around it performs the work and reports back; nothing here waits.
 *
 * A tick goes page by page. A page counts once its observations are acknowledged by the bus and the checkpoint is stored; a
 * crash before that fetches the page again under the same run id, which gives the same observation ids. A page that fails is
 * tried again after a growing pause; after `maxAttempts` the tick is given up and the next one is due at its time.
 *
 * Three things stand above that, and each of them keeps the tick in hand so that it goes on where it was:
 *
 * - Whose it is. Only the process that holds the credential's lease works for it. Losing the lease interrupts the page under
 *   way and forgets the tick; whoever gets the lease next recovers it from the store.
 * - What the operator says. A pause interrupts the page under way at once; nothing new begins before it ends.
 * - How the credential fares. While it fails nothing is asked but, at its time, the page in hand as a probe. A probe's failure
 *   does not count as an attempt: the tick is not to blame.
 */

/** What the connector is at. */
export type Work =
  /** Another process works for the credential, or none does yet. */
  | { readonly kind: 'unowned' }
  /** Looking for a tick that an earlier life left unfinished. */
  | { readonly kind: 'recovering' }
  /** Nothing to do until then. */
  | { readonly kind: 'idle'; readonly next: { readonly kind: TickKind; readonly at: Date } }
  /** Looking whether any part is due to be looked up. */
  | { readonly kind: 'seeking' }
  /** A page is being fetched, published and checkpointed; when interrupted, it only has to come to its end. */
  | { readonly kind: 'ingesting'; readonly tick: Tick; readonly attempt: number; readonly isInterrupted: boolean }
  /** The page failed; it is tried again then. */
  | { readonly kind: 'resting'; readonly tick: Tick; readonly attempt: number; readonly until: Date }
  /** Paused by an operator, with the tick to go on with. */
  | { readonly kind: 'held'; readonly tick: Tick | undefined }
  /** The one tick that it was started for has ended. */
  | { readonly kind: 'ended'; readonly tick: Tick };

/** Where the connector of a credential stands. */
export interface Connector {
  readonly work: Work;
  readonly health: Health;
  readonly control: ConnectorControl;
  readonly history: TickHistory;
  /** Since when somebody wants news of prices and stocks; left out: nobody does. */
  readonly wantedSince?: Date | undefined;
}

/** What happened. */
export type ConnectorEvent =
  /** This process now works for the credential. */
  | { readonly kind: 'owned' }
  /** The lease is lost. */
  | { readonly kind: 'disowned' }
  /** The store was asked for what earlier lives have left. */
  | {
      readonly kind: 'recovered';
      readonly unfinished: Tick | undefined;
      readonly history: TickHistory;
      readonly health: Health;
    }
  /** It is time for the next tick; the run id is new. */
  | { readonly kind: 'due'; readonly runId: string }
  /** Whether any part is due to be looked up, and otherwise when the next one is, as far as known. */
  | {
      readonly kind: 'sought';
      readonly isAnyDue: boolean;
      readonly nextDueAt: Date | undefined;
      readonly runId: string;
    }
  /** The pause after a failure is over. */
  | { readonly kind: 'rested' }
  /** The observations of a page are acknowledged by the bus and the checkpoint is stored. */
  | { readonly kind: 'page_done'; readonly tick: Tick }
  /** A page could not be fetched, published or checkpointed. */
  | { readonly kind: 'page_failed'; readonly reason: string; readonly retryAfterMs: number | undefined }
  /** A supplier's answer, or silence, to any request of the credential; `chance` is 0 to 1. */
  | { readonly kind: 'answered'; readonly answer: AnswerClass; readonly chance: number }
  /** The operator's orders are now these. */
  | { readonly kind: 'controlled'; readonly control: ConnectorControl }
  /** Somebody waits for what the credential reads: for parts in its queue, or for news of everything since the instant. */
  | { readonly kind: 'wanted'; readonly since: Date };

/** What the actor has to begin. */
export type ConnectorAction =
  /** Look for what earlier lives have left. */
  | { readonly kind: 'recover' }
  | { readonly kind: 'wait'; readonly until: Date; readonly wake: 'due' | 'rested' }
  /** Announce when the credential will look next. */
  | { readonly kind: 'plan'; readonly nextTickAt: Date }
  /** Look whether any part is due. */
  | { readonly kind: 'seek' }
  /** A tick begins, or goes on after an earlier life left it. */
  | { readonly kind: 'begin'; readonly tick: Tick }
  | { readonly kind: 'ingest_page'; readonly tick: Tick }
  /** Abort the page under way; it then fails. */
  | { readonly kind: 'interrupt_page' }
  /** Store and announce the end of a tick that was given up. */
  | { readonly kind: 'give_up'; readonly tick: Tick }
  /** Store the health, and announce it when it changed. */
  | { readonly kind: 'keep_health'; readonly health: Health; readonly change: 'failed' | 'recovered' | undefined };

/** What a connector goes by. */
export interface ConnectorRules {
  readonly supplierId: string;
  readonly credentialId: string;
  /** The phases that the supplier has data for. */
  readonly phases: readonly Phase[];
  readonly intervals: TickIntervals;
  /** How soon to look again for parts that are due, when none was. */
  readonly seekAgainMs: number;
  readonly maxAttempts: number;
  readonly backoff: { readonly initialMs: number; readonly maxMs: number };
  readonly health: HealthRules;
  /** Ends after one tick of this kind; undefined: goes on for ever. */
  readonly once: TickKind | undefined;
}

/** A state with the work that follows from entering it. */
export interface ConnectorStep {
  readonly state: Connector;
  readonly actions: readonly ConnectorAction[];
}

/** Where every connector starts. */
export const unowned: Connector = { work: { kind: 'unowned' }, health: sound, control: noControl, history: {} };

const after = (instant: Date, ms: number): Date => new Date(instant.getTime() + ms);

const later = (a: Date, b: Date): Date => (a > b ? a : b);

/** Everything the step of one event needs. */
interface Scene {
  readonly connector: Connector;
  readonly rules: ConnectorRules;
  readonly now: Date;
}

/**
 * Until when nothing may be asked because the credential fails; undefined when a request may go. A tick that somebody asked
 * for by hand is a probe of its own.
 */
const closedUntil = ({ connector: { health }, rules, now }: Scene): Date | undefined =>
  health.kind === 'failing' && health.probeAt > now && rules.once === undefined ? health.probeAt : undefined;

const stay = ({ connector }: Scene): ConnectorStep => ({ state: connector, actions: [] });

const enter = ({ connector }: Scene, work: Work, ...actions: readonly ConnectorAction[]): ConnectorStep => ({
  state: { ...connector, work },
  actions,
});

/** Asks nothing before the instant, which may be hours away when the supplier has said so. */
const rest = (scene: Scene, tick: Tick, attempt: number, until: Date): ConnectorStep =>
  enter(
    scene,
    { kind: 'resting', tick, attempt, until },
    { kind: 'plan', nextTickAt: until },
    { kind: 'wait', until, wake: 'rested' },
  );

const planNext = ({ connector, rules, now }: Scene): ConnectorAction => {
  const { at } = nextTick(kindsOf(rules.phases), connector.history, rules.intervals, now, connector.wantedSince);
  return { kind: 'plan', nextTickAt: at };
};

/** Begins nothing before the pause ends. */
const hold = (scene: Scene, pause: StandingOrder<'pause'>, tick: Tick | undefined): ConnectorStep =>
  enter(scene, { kind: 'held', tick }, { kind: 'plan', nextTickAt: pause.until });

/** Does the next page of a tick, unless the operator or the credential's health stands in the way. */
const goOn = (scene: Scene, tick: Tick, attempt = 1): ConnectorStep => {
  const { pause } = scene.connector.control;
  if (pause !== undefined) return hold(scene, pause, tick);
  const until = closedUntil(scene);
  if (until !== undefined) return rest(scene, tick, attempt, until);
  return enter(scene, { kind: 'ingesting', tick, attempt, isInterrupted: false }, { kind: 'ingest_page', tick });
};

/** Goes on after something stood in the way, which is no longer what is planned. */
const goOnAgain = (scene: Scene, tick: Tick, attempt = 1): ConnectorStep => {
  const resumed = goOn(scene, tick, attempt);
  return { ...resumed, actions: [planNext(scene), ...resumed.actions] };
};

const idleUntil = (scene: Scene, next: { kind: TickKind; at: Date }, planned = next.at): ConnectorStep => {
  const at = later(next.at, closedUntil(scene) ?? next.at);
  return enter(
    scene,
    { kind: 'idle', next: { kind: next.kind, at } },
    { kind: 'plan', nextTickAt: later(planned, at) },
    { kind: 'wait', until: at, wake: 'due' },
  );
};

/** With no tick in hand: waits for the next one. */
const awaitNext = (scene: Scene): ConnectorStep => {
  const { connector, rules, now } = scene;
  if (connector.control.pause !== undefined) return hold(scene, connector.control.pause, undefined);
  if (rules.once !== undefined) return idleUntil(scene, { kind: rules.once, at: now });
  return idleUntil(
    scene,
    nextTick(kindsOf(rules.phases), connector.history, rules.intervals, now, connector.wantedSince),
  );
};

const begin = (scene: Scene, kind: TickKind, runId: string): ConnectorStep => {
  const { connector, rules, now } = scene;
  const { supplierId, credentialId } = rules;
  const tick = openTick({ runId, supplierId, credentialId, kind }, phasesOf(kind, rules.phases), now);
  const history = { ...connector.history, [kind]: now };
  const ready = { ...scene, connector: { ...connector, history } };
  const begun = goOn(ready, tick);
  return { ...begun, actions: [planNext(ready), { kind: 'begin', tick }, ...begun.actions] };
};

const onDue = (scene: Scene, runId: string): ConnectorStep => {
  const { work, control } = scene.connector;
  if (work.kind !== 'idle') return stay(scene);
  if (control.pause !== undefined || closedUntil(scene) !== undefined) return awaitNext(scene);
  return work.next.kind === 'lookup'
    ? enter(scene, { kind: 'seeking' }, { kind: 'seek' })
    : begin(scene, work.next.kind, runId);
};

const onSought = (scene: Scene, found: Extract<ConnectorEvent, { kind: 'sought' }>): ConnectorStep => {
  const { connector, rules, now } = scene;
  if (connector.work.kind !== 'seeking') return stay(scene);
  if (connector.control.pause !== undefined) return awaitNext(scene);
  if (found.isAnyDue || rules.once === 'lookup') return begin(scene, 'lookup', found.runId);
  const others = kindsOf(rules.phases).filter((kind) => kind !== 'lookup');
  const again = { kind: 'lookup' as const, at: after(now, rules.seekAgainMs) };
  const other =
    others.length === 0 ? again : nextTick(others, connector.history, rules.intervals, now, connector.wantedSince);
  return idleUntil(scene, other.at < again.at ? other : again, found.nextDueAt);
};

/** The pause before attempt `attempt` + 1: doubling, never shorter than what the supplier asked for. */
const pauseMs = (attempt: number, retryAfterMs: number | undefined, rules: ConnectorRules): number =>
  Math.max(Math.min(rules.backoff.initialMs * 2 ** (attempt - 1), rules.backoff.maxMs), retryAfterMs ?? 0);

const onPageDone = (scene: Scene, tick: Tick): ConnectorStep => {
  const { work } = scene.connector;
  if (work.kind !== 'ingesting') return stay(scene);
  if (tick.state.kind !== 'finished') return goOn(scene, tick);
  return scene.rules.once === undefined ? awaitNext(scene) : enter(scene, { kind: 'ended', tick });
};

const onPageFailed = (scene: Scene, event: Extract<ConnectorEvent, { kind: 'page_failed' }>): ConnectorStep => {
  const { connector, rules, now } = scene;
  const { work, health } = connector;
  if (work.kind !== 'ingesting') return stay(scene);
  const { tick, attempt } = work;
  if (work.isInterrupted) return goOn(scene, tick);
  const isFailing = health.kind === 'failing';
  if (isFailing && rules.once === undefined) return rest(scene, tick, 1, health.probeAt);
  if (!isFailing && attempt < rules.maxAttempts)
    return rest(scene, tick, attempt, after(now, pauseMs(attempt, event.retryAfterMs, rules)));
  const ended = abandon(tick, event.reason, now);
  const next = rules.once === undefined ? awaitNext(scene) : enter(scene, { kind: 'ended', tick: ended });
  return { ...next, actions: [{ kind: 'give_up', tick: ended }, ...next.actions] };
};

const interrupt = (scene: Scene): ConnectorStep => {
  const { work } = scene.connector;
  if (work.kind !== 'ingesting' || work.isInterrupted) return stay(scene);
  return enter(scene, { ...work, isInterrupted: true }, { kind: 'interrupt_page' });
};

const onControlled = (scene: Scene): ConnectorStep => {
  const { work, control } = scene.connector;
  if (control.pause === undefined) {
    if (work.kind !== 'held') return stay(scene);
    return work.tick === undefined ? awaitNext(scene) : goOnAgain(scene, work.tick);
  }
  switch (work.kind) {
    case 'ingesting':
      return interrupt(scene);
    case 'resting':
    case 'held':
      return hold(scene, control.pause, work.tick);
    case 'idle':
      return hold(scene, control.pause, undefined);
    // The first three decide when they are through; the last one has nothing to hold.
    case 'unowned':
    case 'recovering':
    case 'seeking':
    case 'ended':
      return stay(scene);
  }
};

const onAnswered = (scene: Scene, answer: AnswerClass, chance: number): ConnectorStep => {
  const { connector, rules, now } = scene;
  const { health, change } = afterAnswer(connector.health, answer, { rules: rules.health, now, chance });
  const isWorthKeeping = change !== undefined || health.kind === 'failing';
  return {
    state: { ...connector, health },
    actions: isWorthKeeping ? [{ kind: 'keep_health', health, change }] : [],
  };
};

/** The step. Events that do not fit the state (late timers) change nothing. */
export const step = (connector: Connector, event: ConnectorEvent, rules: ConnectorRules, now: Date): ConnectorStep => {
  const scene: Scene = { connector, rules, now };
  switch (event.kind) {
    case 'owned':
      return connector.work.kind === 'unowned'
        ? enter(scene, { kind: 'recovering' }, { kind: 'recover' })
        : stay(scene);
    case 'disowned': {
      const stopped = interrupt(scene);
      return { ...stopped, state: { ...stopped.state, work: { kind: 'unowned' } } };
    }
    case 'recovered': {
      if (connector.work.kind !== 'recovering') return stay(scene);
      const { unfinished, history, health } = event;
      const recovered: Scene = { ...scene, connector: { ...connector, history, health } };
      if (unfinished === undefined) return awaitNext(recovered);
      const step = goOn(recovered, unfinished);
      return { ...step, actions: [planNext(recovered), { kind: 'begin', tick: unfinished }, ...step.actions] };
    }
    case 'due':
      return onDue(scene, event.runId);
    case 'sought':
      return onSought(scene, event);
    case 'rested':
      return connector.work.kind === 'resting'
        ? goOnAgain(scene, connector.work.tick, nextAttempt(connector))
        : stay(scene);
    case 'page_done':
      return onPageDone(scene, event.tick);
    case 'page_failed':
      return onPageFailed(scene, event);
    case 'answered':
      return onAnswered(scene, event.answer, event.chance);
    case 'controlled':
      return onControlled({ ...scene, connector: { ...connector, control: event.control } });
    case 'wanted': {
      const wanted: Scene = { ...scene, connector: { ...connector, wantedSince: event.since } };
      return connector.work.kind === 'idle' ? awaitNext(wanted) : stay(wanted);
    }
  }
};

/** Probes are not attempts. */
const nextAttempt = ({ work, health }: Connector): number =>
  work.kind === 'resting' && health.kind === 'sound' ? work.attempt + 1 : 1;
