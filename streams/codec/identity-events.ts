import type { IdentityEvent } from '../../domain/events.ts';
import {
  IdentityProfileChanged,
  ManufacturerAliasAdded,
  ManufacturerAliasMoved,
  ManufacturerAliasRemoved,
} from '../../proto/gen/svc/events/v1/identity.ts';
import type { EventCodecs } from './event-codec.ts';
import { type Fields, integer, maxInt32, text } from './fields.ts';

/** Codecs of what operators decide about identity. */

const aliasOf = (fields: Fields) => ({
  aliasKey: text(fields, 'alias_key'),
  alias: text(fields, 'alias'),
  manufacturer: text(fields, 'manufacturer'),
  by: text(fields, 'by'),
});

/** What happens to profiles and manufacturers' spellings. */
export const identityCodecs: Pick<EventCodecs, IdentityEvent['type']> = {
  'identity_profile.changed': {
    toJson: ({ profileId, version, by }) =>
      IdentityProfileChanged.toJSON({ identityProfileId: profileId, version, by }),
    read: (fields) => ({
      type: 'identity_profile.changed',
      profileId: text(fields, 'identity_profile_id'),
      version: integer(fields, 'version', { min: 1, max: maxInt32 }),
      by: text(fields, 'by'),
    }),
  },
  'manufacturer_alias.added': {
    toJson: ({ aliasKey, alias, manufacturer, by }) =>
      ManufacturerAliasAdded.toJSON({ aliasKey, alias, manufacturer, by }),
    read: (fields) => ({ type: 'manufacturer_alias.added', ...aliasOf(fields) }),
  },
  'manufacturer_alias.moved': {
    toJson: ({ aliasKey, alias, previousManufacturer, manufacturer, by }) =>
      ManufacturerAliasMoved.toJSON({ aliasKey, alias, previousManufacturer, manufacturer, by }),
    read: (fields) => ({
      type: 'manufacturer_alias.moved',
      ...aliasOf(fields),
      previousManufacturer: text(fields, 'previous_manufacturer'),
    }),
  },
  'manufacturer_alias.removed': {
    toJson: ({ aliasKey, alias, manufacturer, by }) =>
      ManufacturerAliasRemoved.toJSON({ aliasKey, alias, manufacturer, by }),
    read: (fields) => ({ type: 'manufacturer_alias.removed', ...aliasOf(fields) }),
  },
};
