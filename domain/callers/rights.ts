import { type AdminScope, adminScopes, type Scope } from './caller.ts';

/** What scopes allow. */

const ofOperators: ReadonlySet<string> = new Set(adminScopes);

/** Whether it is a right of operators. */
export const isAdminScope = (scope: Scope): scope is AdminScope => ofOperators.has(scope);

/**
 * Whether a caller with the scopes held may do what needs another. `admin` has every role of
 * operators, and each role may read what operators read.
 */
export const holdsScope = (held: readonly Scope[], needed: Scope): boolean => {
  if (held.includes(needed)) return true;
  if (!isAdminScope(needed)) return false;
  return held.includes('admin') || (needed === 'admin:read' && held.some(isAdminScope));
};

/**
 * The first scope that a caller may not give to a key, because it does not have it itself; `admin`
 * may give every one.
 */
export const scopeBeyondRights = (held: readonly Scope[], given: readonly Scope[]): Scope | undefined =>
  held.includes('admin') ? undefined : given.find((scope) => !holdsScope(held, scope));
