import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SellerKind } from '../../../domain/offers/sale-terms.ts';
import { createSupplierStore } from '../../../storage/connectors/supplier-store.ts';
import { createOrderTerms } from '../../../storage/pricing/order-terms-store.ts';
import { createPricingRevisions } from '../../../storage/pricing/pricing-revision.ts';
import { byTest } from '../../support/by-test.ts';
import { borealis } from '../../support/observations.ts';
import { type TestDatabase, testDatabase } from '../../support/postgres.ts';
import { testSealer } from '../../support/sealer.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

test('the terms of orders are told of every supplier that there is, and a change of them is one of prices', async () => {
  const { sql } = database.pool;
  const suppliers = createSupplierStore(sql, testSealer());
  const { of } = createOrderTerms(sql);
  const { revision } = createPricingRevisions(sql);
  const known = async () => {
    const { borealis: told, ...others } = Object.fromEntries(await of(['borealis', 'aurora', 'nobody']));
    expect(others).toEqual({ aurora: { supplierName: borealis.name } });
    return told;
  };
  const revisions = [await revision()];
  const put = async (amount?: string, handlingDays?: number, sellerKind?: SellerKind): Promise<void> => {
    await suppliers.putSupplier(
      {
        ...borealis,
        ...(amount !== undefined && { orderCost: { amount, currency: 'EUR' } }),
        handlingDays,
        sellerKind,
      },
      byTest,
    );
    revisions.push(await revision());
  };
  await suppliers.putSupplier({ ...borealis, id: 'aurora', route: { supplierId: 'aurora' } }, byTest);
  await put();
  expect(await known()).toEqual({ supplierName: borealis.name });
  await put('12.50');
  expect(await known()).toEqual({ supplierName: borealis.name, cost: { amount: '12.5', currency: 'EUR' } });
  await put('12.5');
  await put('0');
  expect(await known()).toEqual({ supplierName: borealis.name, cost: { amount: '0', currency: 'EUR' } });
  await put();
  expect(await known()).toEqual({ supplierName: borealis.name });
  await put(undefined, 2);
  expect(await known()).toEqual({ supplierName: borealis.name, handlingDays: 2 });
  await put(undefined, 2);
  await put(undefined, 2, 'broker');
  expect(await known()).toEqual({ supplierName: borealis.name, handlingDays: 2, sellerKind: 'broker' });
  await put(undefined, 2, 'authorized');
  await suppliers.putSupplier({ ...borealis, shipsFrom: 'DE' }, byTest);
  revisions.push(await revision());
  expect(await known()).toEqual({ supplierName: borealis.name, shipsFrom: 'DE' });
  const costly = { amount: '5', currency: 'EUR', steps: [{ goodsFrom: '50', amount: '0' }] };
  for (const orderCost of [costly, costly, { ...costly, steps: [{ goodsFrom: '60', amount: '0' }] }]) {
    await suppliers.putSupplier({ ...borealis, orderCost }, byTest);
    revisions.push(await revision());
  }
  expect(await known()).toEqual({
    supplierName: borealis.name,
    cost: { ...costly, steps: [{ goodsFrom: '60', amount: '0' }] },
  });
  const hasChanged = revisions.slice(1).map((each, at) => each !== revisions[at]);
  expect(hasChanged).toEqual([false, true, false, true, true, true, false, true, true, true, true, false, true]);
});
