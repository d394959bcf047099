import type { SerialQueue } from '../../concurrency/serial-queue.ts';
import type { RefreshRequests } from '../../domain/enrichment/ports.ts';
import type { ConnectorControl } from '../../domain/ingestion/connector-control.ts';
import type { Connector, ConnectorRules } from '../../domain/ingestion/connector-state.ts';
import type { LookupTariff } from '../../domain/ingestion/lookup-tariff.ts';
import type {
  ConnectorLeases,
  CredentialStates,
  LookupIntervals,
  LookupQueue,
  TickStore,
} from '../../domain/ingestion/ports.ts';
import type { Tick } from '../../domain/ingestion/tick.ts';
import type { CredentialRef } from '../../domain/offers/offer.ts';
import type { Metrics } from '../../telemetry/metrics.ts';
import type { Behaviour, Context, Handle } from '../runtime/handle.ts';
import type { HealthSync } from './health-sync.ts';
import type { LeaseManager, Ownership, OwnershipRules } from './lease-manager.ts';
import type { CredentialMessage, SessionMessage } from './messages.ts';
import type { IngestPage, OnAnswer } from './page-order.ts';
import type { PlanSync } from './plan-sync.ts';
import type { SessionState } from './session.ts';
import type { TickLog } from './tick-log.ts';

/** What the actor needs from outside. */
export interface CredentialDependencies {
  readonly credential: CredentialRef;
  readonly rules: ConnectorRules;
  readonly ownership: OwnershipRules;
  readonly leases: ConnectorLeases;
  readonly states: CredentialStates;
  readonly ticks: TickStore;
  readonly lookupQueue: Pick<LookupQueue, 'enqueueNew' | 'queue'>;
  readonly lookupIntervals: LookupIntervals;
  /** What look-ups cost; undefined where there are none. */
  readonly lookupTariff: LookupTariff | undefined;
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
  /** Called with the tick that a one-shot connector ended with. */
  readonly onEnd?: (tick: Tick) => void;
  readonly log: TickLog;
  readonly metrics: Metrics;
}

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

/** What all incarnations of one credential's actor work with. */
export interface CredentialParts {
  readonly deps: CredentialDependencies;
  readonly leases: LeaseManager;
  /** The orders in force, which pages under way must see the moment they are given. */
  readonly orders: { current: ConnectorControl };
  /**
   * Outlives every incarnation of the actor: its pages do too, for as long as they take to come to
   * their end.
   */
  readonly pages: SerialQueue;
}

/** The context of the actor's turns. */
export type CredentialContext = Context<CredentialMessage>;
