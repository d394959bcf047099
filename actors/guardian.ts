import type { ConnectorOrders } from '../domain/ingestion/ports.ts';
import type { OpenCredential, SupplierRecord, SupplierStore } from '../domain/ingestion/supplier-ports.ts';
import type { WriteContext } from '../domain/store-context.ts';
import { type FactFollowerDependencies, type FactFollowerMessage, factFollowerActor } from './catalog/fact-follower.ts';
import { type ConnectorDependencies, createConnector } from './connector/create-connector.ts';
import type { SuppliersMessage } from './connector/messages.ts';
import { supplierActor } from './connector/supplier.ts';
import type { SupplierClient } from './connector/suppliers/supplier-client.ts';
import { suppliersActor } from './connector/suppliers-root.ts';
import { type SupervisorDependencies, type SupervisorMessage, supervisorActor } from './enrichment/supervisor.ts';
import { type LiveDependencies, type LiveMessage, liveActor } from './estimate/live.ts';
import { type EstimatesDependencies, type EstimatesMessage, estimatesActor } from './estimate/supervisor.ts';
import { type SweepDependencies, type SweepMessage, sweepActor } from './estimate/sweep.ts';
import { type MatcherDependencies, type MatcherMessage, matcherActor } from './matching/matcher.ts';
import { type RematcherDependencies, type RematcherMessage, rematcherActor } from './matching/rematcher.ts';
import type { ActorSystem, Handle } from './runtime/handle.ts';
import { type FanOutDependencies, type FanOutMessage, fanOutActor } from './webhooks/fan-out.ts';
import type { LookDependencies } from './webhooks/look-at-watches.ts';
import { type WebhooksDependencies, type WebhooksMessage, webhooksActor } from './webhooks/supervisor.ts';
import { type WatchesMessage, watchesActor } from './webhooks/watches.ts';

/**
 * The actor hierarchy.
 *
 *     suppliers > {supplier} > {credential} > session
 *     matcher
 *     rematcher
 *     enrichment > {job}
 *     estimates > {estimate}
 *     estimate-live
 *     estimate-sweep
 *     webhook-fan-out
 *     webhooks > {endpoint}
 *     watches
 *
 * A fault stays in its branch. Stopping the system stops it depth first: sessions, then connectors
 * (their page in flight is aborted; the checkpoint says where to go on; their lease is given up),
 * then suppliers.
 */

/** What the connectors of all suppliers need from outside. */
export interface ConnectorsDependencies extends ConnectorDependencies {
  readonly suppliers: SupplierStore;
  readonly orders: ConnectorOrders;
  readonly newContext: () => WriteContext;
  /**
   * The plug-in's client for a credential. Throws RangeError, without any secret, when there is
   * none or it cannot be made.
   */
  readonly clientOf: (supplier: SupplierRecord, credential: OpenCredential) => SupplierClient;
}

/** Starts the connectors of every supplier that is stored, now or later. */
export const startConnectors = (system: ActorSystem, deps: ConnectorsDependencies): Handle<SuppliersMessage> => {
  const connectorOf = (supplier: SupplierRecord, credential: OpenCredential) => {
    for (const [name, value] of Object.entries(credential.secret)) deps.onSecret(value, `${credential.id} ${name}`);
    try {
      return createConnector(supplier, credential, deps.clientOf(supplier, credential), deps);
    } catch (error) {
      deps.log.error('connector.unusable', { supplier: supplier.id, credential_ref: credential.id, err: error });
      return undefined;
    }
  };
  return system.spawn(
    'suppliers',
    suppliersActor({
      store: deps.suppliers,
      supplierOf: (supplier) =>
        supplierActor({
          supplier,
          store: deps.suppliers,
          orders: deps.orders,
          refreshes: deps.refreshes,
          newContext: deps.newContext,
          connectorOf: (credential) => connectorOf(supplier, credential),
        }),
    }),
  );
};

/** Starts the matcher. */
export const startMatcher = (system: ActorSystem, deps: MatcherDependencies): Handle<MatcherMessage> =>
  system.spawn('matcher', matcherActor(deps));

/** Starts to let products follow what suppliers state. */
export const startFactFollower = (system: ActorSystem, deps: FactFollowerDependencies): Handle<FactFollowerMessage> =>
  system.spawn('fact-follower', factFollowerActor(deps));

/** Starts the rematcher. */
export const startRematcher = (system: ActorSystem, deps: RematcherDependencies): Handle<RematcherMessage> =>
  system.spawn('rematcher', rematcherActor(deps));

/** Starts the supervisor of enrichment jobs. */
export const startEnrichment = (system: ActorSystem, deps: SupervisorDependencies): Handle<SupervisorMessage> =>
  system.spawn('enrichment', supervisorActor(deps));

/** Starts the supervisor of estimates. */
export const startEstimateSupervisor = (system: ActorSystem, deps: EstimatesDependencies): Handle<EstimatesMessage> =>
  system.spawn('estimates', estimatesActor(deps));

/** Starts to mark estimates whose offers change. */
export const startLiveEstimates = (system: ActorSystem, deps: LiveDependencies): Handle<LiveMessage> =>
  system.spawn('estimate-live', liveActor(deps));

/**
 * Starts to mark the estimates that somebody looks at when what all prices are made from changes.
 */
export const startEstimateSweep = (system: ActorSystem, deps: SweepDependencies): Handle<SweepMessage> =>
  system.spawn('estimate-sweep', sweepActor(deps));

/** Starts to turn events into deliveries. */
export const startWebhookFanOut = (system: ActorSystem, deps: FanOutDependencies): Handle<FanOutMessage> =>
  system.spawn('webhook-fan-out', fanOutActor(deps));

/** Starts the supervisor of deliveries. */
export const startWebhookSupervisor = (system: ActorSystem, deps: WebhooksDependencies): Handle<WebhooksMessage> =>
  system.spawn('webhooks', webhooksActor(deps));

/** Starts to look at watches. */
export const startWatches = (system: ActorSystem, deps: LookDependencies): Handle<WatchesMessage> =>
  system.spawn('watches', watchesActor(deps));
