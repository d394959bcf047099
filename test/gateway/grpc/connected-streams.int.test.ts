import type { ServiceError } from '@grpc/grpc-js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAuthenticator } from '../../../gateway/auth/authenticator.ts';
import { followConnectedCallers } from '../../../gateway/auth/connected-callers.ts';
import { createReadCredentialStatuses } from '../../../gateway/auth/credential-status.ts';
import { Product } from '../../../proto/gen/svc/public/v1/catalog.ts';
import { createCallerStore } from '../../../storage/callers/caller-store.ts';
import { createCustomerStore } from '../../../storage/callers/customer-store.ts';
import { eventually } from '../../support/eventually.ts';
import { fullKey, storeKeys } from '../../support/http-edge.ts';
import { type TestDatabase, testDatabase } from '../../support/postgres.ts';
import { codeOf, eventOf, headers, heldUp, startTestEdge } from './test-edge.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
  await storeKeys(database.pool);
});
afterAll(() => database.close());

const most = 20_000;
const mpn = 'x'.repeat(1_000);

test('a stream whose reader stands still ends with its key, and gives no more than was on its way', async () => {
  const { sql } = database.pool;
  const callers = createCallerStore(sql);
  const connected = followConnectedCallers({
    read: createReadCredentialStatuses({ callers, customers: createCustomerStore(sql) }),
    onError: (error) => expect.unreachable(String(error)),
  });
  let made = 0;
  let hasEnded = false;
  const edge = await startTestEdge(
    {
      streamProducts: async function* () {
        try {
          while (made < most) {
            made += 1;
            yield Product.fromPartial({ id: `prd_${made}`, mpn });
          }
        } finally {
          hasEnded = true;
        }
      },
    },
    { connected, authenticator: createAuthenticator({ callers, now: () => new Date() }) },
  );
  const stream = edge.catalog.streamProducts({ identityProfileId: '', batchSize: 0 }, headers(fullKey));
  let read = 0;
  stream.on('data', () => {
    read += 1;
    if (read === 1) stream.pause();
  });
  const ended = eventOf(stream, 'error');
  await heldUp(() => made);
  await sql`update api_key set revoked_at = now() where id = 'key_full'`;
  await eventually(() => hasEnded);
  stream.resume();
  const [error] = (await ended) as [ServiceError];
  expect(codeOf(error)).toBe('UNAUTHENTICATED');
  expect(error.details).toBe('the API key was revoked');
  expect(read).toBeLessThanOrEqual(made);
  expect(made).toBeLessThan(most);
  await edge.close();
  await connected.stop();
});
