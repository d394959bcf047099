import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { decodeKnowledge, type KnowledgeDocument } from '../../../storage/catalog/knowledge-document.ts';
import { createSupplierStore } from '../../../storage/connectors/supplier-store.ts';
import { readDescriptions } from '../../../storage/matching/offer-descriptions.ts';
import { createObservationStore } from '../../../storage/offers/observation-store.ts';
import { inTransaction } from '../../../storage/pool/pool.ts';
import { observationStoreContract } from '../../contract/observation-store.contract.ts';
import { eventLog } from '../../support/event-log.ts';
import { untraced } from '../../support/event-samples.ts';
import { observation, offerOf, priceOf, putBorealis } from '../../support/observations.ts';
import { hoursBefore } from '../../support/offers.ts';
import { type TestDatabase, testDatabase } from '../../support/postgres.ts';
import { testSealer } from '../../support/sealer.ts';

let database: TestDatabase;
const writes: [string, string, number][] = [];
beforeAll(async () => {
  database = await testDatabase();
  await putBorealis(createSupplierStore(database.pool.sql, testSealer()));
});
afterAll(() => database.close());

const open = () =>
  createObservationStore(database.pool.sql, {
    onWrite: (...write) => {
      writes.push(write);
    },
  });

observationStoreContract(async () => {
  const { sql } = database.pool;
  return {
    store: open(),
    events: eventLog(sql),
    known: async (offerId, credentialId) => {
      const [row] = await sql<{ known: KnowledgeDocument }[]>`
        select known from offer_view where offer_id = ${offerId} and credential_id = ${credentialId}`;
      return row && decodeKnowledge(row.known);
    },
    history: async (offerId, credentialId) => {
      const rows = await sql<{ observationId: string; known: KnowledgeDocument }[]>`
        select observation_id as "observationId", known from observation_history
        where offer_id = ${offerId} and credential_id = ${credentialId} order by recorded_at, seq`;
      return rows.map(({ observationId, known }) => ({ observationId, known: decodeKnowledge(known) }));
    },
    described: (offerId) =>
      inTransaction(sql, async (transaction) => (await readDescriptions(transaction, [offerId])).get(offerId)),
  };
});

describe('what matching has decided', () => {
  const matchedAt = async (sku: string): Promise<Date | null | undefined> => {
    const rows = await database.pool.sql<{ matchedAt: Date | null }[]>`
      select matched_at as "matchedAt" from offer where id = ${offerOf(sku)}`;
    return rows[0]?.matchedAt;
  };
  const describeAs = (sku: string, hours: number, words: object) =>
    open().apply([observation(sku, { observedAt: hoursBefore(hours), description: words })], untraced);

  test('stands while maker and number stay, and is asked for anew when either becomes another', async () => {
    await describeAs('rematch', 5, { manufacturer: 'Yageo', mpn: 'X1', text: 'a resistor' });
    await database.pool.sql`update offer set matched_at = now() where id = ${offerOf('rematch')}`;
    await describeAs('rematch', 4, { manufacturer: 'Yageo', mpn: 'X1', text: 'a better resistor' });
    expect(await matchedAt('rematch')).toBeInstanceOf(Date);
    await describeAs('rematch', 6, { mpn: 'X0' });
    expect(await matchedAt('rematch')).toBeInstanceOf(Date);
    await describeAs('rematch', 3, { mpn: 'X2' });
    expect(await matchedAt('rematch')).toBeNull();
  });
});

test('a product is noted as seen by the first observation of an offer in an hour', async () => {
  const { sql } = database.pool;
  const see = (hours: number) => open().apply([observation('seen', { observedAt: hoursBefore(hours) })], untraced);
  const seenAt = async () => {
    const [row] = await sql<{ at: Date | null }[]>`select observed_at as at from product where id = 'prd_seen'`;
    return row?.at;
  };
  await see(9);
  await sql`
    insert into product (id, profile_id, manufacturer_key, manufacturer, mpn, mpn_key, mpn_compact, quantities)
    values ('prd_seen', 'default', 'SEEN', 'Seen', 'S1', 'S1', 'S1', '{}')`;
  await sql`update offer set product_id = 'prd_seen', match_confidence = 'exact' where id = ${offerOf('seen')}`;
  await see(8);
  expect(await seenAt()).toEqual(hoursBefore(8));
  await see(7.5);
  expect(await seenAt()).toEqual(hoursBefore(8));
  await see(6.9);
  expect(await seenAt()).toEqual(hoursBefore(6.9));
  await see(6);
  expect(await seenAt()).toEqual(hoursBefore(6));
});

test('events are counted by kind', async () => {
  writes.length = 0;
  await open().apply([observation('counted-1'), observation('counted-2')], untraced);
  await open().apply([observation('counted-1', { price: priceOf('1') })], untraced);
  expect(writes).toEqual([['offer', 'offer.created', 2]]);
});
