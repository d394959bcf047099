import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCallerStore } from '../../../storage/callers/caller-store.ts';
import { createSupplierStore } from '../../../storage/connectors/supplier-store.ts';
import { reaches } from '../../../storage/jobs/requester-reach.ts';
import { putBorealis } from '../../support/observations.ts';
import { type TestDatabase, testDatabase } from '../../support/postgres.ts';
import { testSealer } from '../../support/sealer.ts';

describe('the credentials that those who wait for a job see through', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await testDatabase();
    const { sql } = database.pool;
    await putBorealis(createSupplierStore(sql, testSealer()));
    const callers = createCallerStore(sql);
    await callers.putCustomer({ id: 'acme', name: 'Acme', groupIds: [] });
    await callers.putCustomer({ id: 'globex', name: 'Globex', groupIds: ['buyers-club'] });
    await callers.putCustomer({ id: 'initech', name: 'Initech', groupIds: ['other-club'] });
    await sql`
      insert into enrichment_job (id, type, target, target_key, priority, customer_id, created_at, turn_at)
      values ('job_1', 'discovery', '{}', 'key', 'normal', 'acme', now(), now())`;
    for (const customer of ['acme', 'globex', 'initech'])
      await sql`insert into enrichment_requester (job_id, customer_id, created_at) values ('job_1', ${customer}, now())`;
  });
  afterAll(() => database.close());

  const reachOf = async (customerId: string): Promise<readonly string[]> => {
    const { sql } = database.pool;
    const rows = await sql<{ credential_id: string }[]>`
      with ${reaches(sql, 'job_1')}
      select credential_id from reach where customer_id = ${customerId} order by credential_id`;
    return rows.map(({ credential_id }) => credential_id);
  };

  it("are the system's, their own, and those of their own groups alone", async () => {
    expect(await reachOf('acme')).toEqual(['crd_acme', 'crd_system']);
    expect(await reachOf('globex')).toEqual(['crd_group', 'crd_system']);
    expect(await reachOf('initech')).toEqual(['crd_system']);
  });

  it('are none of somebody who waits no longer', async () => {
    const { sql } = database.pool;
    await sql`update enrichment_requester set is_waiting = false where customer_id = 'acme'`;
    expect(await reachOf('acme')).toEqual([]);
    await sql`update enrichment_requester set is_waiting = true where customer_id = 'acme'`;
  });
});
