import { createHash } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { defaultKeyLimits } from '../../domain/callers/key-limits.ts';
import type { CallerStore } from '../../domain/callers/ports.ts';

/** The store, and what an operator does to keys. */
export interface CallerStoreFixture {
  readonly store: CallerStore;
  revoke(keyId: string): Promise<void>;
  expire(keyId: string, at: Date): Promise<void>;
  /** Gives the key this secret; the one that it was put with works until then. */
  rotate(keyId: string, to: Uint8Array, previousUntil: Date): Promise<void>;
}

const hashOf = (key: string): Uint8Array => createHash('sha256').update(key).digest();

/** What every caller store must do. `open` gives an empty one. */
export const callerStoreContract = (open: () => Promise<CallerStoreFixture>): void => {
  describe('caller store', () => {
    let fixture: CallerStoreFixture;
    beforeAll(async () => {
      fixture = await open();
    });
    beforeEach(() => fixture.store.putCustomer({ id: 'acme', name: 'Acme', groupIds: ['club', 'alliance'] }));
    const putKey = (id: string, given: { customerId?: string; key?: string } = {}) =>
      fixture.store.putKey({
        id,
        customerId: given.customerId ?? 'acme',
        hash: hashOf(given.key ?? id),
        scopes: ['catalog', 'pricing'],
        label: 'a key',
      });

    test('a key is known by its hash alone, with its customer, groups and scopes', async () => {
      await putKey('key_1');
      expect(await fixture.store.byKeyHash(hashOf('key_1'))).toEqual({
        keyId: 'key_1',
        customerId: 'acme',
        groupIds: ['alliance', 'club'],
        scopes: ['catalog', 'pricing'],
        deliveryZone: undefined,
        allowance: { limits: defaultKeyLimits, requestsToday: 0 },
      });
      expect(await fixture.store.byKeyHash(hashOf('key_2'))).toBeUndefined();
    });

    test('a customer put again has the new groups and no others', async () => {
      await putKey('key_groups');
      await fixture.store.putCustomer({ id: 'acme', name: 'Acme Ltd', groupIds: ['club', 'new'] });
      expect(await fixture.store.byKeyHash(hashOf('key_groups'))).toMatchObject({ groupIds: ['club', 'new'] });
      await fixture.store.putCustomer({ id: 'acme', name: 'Acme Ltd', groupIds: [] });
      expect(await fixture.store.byKeyHash(hashOf('key_groups'))).toMatchObject({ groupIds: [] });
    });

    test('a customer has the currency that it was put with, and none when it was put without', async () => {
      await putKey('key_currency');
      await fixture.store.putCustomer({ id: 'acme', name: 'Acme', groupIds: [], currency: 'USD' });
      expect(await fixture.store.byKeyHash(hashOf('key_currency'))).toMatchObject({ currency: 'USD' });
      await fixture.store.putCustomer({ id: 'acme', name: 'Acme', groupIds: [] });
      expect((await fixture.store.byKeyHash(hashOf('key_currency')))?.currency).toBeUndefined();
    });

    test('a key put again under its id takes the place of the old one', async () => {
      await putKey('key_replaced', { key: 'old' });
      await putKey('key_replaced', { key: 'new' });
      expect(await fixture.store.byKeyHash(hashOf('old'))).toBeUndefined();
      expect(await fixture.store.byKeyHash(hashOf('new'))).toMatchObject({ keyId: 'key_replaced' });
    });

    test('a revoked key is unknown and stays so when it is put again', async () => {
      await putKey('key_revoked');
      await fixture.revoke('key_revoked');
      await putKey('key_revoked');
      expect(await fixture.store.byKeyHash(hashOf('key_revoked'))).toBeUndefined();
    });

    test('a key is unknown from the instant on at which it expires', async () => {
      await putKey('key_expiring');
      await fixture.expire('key_expiring', new Date(Date.now() + 3_600_000));
      expect(await fixture.store.byKeyHash(hashOf('key_expiring'))).toBeDefined();
      await fixture.expire('key_expiring', new Date(Date.now() - 1));
      expect(await fixture.store.byKeyHash(hashOf('key_expiring'))).toBeUndefined();
    });

    test('how keys stand is told of many at once, in their order, with why one is not valid', async () => {
      for (const id of ['key_valid', 'key_ended', 'key_past']) await putKey(id);
      await fixture.revoke('key_ended');
      await fixture.expire('key_past', new Date(Date.now() - 1));
      const ids = ['key_past', 'key_none', 'key_valid', 'key_ended'];
      const standings = await fixture.store.keyStatuses(ids.map(hashOf));
      expect(standings.map(({ kind }) => kind)).toEqual(['expired', 'unknown', 'valid', 'revoked']);
      expect(standings[2]).toEqual({ kind: 'valid', caller: await fixture.store.byKeyHash(hashOf('key_valid')) });
      expect(await fixture.store.keyStatuses([])).toEqual([]);
    });

    test('a secret before a rotation stands until its overlap is over', async () => {
      await putKey('key_rotated');
      await fixture.rotate('key_rotated', hashOf('next'), new Date(Date.now() + 3_600_000));
      const kinds = async () => {
        const standings = await fixture.store.keyStatuses([hashOf('key_rotated'), hashOf('next')]);
        return standings.map(({ kind }) => kind);
      };
      expect(await kinds()).toEqual(['valid', 'valid']);
      await fixture.rotate('key_rotated', hashOf('next'), new Date(Date.now() - 1));
      expect(await kinds()).toEqual(['replaced', 'valid']);
    });

    test('one key cannot have two ids, nor belong to a customer that does not exist', async () => {
      await putKey('key_unique');
      await expect(putKey('key_other', { key: 'key_unique' })).rejects.toMatchObject({ kind: 'conflict' });
      await expect(putKey('key_stray', { customerId: 'nobody' })).rejects.toMatchObject({
        kind: 'not_found',
        message: expect.stringContaining('nobody'),
      });
    });
  });
};
