import { type Scope, scopes } from '../../domain/callers/caller.ts';
import { type CallerEvent, customerChanges, groupChanges } from '../../domain/callers/events.ts';
import {
  ApiKeyChanged,
  ApiKeyCreated,
  ApiKeyRevoked,
  ApiKeyRotated,
  CustomerChanged,
  CustomerGroupChanged,
} from '../../proto/gen/svc/events/v1/callers.ts';
import type { EventCodecs } from './event-codec.ts';
import { enumValue, type Fields, instant, optionalText, reject, text, texts } from './fields.ts';

/** Codecs of what operators do to callers. */

const keyOf = (fields: Fields) => ({
  keyId: text(fields, 'key_id'),
  customerId: text(fields, 'customer_id'),
  by: text(fields, 'by'),
});

const isScope = (name: string): name is Scope => (scopes as readonly string[]).includes(name);

const scopesOf = (fields: Fields): readonly Scope[] =>
  texts(fields, 'scopes').map((name) => (isScope(name) ? name : reject(fields, 'scopes', 'must name known scopes')));

const optionalInstant = (fields: Fields, name: string): string | undefined =>
  optionalText(fields, name) === undefined ? undefined : instant(fields, name).toISOString();

type WithRights = 'api_key.created' | 'api_key.changed';

/** A key that is new and one that was changed are told in one form. */
const rights = <Type extends WithRights>(type: Type, message: typeof ApiKeyCreated | typeof ApiKeyChanged) => ({
  toJson: ({ keyId, customerId, label, scopes, expiresAt, by }: Extract<CallerEvent, { type: WithRights }>) =>
    message.toJSON({
      keyId,
      customerId,
      label,
      scopes: [...scopes],
      expiresAt: expiresAt === undefined ? undefined : new Date(expiresAt),
      by,
    }),
  read: (fields: Fields) => ({
    type,
    ...keyOf(fields),
    label: text(fields, 'label'),
    scopes: scopesOf(fields),
    expiresAt: optionalInstant(fields, 'expires_at'),
  }),
});

/** Codecs by kind of event. */
export const callerCodecs: EventCodecs<CallerEvent['type']> = {
  'customer.changed': {
    toJson: ({ type: _, ...event }) => CustomerChanged.toJSON(event),
    read: (fields) => ({
      type: 'customer.changed',
      customerId: text(fields, 'customer_id'),
      change: enumValue(fields, 'change', customerChanges),
      name: text(fields, 'name'),
      deliveryZone: optionalText(fields, 'delivery_zone'),
      currency: optionalText(fields, 'currency'),
      by: text(fields, 'by'),
    }),
  },
  'customer_group.changed': {
    toJson: ({ type: _, ...event }) => CustomerGroupChanged.toJSON(event),
    read: (fields) => ({
      type: 'customer_group.changed',
      groupId: text(fields, 'group_id'),
      change: enumValue(fields, 'change', groupChanges),
      customerId: optionalText(fields, 'customer_id'),
      by: text(fields, 'by'),
    }),
  },
  'api_key.created': rights('api_key.created', ApiKeyCreated),
  'api_key.changed': rights('api_key.changed', ApiKeyChanged),
  'api_key.rotated': {
    toJson: ({ keyId, customerId, previousUntil, by }) =>
      ApiKeyRotated.toJSON({ keyId, customerId, previousUntil: new Date(previousUntil), by }),
    read: (fields) => ({
      type: 'api_key.rotated',
      ...keyOf(fields),
      previousUntil: instant(fields, 'previous_until').toISOString(),
    }),
  },
  'api_key.revoked': {
    toJson: ({ keyId, customerId, by }) => ApiKeyRevoked.toJSON({ keyId, customerId, by }),
    read: (fields) => ({ type: 'api_key.revoked', ...keyOf(fields) }),
  },
};
