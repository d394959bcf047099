import { settlesWithin } from '../../concurrency/delay.ts';
import { createSerialQueue } from '../../concurrency/serial-queue.ts';
import { isUnderWay, step } from '../../domain/ingestion/connector.ts';
import { type ConnectorEvent, initialConnector } from '../../domain/ingestion/connector-state.ts';
import type { Behaviour } from '../runtime/handle.ts';
import { answersTo, completionOf, performAction, saveHealth, settleAwaited } from './credential-effects.ts';
import { endGauges, measure, resumeGauges, scheduleMeasurement } from './credential-gauges.ts';
import type {
  CredentialContext,
  CredentialDependencies,
  CredentialParts,
  CredentialState,
} from './credential-state.ts';
import { afterWrite, initialHealthSync, saveRetryMs, withStoredHealth } from './health-sync.ts';
import { createLeaseManager, noLease, type Ownership } from './lease-manager.ts';
import type { CredentialMessage, LeaseMessage, PlanMessage } from './messages.ts';
import { afterPlan, initialPlanSync, resetPlanSync } from './plan-sync.ts';

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
 * How long an actor that stops waits for its page, which is aborted, before it keeps its lease to
 * the end.
 */
const pageEndMs = 5_000;

const neverAborted = new AbortController().signal;

/** One turn of the actor: what it works with, the state before and the context of the turn. */
interface Turn {
  readonly parts: CredentialParts;
  readonly state: CredentialState;
  readonly context: CredentialContext;
}

/** Takes the connector one step further and performs what it decides on. */
const advance = ({ parts, state: before, context }: Turn, event: ConnectorEvent): CredentialState => {
  const next = step(before.connector, event, parts.deps.rules, context.now());
  const state = next.actions.reduce((now, action) => performAction(parts, action, now, context), {
    ...before,
    connector: next.state,
  });
  const { work } = state.connector;
  if (work.kind === 'ended' && before.connector.work.kind !== 'ended') parts.deps.onEnd?.(work.tick);
  return state;
};

/** Gains and losses of the lease are the connector's to deal with; keeping it is not. */
const withOwnership = (turn: Turn, ownership: Ownership): CredentialState => {
  const before = turn.state;
  const state = { ...before, ownership };
  if (ownership.lease === before.ownership.lease) return state;
  const lost =
    before.ownership.lease === undefined
      ? state
      : advance({ ...turn, state: { ...state, plan: resetPlanSync(state.plan) } }, { kind: 'lease_lost' });
  return ownership.lease === undefined ? lost : advance({ ...turn, state: lost }, { kind: 'lease_acquired' });
};

type Handlers = {
  readonly [Kind in CredentialMessage['kind']]: (
    turn: Turn,
    message: Extract<CredentialMessage, { kind: Kind }>,
  ) => CredentialState;
};

const afterLease = (turn: Turn, message: Exclude<LeaseMessage, { kind: 'lease_due' }>): CredentialState =>
  withOwnership(turn, turn.parts.leases.after(message, turn.state.ownership, turn.context));

const afterPlanMessage = ({ parts, state, context }: Turn, message: PlanMessage): CredentialState => ({
  ...state,
  plan: afterPlan(state.plan, message, parts.deps, context),
});

const unchanged = ({ state }: Turn): CredentialState => state;

