import type { ConnectorRules } from '../../domain/ingestion/connector.ts';
import type {
  OpenCredential,
  PublishObservations,
  SupplierRecord,
  TickStore,
  WantedParts,
} from '../../domain/ports.ts';
import type { Logger } from '../../telemetry/logger.ts';
import type { Metrics } from '../../telemetry/metrics.ts';
import type { Behaviour } from '../runtime/handle.ts';
import type { AwaitRoom } from './back-pressure.ts';
import { type CredentialState, credentialActor } from './credential.ts';
import { createLocalBudget } from './local-budget.ts';
import type { CredentialMessage } from './messages.ts';
import { ingestPage } from './page.ts';
import { sessionActor } from './session.ts';
import { signIn } from './sign-in.ts';
import { createSupplierCall } from './supplier-call.ts';
import type { SupplierClient } from './suppliers/supplier-client.ts';
import { createTickLog } from './tick-log.ts';

/** What every connector needs from outside. */
export interface ConnectorDependencies {
  readonly publish: PublishObservations;
  readonly awaitRoom: AwaitRoom;
  readonly ticks: TickStore;
  readonly wanted: WantedParts;
  readonly metrics: Metrics;
  readonly log: Logger;
  readonly now: () => Date;
  readonly newRunId: () => string;
  /** 32 random hexadecimal digits. */
  readonly newNonce: () => string;
  /** Waits; rejects with the signal's reason when aborted. */
  readonly pause: (ms: number, signal: AbortSignal) => Promise<void>;
  /** From the start of one tick of a credential to the start of the next. */
  readonly tickIntervalMs: number;
  /** How long a supplier may take to answer; half a minute when left out. */
  readonly callTimeoutMs?: number;
}

const defaultCallTimeoutMs = 30_000;

const maxBodyBytes = 32 * 1024 * 1024;

const rhythm = { outgrownIntervalMs: 2_000, maxAttempts: 8, backoff: { initialMs: 500, maxMs: 60_000 } };

/** Puts the connector of one credential together: plug-in, budget, session, page work and the actor around them. */
export const createConnector = (
  supplier: SupplierRecord,
  credential: OpenCredential,
  client: SupplierClient,
  deps: ConnectorDependencies,
): Behaviour<CredentialMessage, CredentialState> => {
  // The secret stays with the client; what goes to logs and messages cannot hold it.
  const { secret: _secret, ...shown } = credential;
  const { metrics, now, newNonce } = deps;
  const budget = createLocalBudget(client.budgets, deps);
  const callLimits = {
    timeoutMs: deps.callTimeoutMs ?? defaultCallTimeoutMs,
    maxBodyBytes,
    origins: client.origins ?? [],
  };
  const call = createSupplierCall(supplier.baseUrl, shown, callLimits, deps);
  const log = createTickLog({ credential: shown, client, log: deps.log, now });
  const how = client.session;
  const rules: ConnectorRules = {
    ...rhythm,
    supplierId: supplier.id,
    credentialId: credential.id,
    phases: client.phases,
    intervalMs: deps.tickIntervalMs,
  };
  return credentialActor({
    credential: shown,
    rules,
    ticks: deps.ticks,
    newRunId: deps.newRunId,
    log,
    metrics,
    session:
      how === undefined
        ? undefined
        : sessionActor((signal) => signIn(how, { client, budget, call, now, newNonce }, signal)),
    pages: (session) => (tick, context, signal) =>
      ingestPage(tick, context, { ...deps, client, credential: shown, budget, session, call, log }, signal),
  });
};
