import { settlesWithin } from '../../concurrency/delay.ts';
import { createSerialQueue } from '../../concurrency/serial-queue.ts';
import type { RefreshRequests } from '../../domain/enrichment/ports.ts';
import type { AnswerClass } from '../../domain/ingestion/answer-class.ts';
import { isUnderWay, step } from '../../domain/ingestion/connector.ts';
import type { ConnectorControl } from '../../domain/ingestion/connector-control.ts';
import {
  type Connector,
  type ConnectorAction,
  type ConnectorEvent,
  type ConnectorRules,
  initialConnector,
} from '../../domain/ingestion/connector-state.ts';
import type {
  ConnectorLeases,
  CredentialStates,
  LeaseToken,
  LookupQueue,
  TickStore,
} from '../../domain/ingestion/ports.ts';
import { kindsOf, refreshKinds } from '../../domain/ingestion/schedule.ts';
import type { Tick } from '../../domain/ingestion/tick.ts';
import type { CredentialRef } from '../../domain/offers/offer.ts';
import type { WriteContext } from '../../domain/store-context.ts';
import type { Metrics } from '../../telemetry/metrics.ts';
import type { Behaviour, Context, Handle } from '../runtime/handle.ts';
import {
  afterWrite,
  type HealthSync,
  initialHealthSync,
  saveRetryMs,
  syncHealth,
  withStoredHealth,
} from './health-sync.ts';
import type { HeldLease } from './held-lease.ts';
import { createLeaseManager, noLease, type Ownership, type OwnershipRules } from './lease-manager.ts';
import type { CredentialMessage, SessionMessage } from './messages.ts';
import { afterPlan, initialPlanSync, type PlanSync, resetPlanSync, syncPlan } from './plan-sync.ts';
import { retryAfterMs } from './refusal.ts';
import type { SessionState } from './session.ts';
import { tickWriteContext, withPageSpan, withTickSpan } from './tick-context.ts';
import type { TickLog } from './tick-log.ts';

/**
 * The connector of one supplier credential. What to do is decided by
 * `domain/ingestion/connector.ts`; this actor holds the state, performs the actions outside its
 * mailbox and turns what came of them into the next message. One page is under way at a time, also
 * across leases and restarts of the actor, so a credential never works against itself; a pause or a
 * lost lease aborts its requests at once, and the next page begins when the aborted one has come to
 * its end.
 *
 * Down dependencies. Supplier: the page is tried again, and after enough of that the credential
 * fails and is probed. Bus: the page is tried again. Store: nothing is checkpointed, so the page is
 * tried again; the lease ends and the connector waits for the next. A call that hangs counts as
 * failed after a deadline (`create-connector.ts`).
 */

/**
 * Does one page of a tick under a lease; tells `onAnswer` of every answer on the way. Resolves with
 * the tick after it.
 */
export type IngestPage = (page: PageOrder, signal: AbortSignal) => Promise<Tick>;

/**
 * Called with the class of every answer of the supplier, or its silence, and the lease of the
 * request.
 */
export type OnAnswer = (answer: AnswerClass, lease: LeaseToken) => void;

/** What a page is done with. */
export interface PageOrder {
  readonly tick: Tick;
  readonly lease: HeldLease;
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
  readonly lookupQueue: Pick<LookupQueue, 'enqueueNew' | 'queue'>;
  readonly refreshes: Pick<RefreshRequests, 'settle'>;
  /**
   * The credential's session, started as this actor's child and told who counts its answers;
   * undefined: no sessions.
   */
  readonly session: ((onAnswer: OnAnswer) => Behaviour<SessionMessage, SessionState>) | undefined;
  readonly pages: (session: Handle<SessionMessage> | undefined) => IngestPage;
  readonly newRunId: () => string;
  /** 0 to 1. */
  readonly random: () => number;
  /** Called with the orders whenever they change, before anything new begins. */
  readonly onControl: (control: ConnectorControl) => void;
  /** The share of the credential's rate budget in use, 0 to 1. */
  readonly usage: () => number;
  /** Called with the tick that a one-shot connector ended with. */
  readonly onEnd?: (tick: Tick) => void;
  readonly log: TickLog;
  readonly metrics: Metrics;
}

/**
 * How long an actor that stops waits for its page, which is aborted, before it keeps its lease to
 * the end.
 */
const pageEndMs = 5_000;

/** How often the age of the last completed tick is measured. */
const measureEveryMs = 10_000;

