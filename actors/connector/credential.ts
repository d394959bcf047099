import type { RefreshRequests } from '../../domain/enrichment/ports.ts';
import type { AnswerClass } from '../../domain/ingestion/answer-class.ts';
import {
  type Connector,
  type ConnectorAction,
  type ConnectorEvent,
  type ConnectorRules,
  step,
  unowned,
} from '../../domain/ingestion/connector.ts';
import type { ConnectorControl } from '../../domain/ingestion/connector-control.ts';
import { sound } from '../../domain/ingestion/credential-health.ts';
import { kindsOf, refreshKinds } from '../../domain/ingestion/schedule.ts';
import type { Tick } from '../../domain/ingestion/tick.ts';
import type { CredentialRef } from '../../domain/offer.ts';
import type {
  ConnectorLeases,
  CredentialStates,
  LeaseToken,
  TickStore,
  WantedParts,
  WriteContext,
} from '../../domain/ports.ts';
import type { Metrics } from '../../telemetry/metrics.ts';
import type { Behaviour, Context, Handle } from '../runtime/handle.ts';
import { type HealthKeeper, keepAgainMs, keepHealth } from './health-keeper.ts';
import type { CredentialMessage, SessionMessage } from './messages.ts';
import { createOwning, type Ownership, type OwnershipRules } from './ownership.ts';
import { retryAfterMs } from './refusal.ts';
import type { SessionState } from './session.ts';
import { contextOf, inPage, inTick } from './tick-context.ts';
import type { TickLog } from './tick-log.ts';

/**
 * The connector of one supplier credential. What to do is decided by `domain/ingestion/connector.ts`; this actor holds the
 * state, performs the actions outside its mailbox and turns what came of them into the next message. One page is under way at
 * a time, so a credential never works against itself; a pause or a lost lease aborts its requests at once.
 *
 * Down dependencies. Supplier: the page is tried again, and after enough of that the credential fails and is probed. Bus: the
 * page is tried again. Store: nothing is checkpointed, so the page is tried again; the lease ends and the connector waits for
 * the next.
 */

/** Does one page of a tick under a lease; tells `onAnswer` of every answer on the way. Resolves with the tick after it. */
export type IngestPage = (page: PageOrder, signal: AbortSignal) => Promise<Tick>;

/** Told what every answer of the supplier means, or its silence. */
export type OnAnswer = (answer: AnswerClass) => void;

/** What a page is done with. */
export interface PageOrder {
  readonly tick: Tick;
  readonly lease: LeaseToken;
  readonly context: WriteContext;
  readonly onAnswer: OnAnswer;
  /** The orders that hold at this moment. */
  readonly control: () => ConnectorControl;
}

/** What the actor needs from outside. */
export interface CredentialDependencies {
  readonly credential: CredentialRef;
  readonly rules: ConnectorRules;
  readonly ownership: OwnershipRules;
  readonly leases: ConnectorLeases;
  readonly states: CredentialStates;
  readonly ticks: TickStore;
  readonly wanted: Pick<WantedParts, 'enrol' | 'queue'>;
  readonly refreshes: Pick<RefreshRequests, 'settle'>;
  /** The credential's session, started as this actor's child and told who counts its answers; undefined: no sessions. */
  readonly session: ((onAnswer: OnAnswer) => Behaviour<SessionMessage, SessionState>) | undefined;
  readonly pages: (session: Handle<SessionMessage> | undefined) => IngestPage;
  readonly newRunId: () => string;
  /** 0 to 1. */
  readonly random: () => number;
  /** Told the orders whenever they change, before anything new begins. */
  readonly onControl: (control: ConnectorControl) => void;
  /** The share of the credential's rate budget in use, 0 to 1. */
  readonly usage: () => number;
  /** Told the tick that a one-shot connector ended with. */
  readonly onEnd?: (tick: Tick) => void;
  readonly log: TickLog;
  readonly metrics: Metrics;
}

/** Pause before the store is asked again when it did not answer at the start. */
const recoverAgainMs = 1_000;

/** How often the age of the last completed tick is measured. */
const measureEveryMs = 10_000;

/** What the actor holds besides the connector's state. */
export interface CredentialState {
  readonly connector: Connector;
  readonly ownership: Ownership | undefined;
  readonly health: HealthKeeper;
  readonly ingestPage: IngestPage;
  /** Aborts the page under way. */
  readonly interrupt: AbortController;
  /** When a tick last ended well. */
  readonly completedAt: Date | undefined;
  /** What was last announced as the next look, in milliseconds since the epoch. */
  readonly plannedMs: number;
}

const completionOf = (tick: Tick | undefined): Date | undefined =>
  tick?.state.kind === 'finished' && tick.state.outcome === 'success' ? tick.state.at : undefined;

