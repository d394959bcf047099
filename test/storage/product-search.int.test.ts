import { describe } from 'vitest';
import { createCatalogStore } from '../../storage/catalog-store.ts';
import { createProductSearch } from '../../storage/product-search.ts';
import { productSearchContract } from '../contract/product-search.contract.ts';
import { testDatabase } from '../support/postgres.ts';

describe('the product search on PostgreSQL', () => {
  productSearchContract(async () => {
    const { pool, close } = await testDatabase();
    return { search: createProductSearch(pool.sql), store: createCatalogStore(pool.sql), close };
  });
});
