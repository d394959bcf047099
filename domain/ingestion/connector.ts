import { abandon, openTick, type Phase, type Tick } from './tick.ts';

/**
 * What the connector of one credential does next: a pure step from its state and what happened to its next state and the
 * work to begin. The actor around it performs the work and reports back; nothing here waits.
 *
 * A tick goes page by page. A page counts once its observations are acknowledged by the bus and the checkpoint is stored; a
 * crash before that fetches the page again under the same run id, which gives the same observation ids. A page that fails is
 * tried again after a growing pause; after `maxAttempts` the tick is given up and the next one is due at its time.
 */

/** Where the connector of a credential stands. */
export type ConnectorState =
  /** Looking for a tick that an earlier life left unfinished. */
  | { readonly kind: 'recovering' }
  /** Nothing to do until then. */
  | { readonly kind: 'idle'; readonly nextTickAt: Date }
  /** A page is being fetched, published and checkpointed. */
  | { readonly kind: 'ingesting'; readonly tick: Tick; readonly attempt: number }
  /** The page failed; it is tried again then. */
  | { readonly kind: 'resting'; readonly tick: Tick; readonly attempt: number; readonly until: Date };

/** What happened. */
export type ConnectorEvent =
  /** The store was asked for an earlier life's tick. */
  | { readonly kind: 'recovered'; readonly unfinished: Tick | undefined; readonly latest: Tick | undefined }
  /** It is time for the next tick; the run id is new. */
  | { readonly kind: 'due'; readonly runId: string }
  /** The pause after a failure is over. */
  | { readonly kind: 'rested' }
  /** The observations of a page are acknowledged by the bus and the checkpoint is stored. */
  | {
      readonly kind: 'page_done';
      readonly tick: Tick;
      /** Whether there is more to ask for already, which the tick could not know when it began. */
      readonly isOutgrown: boolean;
    }
  /** A page could not be fetched, published or checkpointed. */
  | { readonly kind: 'page_failed'; readonly reason: string; readonly retryAfterMs: number | undefined };

/** What the actor has to begin. */
export type ConnectorAction =
  | { readonly kind: 'wait'; readonly until: Date; readonly wake: 'due' | 'rested' }
  /** Announce when the credential will look next. */
  | { readonly kind: 'plan'; readonly nextTickAt: Date }
  /** Store and announce the end of a tick that was given up. */
  | { readonly kind: 'give_up'; readonly tick: Tick }
  | { readonly kind: 'ingest_page'; readonly tick: Tick };

/** What a connector goes by. */
export interface ConnectorRules {
  readonly supplierId: string;
  readonly credentialId: string;
  readonly phases: readonly Phase[];
  /** From the start of one tick to the start of the next. */
  readonly intervalMs: number;
  /** To the next tick after one that was outgrown, or that found nothing at all. */
  readonly outgrownIntervalMs: number;
  readonly maxAttempts: number;
  readonly backoff: { readonly initialMs: number; readonly maxMs: number };
}

/** A state with the work that follows from entering it. */
export interface ConnectorStep {
  readonly state: ConnectorState;
  readonly actions: readonly ConnectorAction[];
}

/** Where every connector starts. */
export const recovering: ConnectorState = { kind: 'recovering' };

const after = (instant: Date, ms: number): Date => new Date(instant.getTime() + ms);

const later = (a: Date, b: Date): Date => (a > b ? a : b);

const ingest = (tick: Tick, attempt: number): ConnectorStep => ({
  state: { kind: 'ingesting', tick, attempt },
  actions: [{ kind: 'ingest_page', tick }],
});

const idleUntil = (nextTickAt: Date, before: readonly ConnectorAction[] = []): ConnectorStep => ({
  state: { kind: 'idle', nextTickAt },
  actions: [...before, { kind: 'plan', nextTickAt }, { kind: 'wait', until: nextTickAt, wake: 'due' }],
});

const nextAfter = (tick: Tick, isOutgrown: boolean, rules: ConnectorRules, now: Date): Date =>
  isOutgrown || tick.counters.items === 0
    ? after(now, rules.outgrownIntervalMs)
    : later(after(tick.startedAt, rules.intervalMs), now);

/** The pause before attempt `attempt` + 1: doubling, never shorter than what the supplier asked for. */
const pauseMs = (attempt: number, retryAfterMs: number | undefined, rules: ConnectorRules): number =>
  Math.max(Math.min(rules.backoff.initialMs * 2 ** (attempt - 1), rules.backoff.maxMs), retryAfterMs ?? 0);

/** The step. Events that do not fit the state (late timers) change nothing. */
export const step = (state: ConnectorState, event: ConnectorEvent, rules: ConnectorRules, now: Date): ConnectorStep => {
  switch (event.kind) {
    case 'recovered': {
      if (event.unfinished !== undefined) return ingest(event.unfinished, 1);
      return idleUntil(event.latest === undefined ? now : nextAfter(event.latest, false, rules, now));
    }
    case 'due': {
      if (state.kind !== 'idle') return { state, actions: [] };
      const { supplierId, credentialId } = rules;
      const tick = openTick({ runId: event.runId, supplierId, credentialId }, rules.phases, now);
      const begun = ingest(tick, 1);
      return { ...begun, actions: [{ kind: 'plan', nextTickAt: after(now, rules.intervalMs) }, ...begun.actions] };
    }
    case 'rested':
      return state.kind === 'resting' ? ingest(state.tick, state.attempt + 1) : { state, actions: [] };
    case 'page_done': {
      if (state.kind !== 'ingesting') return { state, actions: [] };
      return event.tick.state.kind === 'finished'
        ? idleUntil(nextAfter(event.tick, event.isOutgrown, rules, now))
        : ingest(event.tick, 1);
    }
    case 'page_failed': {
      if (state.kind !== 'ingesting') return { state, actions: [] };
      if (state.attempt >= rules.maxAttempts) {
        const tick = abandon(state.tick, event.reason, now);
        return idleUntil(later(after(tick.startedAt, rules.intervalMs), after(now, rules.backoff.maxMs)), [
          { kind: 'give_up', tick },
        ]);
      }
      const until = after(now, pauseMs(state.attempt, event.retryAfterMs, rules));
      return { state: { ...state, kind: 'resting', until }, actions: [{ kind: 'wait', until, wake: 'rested' }] };
    }
  }
};
