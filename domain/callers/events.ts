import type { Scope } from './caller.ts';

/** What operators do to callers. No event holds a key or its hash. */
export type CallerEvent = CustomerEvent | CustomerGroupEvent | ApiKeyEvent;

/** What happens to a customer. */
interface CustomerEvent {
  readonly type: 'customer.changed';
  readonly customerId: string;
  readonly change: (typeof customerChanges)[number];
  readonly name: string;
  /** Undefined: the service's. */
  readonly deliveryZone?: string | undefined;
  /** ISO 4217, that its prices are in; left out: the supplier's. */
  readonly currency?: string | undefined;
  /** The key of the operator who did it. */
  readonly by: string;
}

/** What happens to a group of customers. */
interface CustomerGroupEvent {
  readonly type: 'customer_group.changed';
  readonly groupId: string;
  readonly change: (typeof groupChanges)[number];
  /** The customer that was put into the group or taken out of it. */
  readonly customerId?: string | undefined;
  /** The key of the operator who did it. */
  readonly by: string;
}

/** What all events of a key say. */
interface OfKey<Type extends string> {
  readonly type: Type;
  readonly keyId: string;
  readonly customerId: string;
  /** The key of the operator who did it. */
  readonly by: string;
}

/** What a key may do; an instant is RFC 3339 text. */
interface KeyRights {
  readonly label: string;
  readonly scopes: readonly Scope[];
  /** Undefined: never. */
  readonly expiresAt?: string | undefined;
}

/** What happens to an API key. */
type ApiKeyEvent =
  | (OfKey<'api_key.created'> & KeyRights)
  | (OfKey<'api_key.changed'> & KeyRights)
  | (OfKey<'api_key.rotated'> & {
      /** Until when the secret before still works, as RFC 3339 text. */
      readonly previousUntil: string;
    })
  | OfKey<'api_key.revoked'>;

/** What may be done to a customer. */
export const customerChanges = ['created', 'updated'] as const;

/** What may be done to a group. */
export const groupChanges = ['created', 'updated', 'member_added', 'member_removed'] as const;
