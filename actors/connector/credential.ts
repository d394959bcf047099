import { traceIdOf } from '../../domain/ids.ts';
import {
  type ConnectorAction,
  type ConnectorEvent,
  type ConnectorRules,
  type ConnectorState,
  recovering,
  step,
} from '../../domain/ingestion/connector.ts';
import type { Tick } from '../../domain/ingestion/tick.ts';
import type { CredentialRef } from '../../domain/offer.ts';
import type { TickStore, WriteContext } from '../../domain/ports.ts';
import { runInContext } from '../../telemetry/context.ts';
import type { Metrics } from '../../telemetry/metrics.ts';
import { formatTraceparent } from '../../telemetry/traceparent.ts';
import { enterTrace } from '../../telemetry/tracing.ts';
import type { Behaviour, Context, Handle } from '../runtime/handle.ts';
import type { CredentialMessage, SessionMessage } from './messages.ts';
import type { PageDone } from './page.ts';
import { retryAfterMs } from './refusal.ts';
import type { SessionState } from './session.ts';
import type { TickLog } from './tick-log.ts';

/**
 * The connector of one supplier credential. What to do is decided by `domain/ingestion/connector.ts`; this actor holds the
 * state, performs the actions outside its mailbox and turns what came of them into the next message. One page is under way at
 * a time, so a credential never works against itself.
 */

/** Does one page of a tick. */
export type IngestPage = (tick: Tick, context: WriteContext, signal: AbortSignal) => Promise<PageDone>;

/** What the actor needs from outside. */
export interface CredentialDependencies {
  readonly credential: CredentialRef;
  readonly rules: ConnectorRules;
  readonly ticks: TickStore;
  /** The credential's session, started as this actor's child; undefined for suppliers without sessions. */
  readonly session: Behaviour<SessionMessage, SessionState> | undefined;
  readonly pages: (session: Handle<SessionMessage> | undefined) => IngestPage;
  readonly newRunId: () => string;
  readonly log: TickLog;
  readonly metrics: Metrics;
}

/** Pause before the store is asked again when it did not answer at the start. */
const recoverAgainMs = 1_000;

/** How often the age of the last completed tick is measured. */
const measureEveryMs = 10_000;

/** What the actor holds: where the connector stands, and when a tick last ended well. */
export interface CredentialState {
  readonly connector: ConnectorState;
  readonly ingestPage: IngestPage;
  readonly completedAt: Date | undefined;
}

const completionOf = (tick: Tick | undefined): Date | undefined =>
  tick?.state.kind === 'finished' && tick.state.outcome === 'success' ? tick.state.at : undefined;

