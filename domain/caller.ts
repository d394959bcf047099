import type { Allowance } from './callers/key-limits.ts';

/** Who calls, and what they may do. */

/** Every right that a key can carry. */
export const scopes = ['catalog', 'pricing', 'estimate', 'enrichment', 'admin'] as const;

/** A right that a key carries. */
export type Scope = (typeof scopes)[number];

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

const standing = ({ allowance, ...rest }: Caller): string => JSON.stringify([rest, allowance?.limits]);

/** Whether two lookups of a key tell the same of its caller, whatever it has asked for meanwhile. */
export const isSameCaller = (a: Caller, b: Caller): boolean => standing(a) === standing(b);
