import { withDeadlines } from '../../concurrency/port-deadlines.ts';
import type { RefreshRequests } from '../../domain/enrichment/ports.ts';
import type { AnswerClass } from '../../domain/ingestion/answer-class.ts';
import { type ConnectorControl, isCallLogged, noControl } from '../../domain/ingestion/connector-control.ts';
import type { ConnectorRules } from '../../domain/ingestion/connector-state.ts';
import { healthRules } from '../../domain/ingestion/credential-health.ts';
import type {
  ConnectorLeases,
  CredentialStates,
  LookupIntervals,
  LookupQueue,
  OfferConfirmations,
  PublishConfirmations,
  PublishObservations,
  RateBudgetStore,
  StoredSession,
  TickStore,
} from '../../domain/ingestion/ports.ts';
import type { TickIntervals } from '../../domain/ingestion/schedule.ts';
import type { OpenCredential, SupplierRecord } from '../../domain/ingestion/supplier-ports.ts';
import type { Tick, TickKind } from '../../domain/ingestion/tick.ts';
import { bindingTo, type SecretBinding } from '../../domain/secret-binding.ts';
import type { WantQueue } from '../../domain/wants/ports.ts';
import type { Logger } from '../../telemetry/logger.ts';
import type { Metrics } from '../../telemetry/metrics.ts';
import type { Behaviour } from '../runtime/handle.ts';
import type { AwaitCapacity } from './back-pressure.ts';
import { createBudget } from './budget.ts';
import { credentialActor } from './credential.ts';
import { countSignIn, startCountsAtZero } from './credential-gauges.ts';
import type { CredentialState } from './credential-state.ts';
import type { OwnershipRules } from './lease-manager.ts';
import { anyKind, createLookupKinds } from './lookup-kinds.ts';
import type { CredentialMessage } from './messages.ts';
import { ingestPage } from './page.ts';
import type { OnAnswer } from './page-order.ts';
import { sessionActor } from './session.ts';
import { type SignInDependencies, signIn } from './sign-in.ts';
import type { StoreOutage } from './store-outage.ts';
import { createSupplierCall } from './supplier-call.ts';
import { lookupTariffOf } from './suppliers/lookup-tariff.ts';
import type { SignIn, SupplierClient } from './suppliers/supplier-client.ts';
import { withoutSecrets } from './suppliers/without-secrets.ts';
import { createTickLog } from './tick-log.ts';

/** What every connector needs from outside. */
export interface ConnectorDependencies {
  readonly publish: PublishObservations;
  readonly publishConfirmations: PublishConfirmations;
  readonly confirmations: OfferConfirmations;
  readonly awaitCapacity: AwaitCapacity;
  readonly ticks: TickStore;
  readonly lookupQueue: LookupQueue;
  readonly wantQueue: WantQueue;
  readonly refreshes: Pick<RefreshRequests, 'wanted' | 'settle'>;
  readonly leases: ConnectorLeases;
  readonly states: CredentialStates;
  readonly budgets: RateBudgetStore;
  /** How that store answers, for all connectors of the process. */
  readonly outage: StoreOutage;
  /** Sends what goes to suppliers, to where requests may go at all. */
  readonly fetch: typeof fetch;
  readonly metrics: Metrics;
  readonly log: Logger;
  readonly now: () => Date;
  readonly newRunId: () => string;
  /** 32 random hexadecimal digits. */
  readonly newNonce: () => string;
  /** 0 to 1. */
  readonly random: () => number;
  /**
   * Told every secret that a supplier gives and what it is the latest of, so that none of them is
   * ever shown.
   */
  readonly onSecret: (secret: string, slot: string) => void;
  /** Waits; rejects with the signal's reason when aborted. */
  readonly pause: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly ownership: OwnershipRules;
  readonly intervals: TickIntervals;
  readonly lookupIntervals: LookupIntervals;
  /** Requests of one credential under way at once, at most. */
  readonly workers: number;
  /** How long a supplier may take to answer; half a minute when left out. */
  readonly callTimeoutMs?: number;
  /** How it goes about failures, where that differs from what is usual. */
  readonly retryRules?: Partial<RetryRules>;
  /** When given, the connector does one tick and tells of its end. */
  readonly once?: { readonly kind: TickKind | undefined; readonly onEnd: (tick: Tick) => void };
}

const defaultCallTimeoutMs = 30_000;

const maxBodyBytes = 32 * 1024 * 1024;

/** How soon a connector polls, retries and probes. */
type RetryRules = Pick<ConnectorRules, 'idlePollMs' | 'maxAttempts' | 'backoff' | 'health'>;

const usualRhythm: RetryRules = {
  idlePollMs: 2_000,
  maxAttempts: 8,
  backoff: { initialMs: 500, maxMs: 60_000 },
  health: healthRules,
};

/**
 * How long the store or the bus may take to answer a connector; one that hangs counts as one that
 * failed.
 */
const answerDeadlineMs = 15_000;

