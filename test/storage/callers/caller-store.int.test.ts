import { createHash } from 'node:crypto';
import { afterAll, beforeAll } from 'vitest';
import { createCallerStore } from '../../../storage/callers/caller-store.ts';
import { callerStoreContract } from '../../contract/caller-store.contract.ts';
import { type TestDatabase, testDatabase } from '../../support/postgres.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

callerStoreContract(async () => {
  const { sql } = database.pool;
  return {
    store: createCallerStore(sql),
    revoke: async (keyId) => {
      await sql`update api_key set revoked_at = now() where id = ${keyId}`;
    },
    expire: async (keyId, at) => {
      await sql`update api_key set expires_at = ${at} where id = ${keyId}`;
    },
    rotate: async (keyId, to, previousUntil) => {
      const previous = createHash('sha256').update(keyId).digest();
      await sql`
        update api_key set previous_hash = ${previous}, hash = ${to}, previous_until = ${previousUntil}
        where id = ${keyId}`;
    },
  };
});
