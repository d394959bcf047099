import { afterAll, beforeAll } from 'vitest';
import { createVisibilityPolicyStore } from '../../../storage/callers/visibility-policy-store.ts';
import { visibilityPolicyStoreContract } from '../../contract/visibility-policy-store.contract.ts';
import { eventLog } from '../../support/event-log.ts';
import { type TestDatabase, testDatabase } from '../../support/postgres.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

visibilityPolicyStoreContract(async () => {
  const { sql } = database.pool;
  await sql`truncate visibility_policy, event_stream, event, outbox`;
  return { policies: createVisibilityPolicyStore(sql), events: eventLog(sql) };
});
