import type { Customer, CustomerGroup } from '../../../domain/callers/ports.ts';

/** Callers as operators' answers have them. A field that is undefined is left out of the JSON. */

/** A customer. */
export const customerJson = ({ id, name, deliveryZone, currency, groupIds, createdAt }: Customer) => ({
  id,
  name,
  delivery_zone: deliveryZone,
  currency,
  groups: groupIds,
  created_at: createdAt,
});

/** A group. */
export const groupJson = ({ id, name, members }: CustomerGroup) => ({ id, name, member_count: members });