/** What the actor holds besides the connector's state. */
export interface CredentialState {
  readonly connector: Connector;
  readonly ownership: Ownership;
  readonly health: HealthSync;
  readonly session: Handle<SessionMessage> | undefined;
  readonly ingestPage: IngestPage;
  /** Aborts the page under way. */
  readonly interrupt: AbortController;
  /** When a tick last ended well. */
  readonly completedAt: Date | undefined;
  /** What is announced as the next look. */
  readonly plan: PlanSync;
}

const neverAborted = new AbortController().signal;

const completionOf = (tick: Tick | undefined): Date | undefined =>
  tick?.state.kind === 'finished' && tick.state.outcome === 'success' ? tick.state.at : undefined;

/** Makes the connector actor of a credential. */
export const credentialActor = (deps: CredentialDependencies): Behaviour<CredentialMessage, CredentialState> => {
  type Ctx = Context<CredentialMessage>;
  const { credential, rules, ticks, states, log, metrics } = deps;
  const owning = createLeaseManager(credential.id, deps.leases, deps.ownership);
  // Read by pages under way, which must see an order the moment it is given.
  let control: ConnectorControl = {};
  // Outlives every incarnation of the actor: its pages do too, for as long as they take to come to
  // their end.
  const pages = createSerialQueue();

  const answered =
    (context: Ctx): OnAnswer =>
    (answer, lease) => {
      context.self.tell({ kind: 'answered', answer, lease });
    };

  const recover = (attemptId: number, context: Ctx): void =>
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
      (found) => ({ kind: 'recovered', attemptId, ...found }),
      () => ({ kind: 'recover_failed', attemptId }),
    );

  const seek = (attemptId: number, context: Ctx): void =>
    context.perform(
      async () => {
        await deps.lookupQueue.enqueueNew(credential.id);
        return deps.lookupQueue.queue(credential.id, context.now());
      },
      ({ due, nextDueAt }) => ({ kind: 'due_checked', attemptId, isAnyDue: due > 0, nextDueAt }),
      (error) => {
        log.seekFailed(error);
        return { kind: 'due_checked', attemptId, isAnyDue: false, nextDueAt: undefined };
      },
    );

  const note = (context: Ctx, work: () => Promise<void>): void =>
    context.perform(
      work,
      () => ({ kind: 'noted' }),
      (error) => ({ kind: 'note_failed', error }),
    );

  const ingest = (
    { attemptId, tick }: Extract<ConnectorAction, { kind: 'ingest_page' }>,
    { ownership: { lease }, ingestPage, interrupt }: CredentialState,
    context: Ctx,
  ): void => {
    if (lease === undefined) return;
    const order = { tick, lease, onAnswer: answered(context), control: () => control };
    context.perform(
      (stopped) => {
        const signal = AbortSignal.any([stopped, interrupt.signal, lease.signal]);
        return pages.run(async () => {
          signal.throwIfAborted();
          return withPageSpan(tick, (write) => ingestPage({ ...order, context: write }, signal));
        });
      },
      (next) => ({ kind: 'page_done', attemptId, tick: next }),
      (error) => {
        if (!interrupt.signal.aborted && !lease.signal.aborted) withTickSpan(tick, () => log.pageFailed(tick, error));
        const reason = error instanceof Error ? error.message : 'unknown';
        return { kind: 'page_failed', attemptId, reason, retryAfterMs: retryAfterMs(error) };
      },
    );
  };

  const abandonTick = (
    { attemptId, tick }: Extract<ConnectorAction, { kind: 'give_up' }>,
    { ownership: { lease } }: CredentialState,
    context: Ctx,
  ): void => {
    withTickSpan(tick, () => log.gaveUp(tick));
    if (lease === undefined) return;
    context.perform(
      () => ticks.save(tick, lease.token, tickWriteContext(tick)),
      () => ({ kind: 'gave_up', attemptId }),
      () => ({ kind: 'give_up_failed', attemptId }),
    );
  };

  const keep = (state: CredentialState, context: Ctx): CredentialState => {
    const { lease } = state.ownership;
    const { connector } = state;
    if (lease === undefined) return state;
    const write: WriteContext = { correlationId: `${credential.id}/health`, traceparent: undefined };
    const of = { credential, states, lease: lease.token, context: write };
    return { ...state, health: syncHealth(state.health, connector.health, of, context) };
  };

  /**
   * Whether what is wanted has been read is told by the ticks that are stored, so that nothing is
   * lost with a process.
   */
  const settleAwaited = ({ connector: { wantedSince } }: CredentialState, context: Ctx): void => {
    const kinds = refreshKinds(kindsOf(rules.phases));
    if (wantedSince === undefined || kinds.length === 0) return;
    note(context, () => deps.refreshes.settle(credential.id, wantedSince, kinds));
  };

  const perform = (action: ConnectorAction, state: CredentialState, context: Ctx): CredentialState => {
    switch (action.kind) {
      case 'recover':
        recover(action.attemptId, context);
        return state;
      case 'wait':
        context.schedule('wake', Math.max(0, action.until.getTime() - context.now().getTime()), { kind: action.wake });
        return state;
      case 'plan': {
        const wantedMs = action.nextTickAt.getTime();
        return { ...state, plan: syncPlan({ ...state.plan, wantedMs }, deps, context) };
      }
      case 'check_due':
        seek(action.attemptId, context);
        return state;
      case 'begin':
        withTickSpan(action.tick, () => log.begun(action.tick));
        return state;
      case 'ingest_page': {
        const fresh = { ...state, interrupt: new AbortController() };
        ingest(action, fresh, context);
        return fresh;
      }
      case 'interrupt_page':
        state.interrupt.abort(new Error('interrupted'));
        return state;
      case 'give_up':
        abandonTick(action, state, context);
        return state;
      case 'save_health': {
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
  const owned = (before: CredentialState, ownership: Ownership, context: Ctx): CredentialState => {
    const state = { ...before, ownership };
    if (ownership.lease === before.ownership.lease) return state;
    const lost =
      before.ownership.lease === undefined
        ? state
        : on({ ...state, plan: resetPlanSync(state.plan) }, { kind: 'lease_lost' }, context);
    return ownership.lease === undefined ? lost : on(lost, { kind: 'lease_acquired' }, context);
  };

  /**
   * A supplier that never completed a tick has no lag yet: there is nothing whose age could be
   * told.
   */
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
      context.schedule('measure', measureEveryMs, { kind: 'measure' });
      return {
        connector: { ...initialConnector, control },
        ownership: owning.ask(noLease, context),
        health: initialHealthSync,
        session,
        ingestPage: deps.pages(session),
        interrupt: new AbortController(),
        completedAt: undefined,
        plan: initialPlanSync,
      };
    },
    receive: (state, message, context) => {
      switch (message.kind) {
        case 'lease_due':
          return { ...state, ownership: owning.ask(state.ownership, context) };
        case 'lease_held':
        case 'lease_missed':
        case 'lease_unknown':
        case 'lease_over':
          return owned(state, owning.after(message, state.ownership, context), context);
        case 'recovered': {
          if (!isUnderWay(state.connector, message.attemptId)) return state;
          const { completedAt, ...found } = message;
          return on({ ...state, health: withStoredHealth(state.health, found.health), completedAt }, found, context);
        }
        case 'due':
          return on(state, { kind: 'due', runId: deps.newRunId() }, context);
        case 'due_checked':
          return on(state, { ...message, runId: deps.newRunId() }, context);
        case 'page_done': {
          if (!isUnderWay(state.connector, message.attemptId)) return state;
          const completedAt = completionOf(message.tick);
          if (completedAt !== undefined) settleAwaited(state, context);
          return on({ ...state, completedAt: completedAt ?? state.completedAt }, message, context);
        }
        case 'wanted': {
          const next = on(state, message, context);
          settleAwaited(next, context);
          return next;
        }
        case 'backoff_elapsed':
        case 'page_failed':
        case 'recover_failed':
        case 'recover_again':
        case 'gave_up':
        case 'give_up_failed':
          return on(state, message, context);
        case 'answered':
          if (message.lease !== state.ownership.lease?.token) return state;
          return on(state, { ...message, chance: deps.random() }, context);
        case 'control': {
          control = message.control;
          deps.onControl(control);
          // A session that is being opened for a page may outlive the page.
          if (control.pause !== undefined) state.interrupt.abort(new Error('interrupted'));
          const next = on(state, { kind: 'controlled', control }, context);
          message.replyTo?.resolve();
          return next;
        }
        case 'health_saved':
          return keep({ ...state, health: afterWrite(state.health, message.write, message.health) }, context);
        case 'health_save_failed':
          context.schedule('save_health', saveRetryMs, { kind: 'retry_save_health' });
          return { ...state, health: afterWrite(state.health, message.write, undefined) };
        case 'retry_save_health':
          return keep(state, context);
        case 'plan_saved':
        case 'plan_save_failed':
        case 'retry_save_plan':
          return { ...state, plan: afterPlan(state.plan, message, deps, context) };
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
    onStop: async ({ ownership }) => {
      // What is still under way would work beside the next holder's page.
      if (await settlesWithin(pages.ended(), pageEndMs, neverAborted)) await owning.release(ownership);
    },
  };
};
