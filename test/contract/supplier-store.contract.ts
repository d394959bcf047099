import { beforeEach, describe, expect, test } from 'vitest';
import type { SupplierStore } from '../../domain/ingestion/supplier-ports.ts';
import { byTest } from '../support/by-test.ts';
import { borealis, credentials, putBorealis } from '../support/observations.ts';

/** What every supplier store must do. `open` gives an empty one. */
export const supplierStoreContract = (open: () => Promise<SupplierStore>): void => {
  describe('supplier store', () => {
    let store: SupplierStore;
    beforeEach(async () => {
      store = await open();
    });

    test('suppliers and credentials come back as they were put, in the order of their ids', async () => {
      const routed = {
        ...borealis,
        id: 'aurora',
        createsProducts: false,
        settings: {},
        route: { supplierId: 'aurora', salesAgent: 'agent', distributor: 'cygnus' },
        orderCost: {
          amount: '12.5',
          currency: 'EUR',
          steps: [
            { goodsFrom: '50', amount: '5' },
            { goodsFrom: '150', amount: '0' },
          ],
        },
        handlingDays: 2,
        sellerKind: 'authorized' as const,
        shipsFrom: 'US',
      };
      await putBorealis(store);
      await store.putSupplier(routed, byTest);
      expect(await store.suppliers()).toEqual([routed, borealis]);
      const working = credentials.map((each) => ({ ...each, failingSince: undefined }));
      expect(await store.credentials(borealis)).toEqual(working);
      expect(await store.credentials(routed)).toEqual([]);
    });

    test('putting again updates', async () => {
      await putBorealis(store);
      const moved = { ...borealis, baseUrl: 'http://127.0.0.1:1/v2', route: { supplierId: 'borealis' } };
      await store.putSupplier(moved, byTest);
      expect(await store.suppliers()).toContainEqual(moved);
      const [first, ...others] = credentials;
      if (first === undefined) throw new Error('Borealis has no credential');
      const renewed = { ...first, label: 'renewed', secret: { token: 'new' } };
      await store.putCredential(renewed);
      const expected = [renewed, ...others].map((each) => ({ ...each, failingSince: undefined }));
      expect(await store.credentials(moved)).toEqual(expected);
    });

    test.each([
      ['host', { baseUrl: 'http://127.0.0.2:1' }],
      ['port', { baseUrl: 'http://127.0.0.1:2' }],
      ['scheme', { baseUrl: 'https://127.0.0.1:1' }],
      ['plug-in', { plugin: 'generic' }],
    ])(
      'another %s detaches every secret, also for what the supplier was, until it is entered again',
      async (_, other) => {
        await putBorealis(store);
        const moved = { ...borealis, ...other };
        await store.putSupplier(moved, byTest);
        expect(await store.credentials(moved)).toEqual([]);
        expect(await store.credentials(borealis)).toEqual([]);
        await store.putSupplier(borealis, byTest);
        expect(await store.credentials(borealis)).toEqual([]);
        await putBorealis(store);
        expect(await store.credentials(borealis)).toHaveLength(credentials.length);
      },
    );

    test('a secret is never opened for another supplier than the one that it was entered for', async () => {
      await putBorealis(store);
      expect(await store.credentials({ ...borealis, baseUrl: 'http://127.0.0.2:1' })).toEqual([]);
      expect(await store.credentials({ ...borealis, plugin: 'generic' })).toEqual([]);
    });

    test('a credential never goes over to another supplier', async () => {
      await putBorealis(store);
      await store.putSupplier({ ...borealis, id: 'cygnus', route: { supplierId: 'cygnus' } }, byTest);
      const before = await store.credentials(borealis);
      for (const each of credentials) {
        const moved = { ...each, supplierId: 'cygnus', label: 'moved' };
        await expect(store.putCredential(moved)).rejects.toMatchObject({ kind: 'conflict' });
      }
      expect(await store.credentials(borealis)).toEqual(before);
      expect(await store.credentials({ ...borealis, id: 'cygnus' })).toEqual([]);
    });

    test('a credential of an unknown supplier is refused, and the supplier named', async () => {
      const [stray] = credentials.map((each) => ({ ...each, id: 'crd_stray', supplierId: 'nobody' }));
      if (stray === undefined) throw new Error('Borealis has no credential');
      await expect(store.putCredential(stray)).rejects.toMatchObject({
        kind: 'not_found',
        message: expect.stringContaining('nobody'),
      });
    });
  });
};
