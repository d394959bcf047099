import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startDemoBulkSupplier } from '../../ops/demo/bulk-supplier.ts';
import { demoCatalogue } from '../../ops/demo/catalogue/catalogue.ts';
import { shareOf } from '../../ops/demo/catalogue/combine.ts';
import type { DemoSupplier } from '../../ops/demo/server/demo-server.ts';
import { childEnvironment } from '../support/child-environment.ts';
import { eventually } from '../support/eventually.ts';
import { type TestNats, testNats } from '../support/nats.ts';
import { type TestDatabase, testDatabase } from '../support/postgres.ts';
import { testKey } from '../support/sealer.ts';
import { type Service, startService } from '../support/service.ts';

const adminKey = 'os_admin-key-of-the-rotation';
const login = 'rotated-login';
const password = 'rotated-password';
const credentials = ['crd_1', 'crd_2', 'crd_3'];
const keyText = (byte: number): string => Buffer.from(testKey(byte)).toString('base64');
const onlyOld = `old:${keyText(1)}`;
const onlyNew = `new:${keyText(2)}`;

let database: TestDatabase;
let nats: TestNats;
let supplier: DemoSupplier;
let service: Service | undefined;

const environment = (keys: string) => ({
  DATABASE_URL: database.url,
  NATS_URL: nats.url,
  HOST: '127.0.0.1',
  DEMO: 'off',
  SECRETS_KEY: keys,
  BOOTSTRAP_ADMIN_KEY: adminKey,
  CATALOGUE_INTERVAL_MS: '200',
  PRICES_INTERVAL_MS: '200',
  STOCKS_INTERVAL_MS: '200',
});

beforeAll(async () => {
  [database, nats, supplier] = await Promise.all([
    testDatabase(),
    testNats(),
    startDemoBulkSupplier({
      products: shareOf(demoCatalogue('rotation'), 50),
      seed: 'rotation',
      login,
      password,
      sessionTtlMs: 1_000,
    }),
  ]);
});
afterAll(async () => {
  await service?.stop();
  await supplier.close();
  await Promise.all([nats.close(), database.close()]);
});

const ask = (method: string, path: string, body: unknown): Promise<Response> =>
  fetch(`${service?.httpUrl}/v1/admin/${path}`, {
    method,
    headers: { 'x-api-key': adminKey, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

const send = async (method: string, path: string, body: unknown): Promise<void> => {
  const answer = await ask(method, path, body);
  expect(answer.ok, await answer.text()).toBe(true);
};

/** Enters a secret, at most twice more where the answer says to try again, and why it said so. */
const enter = async (credential: string, triesLeft = 2): Promise<void> => {
  const answer = await ask('PUT', `connectors/borealis/credentials/${credential}/secret`, {
    secret: { login, password },
  });
  const said = await answer.text();
  if (answer.ok) return;
  const why = service?.lines.filter(({ event }) => event === 'request.failed').slice(-3);
  process.stdout.write(`${answer.status} ${said} ${JSON.stringify(why)}\n`);
  expect([answer.status, triesLeft > 0], said).toEqual([503, true]);
  await delay(Math.max(1, Number(answer.headers.get('retry-after'))) * 1_000);
  return enter(credential, triesLeft - 1);
};

/** The ids of the keys that secrets and sessions are sealed with. */
const sealedBy = async () => {
  const rows = await database.pool.sql<{ secret: string; session: string | null }[]>`
    select split_part(secret, '.', 1) as secret, split_part(session, '.', 1) as session from credential`;
  const of = (texts: readonly (string | null)[]) => [...new Set(texts.filter((each) => each !== null))].toSorted();
  return { secrets: of(rows.map(({ secret }) => secret)), sessions: of(rows.map(({ session }) => session)) };
};

/** Every credential has ended a tick well that began after the instant. */
const haveAllTicked = async (since: Date): Promise<boolean> => {
  const rows = await database.pool.sql`
    select distinct credential_id from ingestion_tick where outcome = 'success' and started_at > ${since}`;
  return rows.length === credentials.length;
};

const rotate = async (keys: string) => {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../gateway/cli/rotate-secrets.ts')], {
    env: { ...childEnvironment, ...environment(keys) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [said, faults, [status]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  return { said, faults, status };
};

it('the key that seals is changed while connectors sign in and an operator enters secrets, and the old one goes', async () => {
  service = await startService(environment(onlyOld));
  await send('PUT', 'suppliers/borealis', {
    name: 'Borealis',
    plugin: 'demo-bulk',
    base_url: supplier.url,
    creates_products: true,
  });
  for (const id of credentials)
    await send('POST', 'connectors/borealis/credentials', {
      id,
      scope: 'system',
      label: id,
      secret: { login, password },
    });
  await eventually(() => haveAllTicked(new Date(0)), 60_000);
  // Sessions end after a second, and there may be none for a moment.
  await eventually(async () => expect(await sealedBy()).toEqual({ secrets: ['old'], sessions: ['old'] }));

  await service.stop();
  service = await startService(environment(`${onlyNew},${onlyOld}`));
  let isOver = false;
  const entering = (async () => {
    for (let at = 0; !isOver; at += 1) await enter(credentials[at % 2] ?? '');
  })();
  const reports = [await rotate(`${onlyNew},${onlyOld}`), await rotate(`${onlyNew},${onlyOld}`)];
  isOver = true;
  await entering;
  for (const { said, faults, status } of reports) {
    expect({ faults, status }).toEqual({ faults: '', status: 0 });
    expect(said).toMatch(/^key new: 3 secrets, \d sessions$/m);
    expect(said).toContain('nothing is left under another key than new');
  }
  expect((await sealedBy()).secrets).toEqual(['new']);
  expect((await sealedBy()).sessions).not.toContain('old');

  await service.stop();
  service = await startService(environment(onlyNew));
  const since = new Date();
  await eventually(() => haveAllTicked(since), 60_000);
  expect(service.lines.filter(({ level }) => level === 'error')).toEqual([]);
}, 240_000);

it('a ring without the old key changes nothing, names what does not open and fails', async () => {
  const { said, faults, status } = await rotate(onlyOld);
  expect(status).toBe(1);
  expect(said).toContain('0 credentials and endpoints sealed anew');
  expect(faults).toContain('are not sealed under key old');
  for (const id of credentials) expect(faults).toContain(`credential ${id} does not open`);
  expect((await sealedBy()).secrets).toEqual(['new']);
});
