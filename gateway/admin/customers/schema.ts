import { z } from '@hono/zod-openapi';
import type { Customer, CustomerGroup } from '../../../domain/callers/ports.ts';
import { requiredText } from '../request/fields.ts';
import { pageSchema } from '../request/operation.ts';

/** Most groups that a customer is created in. */
const maxGroups = 100;

const name = requiredText(200, 'How people call it.', 'Acme GmbH');

const zone = z
  .string({ error: 'must be the name of a delivery zone' })
  .min(1, { error: 'must not be empty; null is the default zone' })
  .openapi({ description: 'One of `DELIVERY_ZONES`.', example: 'EU' });

const currency = z
  .string({ error: 'must be text' })
  .regex(/^[A-Z]{3}$/, { error: 'must be an ISO 4217 code, for example EUR' })
  .openapi({ description: 'ISO 4217, that prices are in.', example: 'EUR' });

/** A customer to be created. */
export const newCustomerSchema = z
  .strictObject({
    id: z
      .string({ error: 'must be text' })
      .optional()
      .openapi({ description: 'Left out: a new one.', example: 'acme' }),
    name,
    delivery_zone: zone.optional(),
    currency: currency.optional(),
    groups: z
      .array(z.string({ error: 'must be the id of a group' }), { error: 'must be a list of groups' })
      .max(maxGroups, { error: `must have at most ${maxGroups} groups` })
      .default([]),
  })
  .openapi('NewCustomer');

/** What is to be different about a customer. */
export const customerUpdateSchema = z
  .strictObject({
    name: name.optional(),
    delivery_zone: zone.nullish().openapi({ description: "Null: the service's default zone." }),
    currency: currency.nullish().openapi({ description: "Null: the supplier's." }),
  })
  .openapi('CustomerUpdate');

/** A customer. */
export const customerSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    delivery_zone: z.string().optional().openapi({ description: "Absent: the service's default zone." }),
    currency: z.string().optional().openapi({ description: "Absent: the supplier's." }),
    groups: z.array(z.string()),
    created_at: z.iso.datetime(),
  })
  .openapi('Customer');

/** A page of customers. */
export const customersSchema = pageSchema(customerSchema, 'Customers');

/** What is said of a group. */
export const groupNameSchema = z.strictObject({ name }).openapi('CustomerGroupName');

/** A group of customers. */
export const groupSchema = z
  .object({ id: z.string(), name: z.string(), member_count: z.int() })
  .openapi('CustomerGroup');

/** A page of groups. */
export const groupsSchema = pageSchema(groupSchema, 'CustomerGroups');

/** What names a customer in a path. */
export const customerParams = z.object({ customer: z.string().openapi({ example: 'acme' }) });

/** What names a group in a path. */
export const groupParams = z.object({ group: z.string().openapi({ example: 'gold' }) });

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