/** What each message does. */
const handlers: Handlers = {
  lease_due: ({ parts, state, context }) => ({ ...state, ownership: parts.leases.ask(state.ownership, context) }),
  lease_held: afterLease,
  lease_missed: afterLease,
  lease_unknown: afterLease,
  lease_over: afterLease,
  recovered: (turn, { completedAt, ...found }) => {
    const { state } = turn;
    if (!isUnderWay(state.connector, found.attemptId)) return state;
    resumeGauges(turn.parts.deps, found.health);
    const health = withStoredHealth(state.health, found.health);
    return advance({ ...turn, state: { ...state, health, completedAt } }, found);
  },
  due: (turn) => advance(turn, { kind: 'due', runId: turn.parts.deps.newRunId() }),
  due_checked: (turn, message) => advance(turn, { ...message, runId: turn.parts.deps.newRunId() }),
  page_done: (turn, message) => {
    const { parts, state, context } = turn;
    if (!isUnderWay(state.connector, message.attemptId)) return state;
    const completedAt = completionOf(message.tick);
    if (completedAt !== undefined) settleAwaited(parts, state, context);
    return advance({ ...turn, state: { ...state, completedAt: completedAt ?? state.completedAt } }, message);
  },
  wanted: (turn, message) => {
    const next = advance(turn, message);
    settleAwaited(turn.parts, next, turn.context);
    return next;
  },
  backoff_elapsed: advance,
  page_failed: advance,
  recover_failed: advance,
  recover_again: advance,
  gave_up: advance,
  give_up_failed: advance,
  answered: (turn, message) => {
    if (message.lease !== turn.state.ownership.lease?.token) return turn.state;
    return advance(turn, { ...message, chance: turn.parts.deps.random() });
  },
  control: (turn, { control, replyTo }) => {
    const { orders, deps } = turn.parts;
    orders.current = control;
    deps.onControl(control);
    // A session that is being opened for a page may outlive the page.
    if (control.pause !== undefined) turn.state.interrupt.abort(new Error('interrupted'));
    const next = advance(turn, { kind: 'controlled', control });
    replyTo?.resolve();
    return next;
  },
  health_saved: ({ parts, state, context }, { write, health }) =>
    saveHealth(parts, { ...state, health: afterWrite(state.health, write, health) }, context),
  health_save_failed: ({ state, context }, { write }) => {
    context.schedule('save_health', saveRetryMs, { kind: 'retry_save_health' });
    return { ...state, health: afterWrite(state.health, write, undefined) };
  },
  retry_save_health: ({ parts, state, context }) => saveHealth(parts, state, context),
  plan_saved: afterPlanMessage,
  plan_save_failed: afterPlanMessage,
  retry_save_plan: afterPlanMessage,
  measure: ({ parts, state, context }) => {
    scheduleMeasurement(context);
    measure(parts.deps, state);
    return state;
  },
  noted: unchanged,
  note_failed: unchanged,
  status: ({ parts: { deps }, state }, { replyTo }) => {
    const { id: credentialId, label } = deps.credential;
    replyTo.resolve({ credentialId, label, connector: state.connector });
    return state;
  },
};

const handle = <Kind extends CredentialMessage['kind']>(
  turn: Turn,
  message: Extract<CredentialMessage, { kind: Kind }>,
): CredentialState => handlers[message.kind as Kind](turn, message);

const start = ({ deps, leases, orders }: CredentialParts, context: CredentialContext): CredentialState => {
  const session = deps.session && context.child('session', deps.session(answersTo(context)));
  scheduleMeasurement(context);
  return {
    connector: { ...initialConnector, control: orders.current },
    ownership: leases.ask(noLease, context),
    health: initialHealthSync,
    session,
    ingestPage: deps.pages(session),
    interrupt: new AbortController(),
    completedAt: undefined,
    plan: initialPlanSync,
  };
};

/** Makes the connector actor of a credential. */
export const credentialActor = (deps: CredentialDependencies): Behaviour<CredentialMessage, CredentialState> => {
  const leases = createLeaseManager(deps.credential.id, deps.leases, deps.ownership);
  const parts: CredentialParts = { deps, leases, orders: { current: {} }, pages: createSerialQueue() };
  return {
    family: 'credential',
    mailboxCapacity: 256,
    start: (context) => start(parts, context),
    receive: (state, message, context) => handle({ parts, state, context }, message),
    onStop: async ({ ownership }) => {
      endGauges(deps);
      // What is still under way would work beside the next holder's page.
      if (await settlesWithin(parts.pages.ended(), pageEndMs, neverAborted)) await leases.release(ownership);
    },
  };
};
