import { credentials } from '@grpc/grpc-js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { walkChain } from '../../domain/audit/chain.ts';
import { CatalogClient } from '../../proto/gen/svc/public/v1/catalog.ts';
import { createAuditTrail } from '../../storage/audit/audit-store.ts';
import { eventually } from '../support/eventually.ts';
import { type TestDatabase, testDatabase } from '../support/postgres.ts';
import { testKey } from '../support/sealer.ts';
import { type Service, startService } from '../support/service.ts';

const operatorKey = 'os_operatoroperatoroperatoroperator';

let database: TestDatabase;
const start = (more: Readonly<Record<string, string>> = {}): Promise<Service> =>
  startService({
    DATABASE_URL: database.url,
    BUS: 'embedded',
    HOST: '127.0.0.1',
    SECRETS_KEY: Buffer.from(testKey(7)).toString('base64'),
    BOOTSTRAP_ADMIN_KEY: operatorKey,
    ...more,
  });

beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

const verdict = async () => {
  const walk = walkChain();
  walk.take(await createAuditTrail(database.pool.sql).chain(0n, 1_000));
  return walk.end();
};

test('refusals of both edges and acts outlive the process that saw them, and records go when their time is over', async () => {
  const service = await start();
  const { sql } = database.pool;
  const trail = createAuditTrail(sql);
  try {
    const path = `${service.httpUrl}/v1/admin/customers`;
    const headers = { 'x-api-key': operatorKey, 'content-type': 'application/json' };
    await fetch(path, { headers: { 'x-api-key': 'os_wrongwrongwrongwrongwrongwrong' } });
    await fetch(path, { method: 'POST', headers, body: JSON.stringify({ id: 'bolt', name: 'Bolt' }) });
    const client = new CatalogClient(service.grpcAddress, credentials.createInsecure());
    await new Promise<void>((resolve) => client.getProduct({ id: 'prd_1' }, () => resolve()));
    client.close();
  } finally {
    expect(await service.stop()).toBe(0);
  }
  const records = await trail.chain(0n, 100);
  expect(records.map(({ actor, origin, operation }) => [actor, origin, operation])).toEqual([
    ['key:key_first_admin', '127.0.0.1', 'admin.v1.Callers/CreateCustomer'],
    ['anonymous', '127.0.0.1', 'login'],
  ]);
  expect(JSON.parse(records[1]?.after ?? '{}').operations).toEqual({
    'admin.v1.Callers/ListCustomers': 1,
    'svc.public.v1.Catalog/GetProduct': 1,
  });

  // As if they were written last year; their hashes are not looked at by the retention.
  await sql.unsafe('alter table audit_record disable trigger user');
  await sql`update audit_record set recorded_at = recorded_at - interval '1 year'`;
  await sql.unsafe('alter table audit_record enable trigger user');
  const next = await start({ AUDIT_RETENTION_DAYS: '30' });
  try {
    await eventually(async () =>
      expect((await trail.chain(0n, 100)).map(({ operation }) => operation)).toEqual(['audit.cut']),
    );
    const head = await trail.head();
    expect(await verdict()).toEqual({ kind: 'intact', first: 3n, head, records: 1 });
    await eventually(() => expect(next.lines.map(({ event }) => event)).toContain('audit.head'));
  } finally {
    await next.stop();
  }
});
