import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createSupplierRetirement } from '../../../storage/connectors/retire-supplier.ts';
import { createSupplierStore } from '../../../storage/connectors/supplier-store.ts';
import { createObservationStore } from '../../../storage/offers/observation-store.ts';
import { createOfferStore } from '../../../storage/offers/offer-store.ts';
import { byTest } from '../../support/by-test.ts';
import { untraced } from '../../support/event-samples.ts';
import { eventually } from '../../support/eventually.ts';
import { lockWaits } from '../../support/lock-waits.ts';
import {
  borealis,
  credentials,
  observation,
  offerOf,
  priceOf,
  putBorealis,
  stockOf,
} from '../../support/observations.ts';
import { hoursBefore } from '../../support/offers.ts';
import { type TestDatabase, testDatabase } from '../../support/postgres.ts';
import { testSealer } from '../../support/sealer.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  const { sql } = database.pool;
  await sql`truncate supplier, credential, offer, event_stream, event, outbox cascade`;
  const suppliers = createSupplierStore(sql, testSealer());
  await putBorealis(suppliers);
  await suppliers.putSupplier({ ...borealis, id: 'cetus', route: { supplierId: 'cetus' } }, byTest);
  const [, , credential] = credentials;
  if (credential)
    await suppliers.putCredential({ ...credential, id: 'crd_cetus', supplierId: 'cetus', label: 'cetus' });
});

let seen = 0;

/** A supplier sees its offers of these SKUs now. */
const sees = (supplierId: string, skus: readonly string[]) => {
  seen += 1;
  const credentialId = supplierId === 'cetus' ? 'crd_cetus' : 'crd_system';
  const said = {
    price: priceOf(`0.${seen + 10}`),
    stock: stockOf(seen),
    observedAt: new Date(hoursBefore(1).getTime() + seen),
  };
  return createObservationStore(database.pool.sql).apply(
    skus.map((sku) => observation(sku, { supplierId, credentialId, ...said })),
    untraced,
  );
};

const retire = () => createSupplierRetirement(database.pool.sql).retire('borealis', byTest);

const viewsOf = async (supplierId: string): Promise<number> => {
  const [row] = await database.pool.sql<{ count: number }[]>`
    select count(*)::int as count from offer_view join offer on offer.id = offer_id where supplier_id = ${supplierId}`;
  return row?.count ?? 0;
};

/** Holds the row of an offer until it is let go, as a transaction that takes long does. */
const holding = async (supplierId: string, sku: string) => {
  const release = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  const done = database.pool.sql.begin(async (transaction) => {
    await transaction`
      update offer_view set last_observed_at = last_observed_at
      from offer where offer.id = offer_id and supplier_id = ${supplierId} and supplier_sku = ${sku}`;
    await transaction`select from offer where supplier_id = ${supplierId} and supplier_sku = ${sku} for update`;
    held.resolve();
    await release.promise;
  });
  await held.promise;
  return async () => {
    release.resolve();
    await done;
  };
};

const someoneWaits = async (): Promise<boolean> => (await lockWaits(database.pool.sql)) > 0;

describe('retiring a supplier', () => {
  it('holds up neither what other suppliers say nor who asks for prices, whatever is being written', async () => {
    await sees('borealis', ['A1', 'A2']);
    await sees('cetus', ['C1', 'C2']);
    const letGo = await holding('cetus', 'C1');
    await retire();
    expect(await viewsOf('borealis')).toBe(0);
    expect(await sees('cetus', ['C2', 'C3'])).toMatchObject({ applied: 2 });
    await letGo();
    expect(await viewsOf('cetus')).toBe(3);
  });

  it('goes on while others write and read, with many offers', async () => {
    const skus = Array.from({ length: 6_000 }, (_, at) => `SKU-${at}`);
    for (let from = 0; from < skus.length; from += 2_000) await sees('borealis', skus.slice(from, from + 2_000));
    await sees('cetus', ['C1']);
    const retired = retire().then(() => true);
    let rounds = 0;
    for (let isOver = false; !isOver; rounds += 1) {
      expect(await sees('cetus', ['C1', `C${rounds}`])).toMatchObject({ duplicates: 0 });
      const [offer] = await createOfferStore(database.pool.sql).byIds([offerOf('SKU-0')]);
      expect(offer?.views.length).toBeLessThanOrEqual(1);
      isOver = await Promise.race([retired, new Promise<boolean>((resolve) => setImmediate(resolve, false))]);
    }
    expect(await viewsOf('borealis')).toBe(0);
    expect(rounds).toBeGreaterThan(0);
  });

  it('takes away what was being written of it when it was retired', async () => {
    await sees('borealis', ['A1', 'A2']);
    const letGo = await holding('borealis', 'A1');
    const writing = sees('borealis', ['A1', 'A2', 'A3']);
    await eventually(someoneWaits);
    const retired = retire();
    await letGo();
    expect(await writing).toMatchObject({ applied: 3 });
    await retired;
    expect(await viewsOf('borealis')).toBe(0);
    expect(await sees('borealis', ['A1'])).toMatchObject({ applied: 0 });
  });
});
