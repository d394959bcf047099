import { afterAll, beforeAll, expect, test } from 'vitest';
import { createCallerStore } from '../../../storage/callers/caller-store.ts';
import { createWebhookEndpoints } from '../../../storage/webhooks/endpoint-store.ts';
import { type TestDatabase, testDatabase } from '../../support/postgres.ts';
import { testSealer } from '../../support/sealer.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

test('an endpoint goes with its deliveries, a thousand in a statement at most, and no other loses any', async () => {
  const { sql } = database.pool;
  await createCallerStore(sql).putCustomer({ id: 'acme', name: 'Acme', groupIds: [] });
  const endpoints = createWebhookEndpoints(sql, testSealer());
  const now = new Date();
  for (const id of ['whk_a', 'whk_b'])
    await endpoints.create({
      id,
      customerId: 'acme',
      url: 'https://acme.example/hook',
      description: '',
      eventTypes: [],
      secret: 'whsec_1',
      now,
    });
  await sql`
    insert into webhook_delivery (endpoint_id, id, customer_id, type, subject, body, correlation_id, created_at, state,
      deadline_at, settled_at)
    select endpoint.id, 'dlv_' || number, 'acme', 'estimate.ready', 'est_1', '{}', 'c', ${now}, 'delivered', ${now}, ${now}
    from webhook_endpoint as endpoint, generate_series(1, 2500) as number`;
  await sql.unsafe(`
    create table deleted_at_once (deliveries int);
    create function count_deleted() returns trigger language plpgsql security definer as $$
    begin
      insert into deleted_at_once
        select count(*) from gone;
      return null;
    end $$;
    create trigger counted after delete on webhook_delivery
      referencing old table as gone for each statement execute function count_deleted();`);
  expect(await endpoints.remove({ endpointId: 'whk_a', customerId: 'globex' })).toBe(false);
  expect(await endpoints.remove({ endpointId: 'whk_a', customerId: 'acme' })).toBe(true);
  const left = await sql`select endpoint_id, count(*)::int as count from webhook_delivery group by endpoint_id`;
  expect(left).toEqual([{ endpoint_id: 'whk_b', count: 2_500 }]);
  const [most] = await sql<{ most: number; all: number }[]>`
    select max(deliveries)::int as most, sum(deliveries)::int as all from deleted_at_once`;
  expect(most).toEqual({ most: 1_000, all: 2_500 });
  expect(await endpoints.remove({ endpointId: 'whk_a', customerId: 'acme' })).toBe(false);
});
