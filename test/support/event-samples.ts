import type { DomainEvent, EventType } from '../../domain/events.ts';

/** One event of every kind; a kind that is missing here does not compile. */
export const eventSamples: { readonly [Type in EventType]: Extract<DomainEvent, { type: Type }> } = {
  'product.created': {
    type: 'product.created',
    productId: 'prd_1',
    profileId: 'default',
    manufacturer: 'Würth Elektronik',
    mpn: '742-792 "095"',
    lifecycle: 'active',
  },
  'product.updated': { type: 'product.updated', productId: 'prd_1', changed: ['lifecycle', 'description'] },
  'offer.created': { type: 'offer.created', offerId: 'off_1', supplierId: 'acme', supplierSku: 'A-1' },
  'offer.repriced': { type: 'offer.repriced', offerId: 'off_1', credentialId: 'crd_1', observationId: 'obs_1' },
  'offer.price_held': {
    type: 'offer.price_held',
    offerId: 'off_1',
    credentialId: 'crd_1',
    observationId: 'obs_2',
    jump: 'currency',
  },
  'offer.matched': {
    type: 'offer.matched',
    offerId: 'off_1',
    productId: 'prd_1',
    confidence: 'exact',
    rule: 'manufacturer_and_mpn',
    previousProductId: 'prd_2',
  },
  'offer.match_confirmed': { type: 'offer.match_confirmed', offerId: 'off_1', productId: 'prd_1', by: 'key_1' },
  'offer.match_rejected': { type: 'offer.match_rejected', offerId: 'off_1', productId: 'prd_2', by: 'key_1' },
  'offer.match_verdict_withdrawn': {
    type: 'offer.match_verdict_withdrawn',
    offerId: 'off_1',
    productId: 'prd_2',
    by: 'key_1',
  },
  'ingestion_run.completed': {
    type: 'ingestion_run.completed',
    runId: 'run_1',
    supplierId: 'acme',
    items: 3,
    prices: 2,
    stocks: 1,
  },
  'ingestion_run.failed': { type: 'ingestion_run.failed', runId: 'run_2', supplierId: 'acme', reason: 'no session' },
  'credential.added': { type: 'credential.added', credentialId: 'crd_1', supplierId: 'acme', by: 'key_1' },
  'credential.rotated': { type: 'credential.rotated', credentialId: 'crd_1', supplierId: 'acme', by: 'key_1' },
  'credential.disabled': { type: 'credential.disabled', credentialId: 'crd_1', supplierId: 'acme', by: 'key_1' },
  'credential.enabled': { type: 'credential.enabled', credentialId: 'crd_1', supplierId: 'acme', by: 'key_1' },
  'credential.failing': {
    type: 'credential.failing',
    credentialId: 'crd_1',
    supplierId: 'acme',
    reason: 'throttled',
  },
  'credential.recovered': { type: 'credential.recovered', credentialId: 'crd_1', supplierId: 'acme' },
  'connector.ordered': {
    type: 'connector.ordered',
    supplierId: 'acme',
    order: { kind: 'rates', limits: { search: { rate: 3, periodMs: 60_000 } } },
    until: '2026-03-01T12:00:00.000Z',
    by: 'key_1',
  },
  'connector.order_ended': {
    type: 'connector.order_ended',
    supplierId: 'acme',
    order: 'pause',
    how: 'expired',
  },
  'customer.changed': {
    type: 'customer.changed',
    customerId: 'cus_1',
    change: 'created',
    name: 'Müller & Söhne',
    deliveryZone: 'EU',
    currency: 'CHF',
    by: 'key_1',
  },
  'customer_group.changed': {
    type: 'customer_group.changed',
    groupId: 'gold',
    change: 'member_added',
    customerId: 'cus_1',
    by: 'key_1',
  },
  'api_key.created': {
    type: 'api_key.created',
    keyId: 'key_2',
    customerId: 'cus_1',
    label: 'web shop',
    scopes: ['catalog', 'pricing'],
    expiresAt: '2027-01-01T00:00:00.000Z',
    by: 'key_1',
  },
  'api_key.changed': {
    type: 'api_key.changed',
    keyId: 'key_2',
    customerId: 'cus_1',
    label: 'web shop',
    scopes: ['catalog'],
    expiresAt: undefined,
    by: 'key_1',
  },
  'api_key.rotated': {
    type: 'api_key.rotated',
    keyId: 'key_2',
    customerId: 'cus_1',
    previousUntil: '2026-11-21T13:00:00.000Z',
    by: 'key_1',
  },
  'api_key.revoked': { type: 'api_key.revoked', keyId: 'key_2', customerId: 'cus_1', by: 'key_1' },
  'pricing_rule.changed': {
    type: 'pricing_rule.changed',
    ruleId: 'prl_1',
    version: 3,
    change: 'updated',
    by: 'key_1',
  },
  'exchange_rates.imported': {
    type: 'exchange_rates.imported',
    firstDay: '2026-02-27',
    lastDay: '2026-02-27',
    rates: 30,
    by: 'key_1',
  },
};

/** An update of a product. */
export const updated = (productId: string, ...changed: string[]): DomainEvent => ({
  type: 'product.updated',
  productId,
  changed,
});

/** A context without a trace. */
export const untraced = { correlationId: 'cor_1', traceparent: undefined };
