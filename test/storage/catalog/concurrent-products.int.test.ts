import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ProductDraft } from '../../../domain/catalog/catalog.ts';
import { createCatalogStore } from '../../../storage/catalog/catalog-store.ts';
import { type TestDatabase, testDatabase } from '../../support/postgres.ts';

/**
 * So many meetings of three writers that some of them come to the unique indexes of `product` at
 * the same moment.
 */
const meetings = 400;

const draft = (mpn: string): ProductDraft => ({ profileId: 'component', manufacturer: 'Yageo', mpn });

describe('workers that write the same new product at the same time', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await testDatabase();
  });
  afterAll(() => database.close());

  it('all succeed, and one of them creates it', async () => {
    const store = createCatalogStore(database.pool.sql);
    const failures: unknown[] = [];
    let created = 0;
    for (let meeting = 0; meeting < meetings; meeting += 1) {
      const context = { correlationId: `meeting ${meeting}`, traceparent: undefined };
      const write = () => store.upsert([draft(`RC0603-${meeting}`)], new Date(), context);
      for (const outcome of await Promise.allSettled([write(), write(), write()])) {
        if (outcome.status === 'rejected') failures.push(outcome.reason);
        else created += outcome.value.created;
      }
    }
    expect(failures).toEqual([]);
    expect(created).toBe(meetings);
  });
});
