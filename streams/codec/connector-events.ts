import { type FailureReason, failureReasons } from '../../domain/credential-failure.ts';
import type { ConnectorEvent, CredentialEvent, SupplierEvent } from '../../domain/events.ts';
import { type ConnectorOrder, orderKinds, type RateLimit } from '../../domain/ingestion/connector-control.ts';
import {
  ConnectorOrderEnded,
  ConnectorOrdered,
  CredentialAdded,
  CredentialDisabled,
  CredentialEnabled,
  CredentialFailing,
  CredentialRecovered,
  CredentialRotated,
  SupplierOriginChanged,
} from '../../proto/gen/svc/events/v1/connectors.ts';
import type { EventCodecs } from './event-codec.ts';
import { count, enumValue, type Fields, instant, integer, maxInt32, object, text, texts } from './fields.ts';

/** Codecs of what happens to credentials and of what operators order. */

type Types = CredentialEvent['type'] | SupplierEvent['type'] | ConnectorEvent['type'];

const credentialOf = (fields: Fields) => ({
  credentialId: text(fields, 'credential_ref'),
  supplierId: text(fields, 'supplier_id'),
});

const refOf = ({ credentialId, supplierId }: Pick<CredentialEvent, 'credentialId' | 'supplierId'>) => ({
  credentialRef: credentialId,
  supplierId,
});

type Managed = 'credential.added' | 'credential.rotated' | 'credential.disabled' | 'credential.enabled';

/** What an operator does to a credential is told in one form. */
const managed = <Type extends Managed>(
  type: Type,
  message: typeof CredentialAdded | typeof CredentialRotated | typeof CredentialDisabled | typeof CredentialEnabled,
) => ({
  toJson: (event: Extract<CredentialEvent, { type: Managed }>) => message.toJSON({ ...refOf(event), by: event.by }),
  read: (fields: Fields) => ({ type, ...credentialOf(fields), by: text(fields, 'by') }),
});

const reasons = Object.keys(failureReasons) as readonly FailureReason[];

const limitsOf = (fields: Fields): Readonly<Record<string, RateLimit>> => {
  const limits = object(fields, 'rate_limits');
  return Object.fromEntries(
    Object.keys(limits.json).map((endpoint) => {
      const limit = object(limits, endpoint);
      const rate = integer(limit, 'rate', { min: 1, max: maxInt32 });
      return [endpoint, { rate, periodMs: integer(limit, 'period_ms', { min: 1, max: Number.MAX_SAFE_INTEGER }) }];
    }),
  );
};

const orderOf = (fields: Fields): ConnectorOrder => {
  const kind = enumValue(fields, 'order', orderKinds);
  switch (kind) {
    case 'pause':
      return { kind, reason: text(fields, 'reason') };
    case 'workers': {
      const range = { min: 1, max: maxInt32 };
      return { kind, maxConcurrentPerCredential: integer(fields, 'max_concurrent_per_credential', range) };
    }
    case 'rates':
      return { kind, limits: limitsOf(fields) };
    case 'call_log':
      return { kind };
  }
};

/** Codecs by kind of event. */
export const connectorCodecs: EventCodecs<Types> = {
  'credential.added': managed('credential.added', CredentialAdded),
  'credential.rotated': managed('credential.rotated', CredentialRotated),
  'credential.disabled': managed('credential.disabled', CredentialDisabled),
  'credential.enabled': managed('credential.enabled', CredentialEnabled),
  'credential.failing': {
    toJson: (event) => CredentialFailing.toJSON({ ...refOf(event), reason: event.reason }),
    read: (fields) => ({
      type: 'credential.failing',
      ...credentialOf(fields),
      reason: enumValue(fields, 'reason', reasons),
    }),
  },
  'credential.recovered': {
    toJson: (event) => CredentialRecovered.toJSON(refOf(event)),
    read: (fields) => ({ type: 'credential.recovered', ...credentialOf(fields) }),
  },
  'supplier.origin_changed': {
    toJson: ({ supplierId, by, from, to, detached }) =>
      SupplierOriginChanged.toJSON({
        supplierId,
        by,
        previousPlugin: from.plugin,
        previousOrigins: [...from.origins],
        plugin: to.plugin,
        origins: [...to.origins],
        detachedCount: detached,
      }),
    read: (fields) => ({
      type: 'supplier.origin_changed',
      supplierId: text(fields, 'supplier_id'),
      by: text(fields, 'by'),
      from: { plugin: text(fields, 'previous_plugin'), origins: texts(fields, 'previous_origins') },
      to: { plugin: text(fields, 'plugin'), origins: texts(fields, 'origins') },
      detached: count(fields, 'detached_count'),
    }),
  },
  'connector.ordered': {
    toJson: ({ supplierId, order, until, by }) =>
      ConnectorOrdered.toJSON({
        supplierId,
        order: order.kind,
        until: new Date(until),
        by,
        reason: order.kind === 'pause' ? order.reason : '',
        maxConcurrentPerCredential: order.kind === 'workers' ? order.maxConcurrentPerCredential : 0,
        rateLimits: order.kind === 'rates' ? order.limits : {},
      }),
    read: (fields) => ({
      type: 'connector.ordered',
      supplierId: text(fields, 'supplier_id'),
      order: orderOf(fields),
      until: instant(fields, 'until').toISOString(),
      by: text(fields, 'by'),
    }),
  },
  'connector.order_ended': {
    toJson: ({ supplierId, order, how }) => ConnectorOrderEnded.toJSON({ supplierId, order, how }),
    read: (fields) => ({
      type: 'connector.order_ended',
      supplierId: text(fields, 'supplier_id'),
      order: enumValue(fields, 'order', orderKinds),
      how: enumValue(fields, 'how', ['expired', 'withdrawn']),
    }),
  },
};
