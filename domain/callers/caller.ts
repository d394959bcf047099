import type { Allowance } from './key-limits.ts';

/** Who calls, and what they may do. */

/** What customers may be allowed. */
export const customerScopes = ['catalog', 'pricing', 'estimate', 'enrichment', 'webhooks'] as const;

/** What operators may be allowed: `admin` is all of it, the others are its roles. */
export const adminScopes = [
  'admin',
  'admin:read',
  'admin:operate',
  'admin:pricing',
  'admin:credentials',
  'admin:keys',
] as const;

/** Every right that a key can carry. */
export const scopes = [...customerScopes, ...adminScopes] as const;

/** A right that a key carries. */
export type Scope = (typeof scopes)[number];

/** A right of operators. */
export type AdminScope = (typeof adminScopes)[number];

/** The caller of one request, as its key says. */
export interface Caller {
  readonly keyId: string;
  readonly customerId: string;
  readonly groupIds: readonly string[];
  readonly scopes: readonly Scope[];
  /** The customer's default delivery zone; undefined: the service's. */
  readonly deliveryZone: string | undefined;
  /** Left out: what every key may, with nothing used. */
  readonly allowance?: Allowance;
  /** ISO 4217, that prices are wanted in; left out: the supplier's. */
  readonly currency?: string | undefined;
}

/** Whose data a request may touch. */
export type Tenant = Pick<Caller, 'customerId' | 'groupIds'>;

const identityOf = ({ allowance, ...rest }: Caller): string => JSON.stringify([rest, allowance?.limits]);

/**
 * Whether two lookups of a key tell the same of its caller, whatever it has asked for meanwhile.
 */
export const isSameCaller = (a: Caller, b: Caller): boolean => identityOf(a) === identityOf(b);
