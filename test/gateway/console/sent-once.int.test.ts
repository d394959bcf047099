import { afterAll, beforeAll, expect, it } from 'vitest';
import { mountConsole } from '../../../gateway/console/mount-console.ts';
import { testAdmin } from '../../support/admin.ts';
import { startBrowser, type TestBrowser } from '../../support/browser.ts';
import { adminKey, startTestEdge, storeKeys, type TestEdge } from '../../support/http-edge.ts';
import { type TestDatabase, testDatabase } from '../../support/postgres.ts';

/** Forms that a browser sends once, however often their buttons are clicked. */

let database: TestDatabase;
let edge: TestEdge;
let browser: TestBrowser;

beforeAll(async () => {
  database = await testDatabase();
  await storeKeys(database.pool);
  edge = await startTestEdge(database.pool, {
    admin: testAdmin(database),
    serveConsole: (app, given) => mountConsole(app, given, { secret: new Uint8Array(32), showsComponents: false }),
  });
  browser = await startBrowser({ viewport: { width: 1280, height: 900 } });
});
afterAll(async () => {
  await browser?.close();
  await edge?.stop();
  await database?.close();
});

/** Clicks twice before the answer is there, and says which of them the page held back. */
const twoClicks = (action: string): string => `(() => {
  const seen = [];
  const form = document.querySelector('form[action$="${action}"]');
  document.addEventListener('submit', (event) => seen.push(event.defaultPrevented));
  form.noValidate = true;
  form.requestSubmit();
  form.requestSubmit();
  return seen;
})()`;

it('a second click on what makes a key, or gives it another secret, sends nothing', async () => {
  const page = await browser.context.newPage();
  await page.goto(`${edge.url}/console/sign-in?next=/console/settings/customers/acme`);
  await page.getByLabel('Key').fill(adminKey);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL('**/console/settings/customers/acme');
  // The answer leaves the page where it is, so that no navigation ends what the next lines await.
  const isSent = (url: URL): boolean => /\/(rotate|keys)$/.test(url.pathname);
  await page.route(isSent, (route) => route.fulfill({ status: 204 }));
  for (const action of ['/rotate', '/keys']) {
    await page.goto(`${edge.url}/console/settings/customers/acme`);
    const answered = page.waitForResponse((response) => isSent(new URL(response.url())));
    expect(await page.evaluate(twoClicks(action))).toEqual([false, true]);
    expect((await answered).status()).toBe(204);
  }
  await page.close();
});
