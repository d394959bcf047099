import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Observation } from '../../../domain/ingestion/observation.ts';
import { statementDigests } from '../../../domain/ingestion/statement-digest.ts';
import { createSupplierStore } from '../../../storage/connectors/supplier-store.ts';
import { readDescriptions } from '../../../storage/matching/offer-descriptions.ts';
import { createObservationStore } from '../../../storage/offers/observation-store.ts';
import { createOfferConfirmations } from '../../../storage/offers/offer-confirmations.ts';
import { inTransaction } from '../../../storage/pool/pool.ts';
import { untraced } from '../../support/event-samples.ts';
import { observation, offerOf, priceOf, putBorealis } from '../../support/observations.ts';
import { type TestDatabase, testDatabase } from '../../support/postgres.ts';
import { testSealer } from '../../support/sealer.ts';

/** An instant of one day. */
const at = (minutes: number): Date => new Date(Date.UTC(2026, 4, 7, 0, minutes));

const less = { manufacturer: 'Yageo', mpn: 'X1' } as const;
const more = { ...less, lifecycle: 'active', facts: { eccn: 'EAR99' } } as const;

describe('a description that a bulk page repeats', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await testDatabase();
    await putBorealis(createSupplierStore(database.pool.sql, testSealer()));
  });
  afterAll(() => database.close());

  /** Applies what is seen, unless it is known just so; whether it was. */
  const see = async (sku: string, minutes: number, given: Partial<Observation>): Promise<boolean> => {
    const { sql } = database.pool;
    const seen = observation(sku, { observedAt: at(minutes), price: priceOf('1'), ...given });
    const statement = { offerId: offerOf(sku), ...statementDigests(seen, seen.observedAt) };
    const confirmed = await createOfferConfirmations(sql).confirm(seen.credentialId, seen.observedAt, [statement]);
    if (confirmed.size === 0) await createObservationStore(sql).apply([seen], untraced);
    return confirmed.size > 0;
  };
  const known = (sku: string) =>
    inTransaction(database.pool.sql, async (sql) => (await readDescriptions(sql, [offerOf(sku)])).get(offerOf(sku)));

  it('is confirmed though the supplier once said more of the part, which stays as old as it is', async () => {
    await see('once-more', 1, { description: more });
    expect(await see('once-more', 2, { description: less })).toBe(false);
    expect(await see('once-more', 3, { description: less })).toBe(true);
    expect(await known('once-more')).toMatchObject({
      mpn: { value: 'X1', at: at(3) },
      lifecycle: { value: 'active', at: at(1) },
      facts: { at: at(1) },
    });
  });

  it('is confirmed again after a look-up was told more', async () => {
    await see('looked-up', 1, { description: less });
    await createObservationStore(database.pool.sql).apply(
      [observation('looked-up', { phase: 'lookup', observedAt: at(2), description: more })],
      untraced,
    );
    expect(await see('looked-up', 3, { description: less })).toBe(false);
    expect(await see('looked-up', 4, { description: less })).toBe(true);
    expect(await known('looked-up')).toMatchObject({ mpn: { at: at(4) }, lifecycle: { value: 'active', at: at(2) } });
  });

  it('is not confirmed where it says again what another observation said before the latest one', async () => {
    await see('said-before', 1, { description: more });
    await see('said-before', 2, { description: less });
    expect(await see('said-before', 3, { description: more })).toBe(false);
    expect(await known('said-before')).toMatchObject({ mpn: { at: at(3) }, lifecycle: { at: at(3) } });
  });
});