/** Makes the connector actor of a credential. */
export const credentialActor = (deps: CredentialDependencies): Behaviour<CredentialMessage, CredentialState> => {
  type Ctx = Context<CredentialMessage>;
  const { credential, rules, ticks, log, metrics } = deps;

  const recover = (context: Ctx): void =>
    context.perform(
      async () => {
        const [unfinished, latest] = await Promise.all([ticks.unfinished(credential.id), ticks.latest(credential.id)]);
        return { unfinished, latest };
      },
      (found) => ({ kind: 'recovered', ...found }),
      (error) => ({ kind: 'recover_failed', error }),
    );

  const note = (context: Ctx, work: () => Promise<void>): void =>
    context.perform(
      work,
      () => ({ kind: 'noted' }),
      (error) => ({ kind: 'note_failed', error }),
    );

  const perform = (action: ConnectorAction, ingestPage: IngestPage, context: Ctx): void => {
    switch (action.kind) {
      case 'wait': {
        const delayMs = Math.max(0, action.until.getTime() - context.now().getTime());
        context.schedule('wake', delayMs, { kind: action.wake });
        return;
      }
      case 'plan':
        note(context, () => ticks.plan(credential.id, action.nextTickAt));
        return;
      case 'give_up':
        inTick(action.tick, () => {
          log.gaveUp(action.tick);
          context.perform(
            () => ticks.save(action.tick, contextOf(action.tick)),
            () => ({ kind: 'noted' }),
            (error) => ({ kind: 'give_up_failed', error }),
          );
        });
        return;
      case 'ingest_page':
        context.perform(
          (signal) => inPage(action.tick, (context) => ingestPage(action.tick, context, signal)),
          (done) => ({ kind: 'page_done', ...done }),
          (error) => {
            inTick(action.tick, () => log.pageFailed(action.tick, error));
            const reason = error instanceof Error ? error.message : 'unknown';
            return { kind: 'page_failed', reason, retryAfterMs: retryAfterMs(error) };
          },
        );
        return;
    }
  };

  const on = (state: CredentialState, event: ConnectorEvent, context: Ctx): CredentialState => {
    const before = state.connector;
    const next = step(before, event, rules, context.now());
    if (next.state.kind === 'ingesting' && (before.kind === 'idle' || before.kind === 'recovering')) {
      const { tick } = next.state;
      inTick(tick, () => log.begun(tick));
    }
    for (const action of next.actions) perform(action, state.ingestPage, context);
    return { ...state, connector: next.state };
  };

  /** A supplier that never completed a tick has no lag yet: there is nothing whose age could be told. */
  const measure = ({ completedAt }: CredentialState, context: Ctx): void => {
    context.schedule('measure', measureEveryMs, { kind: 'measure' });
    if (completedAt === undefined) return;
    const ageMs = context.now().getTime() - completedAt.getTime();
    metrics.ingestion.lag.set({ supplier_id: credential.supplierId }, ageMs / 1000);
  };

  return {
    family: 'credential',
    mailboxCapacity: 64,
    start: (context) => {
      const session = deps.session === undefined ? undefined : context.child('session', deps.session);
      recover(context);
      context.schedule('measure', measureEveryMs, { kind: 'measure' });
      return { connector: recovering, ingestPage: deps.pages(session), completedAt: undefined };
    },
    receive: (state, message, context) => {
      switch (message.kind) {
        case 'recover_failed':
          context.schedule('wake', recoverAgainMs, { kind: 'recover_again' });
          return state;
        // A tick whose end is not stored would stand in the way of every later one, so it is gone on with instead.
        case 'give_up_failed':
          context.schedule('wake', recoverAgainMs, { kind: 'recover_again' });
          return { ...state, connector: recovering };
        case 'recover_again':
          recover(context);
          return state;
        case 'due':
          return on(state, { kind: 'due', runId: deps.newRunId() }, context);
        case 'recovered':
          return on({ ...state, completedAt: completionOf(message.latest) }, message, context);
        case 'page_done':
          return on({ ...state, completedAt: completionOf(message.tick) ?? state.completedAt }, message, context);
        case 'rested':
        case 'page_failed':
          return on(state, message, context);
        case 'measure':
          measure(state, context);
          return state;
        case 'noted':
        case 'note_failed':
          return state;
        case 'status':
          message.replyTo.resolve({ credentialId: credential.id, label: credential.label, state: state.connector });
          return state;
      }
    },
  };
};

/** What all work of one run is known by: one trace, across restarts too, because its id is derived from the run's. */
const knownBy = (tick: Tick) => ({
  correlationId: tick.runId,
  jobId: tick.runId,
  component: 'connector',
  layer: 'actors',
});

const inTick = <Result>(tick: Tick, work: () => Result): Result =>
  runInContext({ ...knownBy(tick), traceId: traceIdOf(tick.runId), operation: 'ingestion.tick' }, work);

const inPage = <Result>(tick: Tick, work: (context: WriteContext) => Result): Result =>
  enterTrace(
    {
      name: 'ingestion.page',
      kind: 'internal',
      traceparent: contextOf(tick).traceparent,
      attributes: { supplier: tick.supplierId },
      context: { ...knownBy(tick), parentOperation: 'ingestion.tick' },
    },
    (traceparent) => work({ correlationId: tick.runId, traceparent }),
  );

const contextOf = (tick: Tick): WriteContext => ({
  correlationId: tick.runId,
  traceparent: formatTraceparent(traceIdOf(tick.runId), traceIdOf(`${tick.runId}/tick`).slice(0, 16), true),
});
