import { describe } from 'vitest';
import { createCatalogStore } from '../../../storage/catalog/catalog-store.ts';
import { type EventRow, storedEvent } from '../../../storage/event-log/stored-event.ts';
import { catalogStoreContract } from '../../contract/catalog-store.contract.ts';
import { testDatabase } from '../../support/postgres.ts';

describe('the catalogue store on PostgreSQL', () => {
  catalogStoreContract(async () => {
    const { pool, close } = await testDatabase();
    return {
      store: createCatalogStore(pool.sql),
      productEvents: async () =>
        (await pool.sql<EventRow[]>`select * from event where aggregate_type = 'product' order by position`).map(
          (row) => storedEvent(row).event,
        ),
      close,
    };
  });
});
