import type { AnalyticsQueries } from '../../domain/analytics/ports.ts';
import type { AnalyticsErasure } from '../../domain/erasure/ports.ts';
import type { Bus } from '../../streams/bus/bus.ts';
import { sendConnectorCommand } from '../../streams/connector-commands.ts';
import { passingMessages } from '../../streams/watch/passing-messages.ts';
import type { Metrics } from '../../telemetry/metrics.ts';
import { createReadings } from '../../telemetry/readings.ts';
import type { Redactor } from '../../telemetry/redaction.ts';
import { type AdminDependencies, type AdminUseCases, createAdminUseCases } from '../admin/resources.ts';
import type { Config } from '../config/config.ts';
import { createCursors } from '../request/paging.ts';
import { announceCallers } from './caller-signals.ts';
import { generateKey } from './first-keys.ts';
import { matchPolicy } from './matching.ts';
import { newId } from './new-ids.ts';
import type { Outbound } from './outbound.ts';
import type { Stores } from './stores.ts';
import type { SupplierKnowledge } from './suppliers.ts';

type AdminStores = (keyof Stores & keyof AdminDependencies) | 'cursorKey';

/** Dependencies of the admin operations. */
interface Dependencies {
  readonly stores: Pick<Stores, AdminStores>;
  readonly analytics: (AnalyticsQueries & AnalyticsErasure) | undefined;
  readonly bus: Bus;
  readonly metrics: Pick<Metrics, 'registry'>;
  readonly now: () => Date;
  readonly knowledge: Pick<SupplierKnowledge, 'supplierPlugins'>;
  readonly outbound: Pick<Outbound, 'refusalOf'>;
  readonly redactor: Pick<Redactor, 'register'>;
  /** Puts a stored change of the visibility policies in force. */
  readonly onPolicyChange: () => Promise<void>;
  /** Puts a stored change of rules, rates or order costs in force. */
  readonly onPricingChange: () => Promise<void>;
  readonly delivery: Config['delivery'];
}

/** How long an operator waits for connectors to say that they obeyed. */
const commandTimeoutMs = 1_000;

/**
 * Makes the admin operations; changes are signalled over the bus to all processes that run
 * connectors.
 */
export const adminUseCases = ({
  stores,
  analytics,
  bus,
  metrics,
  now,
  knowledge,
  outbound,
  redactor,
  delivery,
  onPolicyChange,
  onPricingChange,
}: Dependencies): AdminUseCases =>
  createAdminUseCases({
    ...stores,
    analytics,
    analyticsErasure: analytics,
    readings: createReadings(metrics.registry),
    countedSince: now(),
    now,
    cursors: createCursors(stores.cursorKey),
    policy: matchPolicy,
    plugins: knowledge.supplierPlugins,
    outboundRefusalOf: outbound.refusalOf,
    announce: (supplierId, change, isEnough) =>
      // The change is stored in any case, so without a bus there is only no confirmation.
      sendConnectorCommand(bus, supplierId, {
        change,
        id: newId('cmd'),
        timeoutMs: commandTimeoutMs,
        isEnough,
      }).catch(() => new Set()),
    onSecret: redactor.register,
    newCredentialId: () => newId('crd'),
    onPolicyChange,
    newPolicyId: () => newId('vis'),
    announceCallers: (customerIds) => announceCallers(bus, customerIds),
    newCustomerId: () => newId('cus'),
    newKeyId: () => newId('key'),
    newSecret: generateKey,
    listenToMessages: passingMessages(bus),
    newPricingRuleId: () => newId('prl'),
    onPricingChange,
    ...delivery,
  });
