import type { ConnectorAction } from '../../domain/ingestion/connector-state.ts';
import { kindsOf, refreshKinds } from '../../domain/ingestion/schedule.ts';
import type { Tick } from '../../domain/ingestion/tick.ts';
import type { CredentialContext, CredentialParts, CredentialState } from './credential-state.ts';
import { syncHealth } from './health-sync.ts';
import type { OnAnswer } from './page-order.ts';
import { syncPlan } from './plan-sync.ts';
import { retryAfterMs } from './refusal.ts';
import { tickWriteContext, withPageSpan, withTickSpan } from './tick-context.ts';

/**
 * The effects of a credential's actor: each begins work outside of the mailbox and turns what came
 * of it into the next message, which names the attempt.
 */

type Action<Kind extends ConnectorAction['kind']> = Extract<ConnectorAction, { kind: Kind }>;

/** When a tick ended well; undefined: it did not, or not yet. */
export const completionOf = (tick: Tick | undefined): Date | undefined =>
  tick?.state.kind === 'finished' && tick.state.outcome === 'success' ? tick.state.at : undefined;

/** Tells the actor what every answer means. */
export const answersTo =
  (context: CredentialContext): OnAnswer =>
  (answer, lease) => {
    context.self.tell({ kind: 'answered', answer, lease });
  };

const recover = ({ deps }: CredentialParts, { attemptId }: Action<'recover'>, context: CredentialContext): void => {
  const { ticks, states, credential } = deps;
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
};

const checkDue = ({ deps }: CredentialParts, { attemptId }: Action<'check_due'>, context: CredentialContext): void => {
  const { lookupQueue, lookupIntervals, lookupTariff, credential, log } = deps;
  context.perform(
    async () => {
      await lookupQueue.enqueueNew(credential.id, lookupIntervals, lookupTariff);
      return lookupQueue.queue(credential.id, context.now());
    },
    ({ due, nextDueAt }) => ({ kind: 'due_checked', attemptId, isAnyDue: due > 0, nextDueAt }),
    (error) => {
      log.seekFailed(error);
      return { kind: 'due_checked', attemptId, isAnyDue: false, nextDueAt: undefined };
    },
  );
};

const ingest = (
  { deps: { log }, orders, pages }: CredentialParts,
  { attemptId, tick }: Action<'ingest_page'>,
  { ownership: { lease }, ingestPage, interrupt }: CredentialState,
  context: CredentialContext,
): void => {
  if (lease === undefined) return;
  const order = { tick, lease, onAnswer: answersTo(context), control: () => orders.current };
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
  { deps: { ticks, log } }: CredentialParts,
  { attemptId, tick }: Action<'give_up'>,
  { ownership: { lease } }: CredentialState,
  context: CredentialContext,
): void => {
  withTickSpan(tick, () => log.gaveUp(tick));
  if (lease === undefined) return;
  context.perform(
    () => ticks.save(tick, lease.token, tickWriteContext(tick)),
    () => ({ kind: 'gave_up', attemptId }),
    () => ({ kind: 'give_up_failed', attemptId }),
  );
};

/** Stores the health where it differs from the stored one. */
export const saveHealth = (
  { deps: { credential, states } }: CredentialParts,
  state: CredentialState,
  context: CredentialContext,
): CredentialState => {
  const { lease } = state.ownership;
  if (lease === undefined) return state;
  const write = { correlationId: `${credential.id}/health`, traceparent: undefined };
  const of = { credential, states, lease: lease.token, context: write };
  return { ...state, health: syncHealth(state.health, state.connector.health, of, context) };
};

/**
 * Settles the requests to refresh that the credential's ticks have answered. Whether what is wanted
 * has been read is told by the ticks that are stored, so that nothing is lost with a process.
 */
export const settleAwaited = (
  { deps: { rules, refreshes, credential } }: CredentialParts,
  { connector: { wantedSince } }: CredentialState,
  context: CredentialContext,
): void => {
  const kinds = refreshKinds(kindsOf(rules.phases));
  if (wantedSince === undefined || kinds.length === 0) return;
  context.perform(
    () => refreshes.settle(credential.id, wantedSince, kinds),
    () => ({ kind: 'noted' }),
    (error) => ({ kind: 'note_failed', error }),
  );
};

/** Performs an action that the connector has decided on. */
export const performAction = (
  parts: CredentialParts,
  action: ConnectorAction,
  state: CredentialState,
  context: CredentialContext,
): CredentialState => {
  const { credential, log, metrics } = parts.deps;
  switch (action.kind) {
    case 'recover':
      recover(parts, action, context);
      return state;
    case 'wait':
      context.schedule('wake', Math.max(0, action.until.getTime() - context.now().getTime()), { kind: action.wake });
      return state;
    case 'plan': {
      const wantedMs = action.nextTickAt.getTime();
      return { ...state, plan: syncPlan({ ...state.plan, wantedMs }, parts.deps, context) };
    }
    case 'check_due':
      checkDue(parts, action, context);
      return state;
    case 'begin':
      withTickSpan(action.tick, () => log.begun(action.tick));
      return state;
    case 'ingest_page': {
      const fresh = { ...state, interrupt: new AbortController() };
      ingest(parts, action, fresh, context);
      return fresh;
    }
    case 'interrupt_page':
      state.interrupt.abort(new Error('interrupted'));
      return state;
    case 'give_up':
      abandonTick(parts, action, state, context);
      return state;
    case 'save_health':
      if (action.change !== undefined) log.health(action.health);
      if (action.change === 'failed') metrics.ingestion.breakerOpened.inc({ credential_id: credential.id });
      return saveHealth(parts, state, context);
  }
};
