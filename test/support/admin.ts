import { randomBytes } from 'node:crypto';
import { randomId } from '../../domain/ids.ts';
import { usualJumpFactor } from '../../domain/ingestion/price-jump.ts';
import { type AdminDependencies, type AdminUseCases, createAdminUseCases } from '../../gateway/admin/resources.ts';
import { type OutboundRules, outboundRefusal, readOutboundRules } from '../../gateway/outbound/outbound-rules.ts';
import { createCursors } from '../../gateway/request/paging.ts';
import { generateKey } from '../../gateway/wire/first-keys.ts';
import { matchPolicy } from '../../gateway/wire/matching.ts';
import { createStores } from '../../gateway/wire/stores.ts';
import { ownKnowledge } from '../../gateway/wire/suppliers.ts';
import { createMetrics } from '../../telemetry/metrics.ts';
import type { TestDatabase } from './postgres.ts';
import { testKey } from './sealer.ts';

const httpsToPublicOnly = readOutboundRules([]) as OutboundRules;

/** The admin operations over a database, without running connectors unless given. */
export const testAdmin = (
  { pool, url }: TestDatabase,
  given: Partial<
    Pick<
      AdminDependencies,
      | 'analyticsErasure'
      | 'announce'
      | 'onSecret'
      | 'onPolicyChange'
      | 'announceCallers'
      | 'onPricingChange'
      | 'analytics'
      | 'priceHistory'
      | 'readings'
      | 'listenToMessages'
    >
  > = {},
): AdminUseCases =>
  createAdminUseCases({
    ...createStores(
      { pool, url, isEmbedded: false },
      {
        keys: [{ id: 'k1', key: testKey(1) }],
        metrics: createMetrics('test'),
        priceJumpFactor: usualJumpFactor,
        bindingOf: ownKnowledge.bindingOf,
      },
    ),
    readings: async () => [],
    listenToMessages: () => () => undefined,
    countedSince: new Date(),
    now: () => new Date(),
    cursors: createCursors(new Uint8Array(32)),
    policy: matchPolicy,
    plugins: ownKnowledge.supplierPlugins,
    outboundRefusalOf: (url) => outboundRefusal(url, httpsToPublicOnly),
    announce: async () => new Set(),
    onSecret: () => undefined,
    newCredentialId: () => 'crd_new',
    onPolicyChange: async () => undefined,
    newPolicyId: () => randomId('vis', randomBytes(13)),
    announceCallers: () => undefined,
    newCustomerId: () => `cus_${randomBytes(6).toString('hex')}`,
    newKeyId: () => `key_${randomBytes(6).toString('hex')}`,
    newSecret: generateKey,
    newPricingRuleId: () => 'prl_new',
    onPricingChange: async () => undefined,
    zones: ['EU', 'US', 'UK'],
    defaultZone: 'EU',
    ...given,
  });