/** The store and the bus, which answer or fail in time whatever becomes of them. */
const endingInTime = ({
  ticks,
  lookupQueue,
  wantQueue,
  refreshes,
  states,
  confirmations,
  publish,
  publishConfirmations,
}: ConnectorDependencies): Pick<
  ConnectorDependencies,
  'ticks' | 'lookupQueue' | 'wantQueue' | 'refreshes' | 'states' | 'confirmations' | 'publish' | 'publishConfirmations'
> => ({
  ticks: withDeadlines(ticks, { what: 'the ticks', ms: answerDeadlineMs }),
  lookupQueue: withDeadlines(lookupQueue, { what: 'the queue of look-ups', ms: answerDeadlineMs }),
  wantQueue: withDeadlines(wantQueue, { what: 'the queue of wanted parts', ms: answerDeadlineMs }),
  refreshes: withDeadlines(refreshes, { what: 'the requests to refresh', ms: answerDeadlineMs }),
  states: withDeadlines(states, { what: 'the states of credentials', ms: answerDeadlineMs }),
  confirmations: withDeadlines(confirmations, { what: 'what is known of offers', ms: answerDeadlineMs }),
  ...withDeadlines({ publish, publishConfirmations }, { what: 'the bus', ms: answerDeadlineMs }),
});

type Shown = Omit<OpenCredential, 'secret'>;

const rulesOf = (
  { id, supplierId }: Shown,
  { phases }: SupplierClient,
  { retryRules, intervals, once }: ConnectorDependencies,
): ConnectorRules => ({
  ...usualRhythm,
  ...retryRules,
  supplierId,
  credentialId: id,
  phases,
  intervals,
  singleTick: once && (once.kind ?? (phases.includes('lookup') ? 'lookup' : 'catalogue')),
});

/** What a session is opened with. */
interface SessionParts extends ConnectorDependencies, Pick<SignInDependencies, 'budget' | 'call'> {
  readonly credential: Shown;
}

/** Sessions of a credential, kept for the origins that they are bound to. */
const sessionOf = (how: SignIn, boundTo: SecretBinding, parts: SessionParts) => {
  const { credential, budget, call, metrics, states, now, newNonce } = parts;
  const { id } = credential;
  metrics.ingestion.sessionRefreshFailed.inc({ credential_id: id }, 0);
  const onSecret = (token: string, kind: string): void => parts.onSecret(token, `${id} ${kind}`);
  return (onAnswer: OnAnswer) =>
    sessionActor({
      load: () => states.session(id, boundTo),
      open: (refreshToken, lease, signal) => {
        const recordAnswer = (answer: AnswerClass): void => {
          countSignIn(id, answer.kind === 'success', metrics);
          onAnswer(answer, lease.token);
        };
        const keep = (session: StoredSession) => states.saveSession(id, session, lease.token, boundTo);
        const needs = { budget, lease, call, keep, onAnswer: recordAnswer, onSecret, now, newNonce };
        return signIn(how, refreshToken, needs, signal);
      },
    });
};

/**
 * Puts the connector of one credential together: plug-in, budget, session, page work and the actor
 * around them.
 */
export const createConnector = (
  supplier: SupplierRecord,
  credential: OpenCredential,
  supplierClient: SupplierClient,
  given: ConnectorDependencies,
): Behaviour<CredentialMessage, CredentialState> => {
  const deps = { ...given, ...endingInTime(given) };
  // The secret stays with the client; what goes to logs and messages cannot hold it.
  const { secret, ...shown } = credential;
  const client = withoutSecrets(supplierClient, secret);
  const { metrics, now } = deps;
  const budget = createBudget(shown, client.budgets, {
    ...deps,
    store: deps.budgets,
    onFallback: () => metrics.ingestion.fallbackLocal.inc(),
    // One process works for a credential at a time.
    sharers: 1,
  });
  const callLimits = {
    fetch: deps.fetch,
    timeoutMs: deps.callTimeoutMs ?? defaultCallTimeoutMs,
    maxBodyBytes,
    origins: client.origins ?? [],
  };
  // What is kept of a session is good for the origins that its requests may go to and for no
  // others.
  const boundTo = bindingTo(supplier.plugin, supplier.baseUrl, callLimits.origins);
  let control: ConnectorControl = noControl;
  const isLogged = (): boolean => isCallLogged(control, now());
  const call = createSupplierCall(supplier.baseUrl, shown, callLimits, { ...deps, client, isLogged });
  const log = createTickLog({ credential: shown, client, log: deps.log, now });
  startCountsAtZero(shown, metrics);
  const kinds = client.lookup?.bySku
    ? createLookupKinds({ ...deps, credential: shown, rules: deps.retryRules?.health ?? healthRules })
    : anyKind;
  return credentialActor({
    ...deps,
    credential: shown,
    lookupTariff: client.lookup && lookupTariffOf(client.lookup),
    rules: rulesOf(shown, client, deps),
    log,
    onControl: (orders) => {
      control = orders;
      budget.override(orders.rates);
    },
    ...(deps.once && { onEnd: deps.once.onEnd }),
    session: client.session && sessionOf(client.session, boundTo, { ...deps, credential: shown, budget, call }),
    pages: (session) => (order, signal) =>
      ingestPage(order, { ...deps, client, credential: shown, budget, session, call, kinds, log }, signal),
  });
};
