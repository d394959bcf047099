import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startBrowser, type TestBrowser } from '../support/browser.ts';
import { eventually } from '../support/eventually.ts';
import { type Service, startService } from '../support/service.ts';

const customerKey = 'os_customer-key-of-the-event-source';

let dataDir: string;
let service: Service;
let browser: TestBrowser;

const headers = { 'x-api-key': customerKey, 'content-type': 'application/json' };

const environment = (): Readonly<Record<string, string>> => ({
  DATA_DIR: join(dataDir, 'data'),
  BOOTSTRAP_CUSTOMER_KEY: customerKey,
  DEMO: 'off',
});

/** An estimate with the version that it has when it is ready. */
interface Told {
  readonly id: string;
  readonly version: number;
  readonly status: string;
}

const ask = async (method: string, path: string, body?: object): Promise<Told> => {
  const answer = await fetch(`${service.httpUrl}/v1/${path}`, {
    method,
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  expect(answer.ok, await answer.clone().text()).toBe(true);
  return (await answer.json()) as Told;
};

/** The ids of all events that the page has heard. */
const heard = (page: Page): Promise<readonly number[]> => page.evaluate('globalThis.heard');

const untilHeard = (page: Page, version: number): Promise<unknown> =>
  eventually(async () => (await heard(page)).at(-1) === version);

const changeQuantity = (id: string, quantity: number): Promise<Told> =>
  ask('PATCH', `estimates/${id}`, { lines: [{ number: 1, quantity }] });

/** Waits for the version in which a change is worked out. */
const untilReady = (id: string, after: number): Promise<Told> =>
  eventually(async () => {
    const told = await ask('GET', `estimates/${id}`);
    return told.version > after && told.status === 'ready' && told;
  });

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'offerstream-'));
  service = await startService(environment());
  browser = await startBrowser();
}, 120_000);

afterAll(async () => {
  await browser?.close();
  await service?.stop();
  await rm(dataDir, { recursive: true, force: true });
});

it('an EventSource of a browser follows an estimate through a restart, with no version lost or told twice', async () => {
  const page = await browser.context.newPage();
  await page.goto(`${service.httpUrl}/console/sign-in`);
  await page.getByLabel('Key').fill(customerKey);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL((at) => at.pathname !== '/console/sign-in');
  const { id } = await ask('POST', 'estimates', { lines: [{ mpn: 'RC0603FR-0710KL', quantity: 10 }] });
  const first = await untilReady(id, 0);
  await page.evaluate((url) => {
    const ids: number[] = [];
    const source = new EventSource(url);
    source.addEventListener('message', ({ lastEventId }) => ids.push(Number(lastEventId)));
    Object.assign(globalThis, { heard: ids, source });
  }, `/console/estimates/${id}/events`);
  await untilHeard(page, first.version);

  await changeQuantity(id, 20);
  const second = await untilReady(id, first.version);
  await untilHeard(page, second.version);
  const before = await heard(page);

  const port = new URL(service.httpUrl).port;
  await service.stop();
  service = await startService({ ...environment(), HTTP_PORT: port });
  await changeQuantity(id, 30);
  const third = await untilReady(id, second.version);
  await untilHeard(page, third.version);

  const all = await heard(page);
  expect(all.slice(0, before.length)).toEqual(before);
  expect(all).toEqual([...new Set(all)].toSorted((one, other) => one - other));
  expect(all).toContain(second.version);
  expect(await page.evaluate('source.readyState')).toBe(1);
});