/** Makes the connector actor of a credential. */
export const credentialActor = (deps: CredentialDependencies): Behaviour<CredentialMessage, CredentialState> => {
  type Ctx = Context<CredentialMessage>;
  const { credential, rules, ticks, states, log, metrics } = deps;
  const owning = createOwning(credential.id, deps.leases, deps.ownership);
  // Read by pages under way, which must see an order the moment it is given.
  let control: ConnectorControl = {};

  const answered =
    (context: Ctx): OnAnswer =>
    (answer) => {
      context.self.tell({ kind: 'answered', answer });
    };

  const recover = (context: Ctx): void =>
    context.perform(
      async () => {
        const [unfinished, latest, history, health] = await Promise.all([
          ticks.unfinished(credential.id),
          ticks.latest(credential.id),
          ticks.history(credential.id),
          states.health(credential.id),
        ]);
        return { unfinished, history, health, completedAt: completionOf(latest) };
      },
      (found) => ({ kind: 'recovered', ...found }),
      (error) => ({ kind: 'recover_failed', error }),
    );

  const seek = (context: Ctx): void =>
    context.perform(
      async () => {
        await deps.wanted.enrol(credential.id);
        return deps.wanted.queue(credential.id, context.now());
      },
      ({ due, nextDueAt }) => ({ kind: 'sought', isAnyDue: due > 0, nextDueAt }),
      (error) => {
        log.seekFailed(error);
        return { kind: 'sought', isAnyDue: false, nextDueAt: undefined };
      },
    );

  const note = (context: Ctx, work: () => Promise<void>): void =>
    context.perform(
      work,
      () => ({ kind: 'noted' }),
      (error) => ({ kind: 'note_failed', error }),
    );

  const ingest = (tick: Tick, state: CredentialState, context: Ctx): void => {
    const { ownership, interrupt } = state;
    if (ownership === undefined) return;
    context.perform(
      (signal) =>
        inPage(tick, (write) =>
          state.ingestPage(
            { tick, lease: ownership.token, context: write, onAnswer: answered(context), control: () => control },
            AbortSignal.any([signal, interrupt.signal]),
          ),
        ),
      (next) => ({ kind: 'page_done', tick: next }),
      (error) => {
        if (!interrupt.signal.aborted) inTick(tick, () => log.pageFailed(tick, error));
        const reason = error instanceof Error ? error.message : 'unknown';
        return { kind: 'page_failed', reason, retryAfterMs: retryAfterMs(error) };
      },
    );
  };

  const keep = (state: CredentialState, context: Ctx): CredentialState => {
    const { ownership, connector } = state;
    if (ownership === undefined) return state;
    const write: WriteContext = { correlationId: `${credential.id}/health`, traceparent: undefined };
    const of = { credential, states, lease: ownership.token, write };
    return { ...state, health: keepHealth(state.health, connector.health, of, context) };
  };

  /** Whether what is wanted has been read is told by the ticks that are stored, so that nothing is lost with a process. */
  const settle = ({ connector: { wantedSince } }: CredentialState, context: Ctx): void => {
    const kinds = refreshKinds(kindsOf(rules.phases));
    if (wantedSince === undefined || kinds.length === 0) return;
    note(context, () => deps.refreshes.settle(credential.id, wantedSince, kinds));
  };

  const perform = (action: ConnectorAction, state: CredentialState, context: Ctx): CredentialState => {
    switch (action.kind) {
      case 'recover':
        recover(context);
        return state;
      case 'wait':
        context.schedule('wake', Math.max(0, action.until.getTime() - context.now().getTime()), { kind: action.wake });
        return state;
      case 'plan': {
        const plannedMs = action.nextTickAt.getTime();
        if (plannedMs === state.plannedMs) return state;
        note(context, () => ticks.plan(credential.id, action.nextTickAt));
        return { ...state, plannedMs };
      }
      case 'seek':
        seek(context);
        return state;
      case 'begin':
        inTick(action.tick, () => log.begun(action.tick));
        return state;
      case 'ingest_page': {
        const fresh = { ...state, interrupt: new AbortController() };
        ingest(action.tick, fresh, context);
        return fresh;
      }
      case 'interrupt_page':
        state.interrupt.abort(new Error('interrupted'));
        return state;
      case 'give_up': {
        const { tick } = action;
        const token = state.ownership?.token;
        inTick(tick, () => log.gaveUp(tick));
        if (token === undefined) return state;
        context.perform(
          () => ticks.save(tick, token, contextOf(tick)),
          () => ({ kind: 'noted' }),
          (error) => ({ kind: 'give_up_failed', error }),
        );
        return state;
      }
      case 'keep_health': {
        const { health, change } = action;
        if (change !== undefined) log.health(health);
        if (change === 'failed') metrics.ingestion.breakerOpened.inc({ credential_id: credential.id });
        return keep(state, context);
      }
    }
  };

  const on = (before: CredentialState, event: ConnectorEvent, context: Ctx): CredentialState => {
    const next = step(before.connector, event, rules, context.now());
    const state = next.actions.reduce((now, action) => perform(action, now, context), {
      ...before,
      connector: next.state,
    });
    const { work } = state.connector;
    if (work.kind === 'ended' && before.connector.work.kind !== 'ended') deps.onEnd?.(work.tick);
    return state;
  };

  /** Gains and losses of the lease are the connector's to deal with; keeping it is not. */
  const owned = (before: CredentialState, ownership: Ownership | undefined, context: Ctx): CredentialState => {
    const state = { ...before, ownership };
    if (ownership?.token === before.ownership?.token) return state;
    const lost = before.ownership === undefined ? state : on(state, { kind: 'disowned' }, context);
    return ownership === undefined ? lost : on(lost, { kind: 'owned' }, context);
  };

  /** A supplier that never completed a tick has no lag yet: there is nothing whose age could be told. */
  const measure = ({ completedAt }: CredentialState, context: Ctx): void => {
    context.schedule('measure', measureEveryMs, { kind: 'measure' });
    metrics.ingestion.usageRatio.set({ credential_id: credential.id }, deps.usage());
    if (completedAt === undefined) return;
    const ageMs = context.now().getTime() - completedAt.getTime();
    metrics.ingestion.lag.set({ supplier_id: credential.supplierId }, ageMs / 1000);
  };

  return {
    family: 'credential',
    mailboxCapacity: 256,
    start: (context) => {
      const session = deps.session && context.child('session', deps.session(answered(context)));
      owning.ask(undefined, context);
      context.schedule('measure', measureEveryMs, { kind: 'measure' });
      return {
        connector: { ...unowned, control },
        ownership: undefined,
        health: { stored: sound, isWriting: false },
        ingestPage: deps.pages(session),
        interrupt: new AbortController(),
        completedAt: undefined,
        plannedMs: Number.NaN,
      };
    },
    receive: (state, message, context) => {
      switch (message.kind) {
        case 'lease_due':
          owning.ask(state.ownership, context);
          return state;
        case 'lease_held':
        case 'lease_missed':
        case 'lease_unknown':
        case 'lease_over':
          return owned(state, owning.after(message, state.ownership, context), context);
        case 'recover_failed':
          context.schedule('wake', recoverAgainMs, { kind: 'recover_again' });
          return state;
        // A tick whose end is not stored would stand in the way of every later one, so it is gone on with instead.
        case 'give_up_failed':
          context.schedule('wake', recoverAgainMs, { kind: 'recover_again' });
          return { ...state, connector: { ...state.connector, work: { kind: 'recovering' } } };
        case 'recover_again':
          if (state.connector.work.kind === 'recovering') recover(context);
          return state;
        case 'recovered': {
          const { completedAt, ...found } = message;
          const health = { ...state.health, stored: found.health };
          return on({ ...state, health, completedAt }, found, context);
        }
        case 'due':
          return on(state, { kind: 'due', runId: deps.newRunId() }, context);
        case 'sought':
          return on(state, { ...message, runId: deps.newRunId() }, context);
        case 'page_done': {
          const completedAt = completionOf(message.tick);
          if (completedAt !== undefined) settle(state, context);
          return on({ ...state, completedAt: completedAt ?? state.completedAt }, message, context);
        }
        case 'wanted': {
          const next = on(state, message, context);
          settle(next, context);
          return next;
        }
        case 'rested':
        case 'page_failed':
          return on(state, message, context);
        case 'answered':
          return on(state, { ...message, chance: deps.random() }, context);
        case 'control': {
          control = message.control;
          deps.onControl(control);
          const next = on(state, { kind: 'controlled', control }, context);
          message.replyTo?.resolve();
          return next;
        }
        case 'health_kept':
          return keep({ ...state, health: { stored: message.health, isWriting: false } }, context);
        case 'health_unkept':
          context.schedule('keep_health', keepAgainMs, { kind: 'keep_health_again' });
          return { ...state, health: { ...state.health, isWriting: false } };
        case 'keep_health_again':
          return keep(state, context);
        case 'measure':
          measure(state, context);
          return state;
        case 'noted':
        case 'note_failed':
          return state;
        case 'status':
          message.replyTo.resolve({
            credentialId: credential.id,
            label: credential.label,
            connector: state.connector,
          });
          return state;
      }
    },
    onStop: ({ ownership }) => owning.release(ownership),
  };
};
