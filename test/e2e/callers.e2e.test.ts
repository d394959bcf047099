import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { type TestDatabase, testDatabase } from '../support/postgres.ts';
import { testKey } from '../support/sealer.ts';
import { type Service, startService } from '../support/service.ts';

const operatorKey = 'os_operatoroperatoroperatoroperator';

let database: TestDatabase;
let service: Service;

beforeAll(async () => {
  database = await testDatabase();
  service = await startService({
    DATABASE_URL: database.url,
    BUS: 'embedded',
    HOST: '127.0.0.1',
    SECRETS_KEY: Buffer.from(testKey(7)).toString('base64'),
    BOOTSTRAP_ADMIN_KEY: operatorKey,
    KEY_REQUESTS_PER_SECOND: '500',
  });
});
afterAll(async () => {
  await service.stop();
  await database.close();
});

/** What of the answers is looked at. */
interface Answer {
  readonly key: { readonly id: string };
  readonly secret: string;
  readonly keys: readonly { readonly requests_today: number; readonly last_used_at?: string }[];
}

const admin = async (method: string, path: string, body?: object): Promise<Answer> => {
  const answer = await fetch(`${service.httpUrl}/v1/admin/customers${path}`, {
    method,
    headers: { 'x-api-key': operatorKey, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  expect(answer.ok, `${method} ${path} ${answer.status}`).toBe(true);
  return (await answer.json()) as Answer;
};

/** Asks for a product that there is not: 404 with a key that may ask. */
const ask = (key: string) =>
  fetch(`${service.httpUrl}/v1/products/prd_none`, { headers: { authorization: `Bearer ${key}` } });

test('a key is made, used up, counted, given more, rotated and revoked, and shows in no log line', async () => {
  await admin('POST', '', { id: 'acme', name: 'Acme' });
  const limits = { requests_per_day: 3 };
  const { key, secret } = await admin('POST', '/acme/keys', { label: 'shop', scopes: ['catalog'], limits });

  const answers = [];
  for (let at = 0; at < 4; at += 1) answers.push(await ask(secret));
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 429]);
  expect(answers[0]?.headers.get('ratelimit-policy')).toBe('"rate";q=500;w=1, "day";q=3;w=86400');
  expect(Number(answers[3]?.headers.get('retry-after'))).toBeGreaterThan(0);

  await eventually(async () => {
    const { keys } = await admin('GET', '/acme/keys');
    return keys[0]?.requests_today === 3 && keys[0].last_used_at !== undefined;
  });

  await admin('PATCH', `/acme/keys/${key.id}`, { limits: { requests_per_day: null } });
  await eventually(async () => (await ask(secret)).status === 404);

  const rotated = await admin('POST', `/acme/keys/${key.id}/rotate`, { overlap: '0s' });
  expect((await ask(rotated.secret)).status).toBe(404);
  await eventually(async () => (await ask(secret)).status === 401);
  await admin('POST', `/acme/keys/${key.id}/revoke`);
  await eventually(async () => (await ask(rotated.secret)).status === 401);

  const metrics = await (await fetch(`${service.httpUrl}/metrics`)).text();
  expect(metrics).toMatch(/requests_refused_total\{reason="quota",.*\} [1-9]/);
  expect(metrics).toMatch(/authentication_failures_total\{reason="unknown_key",.*\} [1-9]/);
  expect(metrics).toMatch(/admin_requests_total\{method="RevokeKey",code="OK",.*\} 1/);
  const logged = JSON.stringify(service.lines);
  for (const each of [secret, rotated.secret, operatorKey]) expect(logged).not.toContain(each.slice(3));
});
