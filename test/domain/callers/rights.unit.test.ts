import { describe, expect, test } from 'vitest';
import { adminScopes, customerScopes, type Scope, scopes } from '../../../domain/callers/caller.ts';
import { holdsScope, scopeBeyondRights } from '../../../domain/callers/rights.ts';

/** What one scope alone allows, spelled out. */
const allows: Readonly<Record<Scope, readonly Scope[]>> = {
  catalog: ['catalog'],
  pricing: ['pricing'],
  estimate: ['estimate'],
  enrichment: ['enrichment'],
  webhooks: ['webhooks'],
  admin: adminScopes,
  'admin:read': ['admin:read'],
  'admin:operate': ['admin:operate', 'admin:read'],
  'admin:pricing': ['admin:pricing', 'admin:read'],
  'admin:credentials': ['admin:credentials', 'admin:read'],
  'admin:keys': ['admin:keys', 'admin:read'],
};

describe.each(scopes)('a key with %s', (held) => {
  test('may do what that allows, and nothing else', () => {
    for (const needed of scopes)
      expect([needed, holdsScope([held], needed)]).toEqual([needed, allows[held].includes(needed)]);
  });

  test('may hand out what it may do itself, and with admin everything', () => {
    for (const given of scopes) {
      const isWithin = held === 'admin' || allows[held].includes(given);
      expect([given, scopeBeyondRights([held], [given])]).toEqual([given, isWithin ? undefined : given]);
    }
  });
});

test('all roles together are less than admin, which none of them may hand out', () => {
  const roles = adminScopes.filter((scope) => scope !== 'admin');
  expect(scopeBeyondRights([...roles, ...customerScopes], scopes)).toBe('admin');
});

test('a key without any scope may do and hand out nothing', () => {
  for (const scope of scopes) expect([holdsScope([], scope), scopeBeyondRights([], [scope])]).toEqual([false, scope]);
});
