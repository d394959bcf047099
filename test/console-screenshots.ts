/**
 * `npm run screenshots -- URL FOLDER`: a picture of every page of the console of a running service,
 * light and dark, on a desktop and on a phone. `CUSTOMER_KEY` and `ADMIN_KEY` come from the
 * environment. Pictures are for looking at; none is compared.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { startBrowser } from './support/browser.ts';

const [url = 'http://localhost:8080', folder = 'screenshots'] = process.argv.slice(2);
const { CUSTOMER_KEY: customerKey = '', ADMIN_KEY: adminKey = '' } = process.env;

const looks = {
  'desktop-light': { colorScheme: 'light', viewport: { width: 1280, height: 900 } },
  'desktop-dark': { colorScheme: 'dark', viewport: { width: 1280, height: 900 } },
  'phone-light': { colorScheme: 'light', viewport: { width: 360, height: 740 } },
  'phone-dark': { colorScheme: 'dark', viewport: { width: 360, height: 740 } },
} as const;

const signIn = async (page: Page, key: string): Promise<void> => {
  await page.goto(`${url}/console/sign-in`);
  await page.getByLabel('Key').fill(key);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL((at) => at.pathname !== '/console/sign-in');
};

const firstHref = async (page: Page, selector: string): Promise<string> =>
  (await page.locator(selector).first().getAttribute('href')) ?? '';

/** A list as people have it: a title, German headings, doubts, a total, and unknown parts. */
const messyList = [
  'Board A rev. 3;;;;',
  ';;;;',
  'Menge;Bezeichnung;Hersteller;Referenz;Preis',
  '25;RC0603FR-0710KL;Yageo;R1-R4;0,01',
  'ca. 10;NE555P;TI;U1;0,30',
  '4;LM358;;U2 U3 U4 U5;',
  '250;CL10B104KB8NNNC;Samsung;C1, C2;0,02',
  '2;no such part 4711;;X1;',
  ';C9 100nF 0603 X7R;;C9;',
  'Summe;291;;;',
].join('\r\n');

const makeEstimate = async (page: Page): Promise<void> => {
  const file = { name: 'board-a.csv', mimeType: 'text/csv', buffer: Buffer.from(messyList) };
  await page.setInputFiles('input[type="file"]', file);
  await page.getByLabel('compare all aims').check();
  await page.getByRole('button', { name: 'Find the best basket' }).first().click();
  await page.locator('.badge.good', { hasText: 'ready' }).waitFor({ timeout: 120_000 });
  await page.getByLabel('Also for so many boards').fill('10, 100, 1000');
  await page.getByRole('button', { name: 'Work it out' }).click();
  await page.getByRole('heading', { name: 'By boards built' }).waitFor({ timeout: 60_000 });
};

/** The pages of a buyer, made where there is nothing to see yet. */
const buyerPages = async (page: Page): Promise<Readonly<Record<string, string>>> => {
  await page.goto(`${url}/console/search?q=RC0603&in_stock=true`);
  const product = await firstHref(page, 'a.part');
  await page.goto(`${url}${product}`);
  const price = await firstHref(page, '#offers a[href^="/console/price"]');
  await page.goto(`${url}/console/estimates`);
  if ((await page.locator('table a').count()) === 0) await makeEstimate(page);
  await page.goto(`${url}/console/estimates`);
  const estimate = await firstHref(page, 'table a');
  return {
    'search-start': '/console/search',
    search: '/console/search?q=RC0603',
    'search-nothing': '/console/search?q=nothing-like-this',
    product: `${product}?quantity=250`,
    price,
    estimates: '/console/estimates',
    estimate,
    'estimate-sheet': `${estimate}/sheet`,
    webhooks: '/console/webhooks',
    components: '/console/components',
    'not-found': '/console/products/prd_00000000000000000000',
  };
};

const operatorPages = {
  now: '/console/now',
  runbook: '/console/runbooks/ingestionlaghigh',
  live: '/console/live',
  connectors: '/console/connectors',
  supplier: '/console/connectors/borealis',
  review: '/console/review',
  audit: '/console/audit',
  'settings-rules': '/console/settings/rules',
  'settings-rule-editor': '/console/settings/rules/edit',
  'settings-webhooks': '/console/settings/webhooks',
  'settings-policies': '/console/settings/policies',
  'settings-profiles': '/console/settings/profiles',
  'settings-profile-editor': '/console/settings/profiles/edit?id=electronic-component',
  'settings-customers': '/console/settings/customers',
  'settings-keys': '/console/settings/customers/demo',
  'settings-rates': '/console/settings/rates',
  'settings-attrition': '/console/settings/attrition',
  'settings-outbox': '/console/settings/outbox',
} as const;

await mkdir(folder, { recursive: true });
for (const [look, options] of Object.entries(looks)) {
  const browser = await startBrowser(options);
  const page = await browser.context.newPage();
  const take = async (name: string, path: string): Promise<void> => {
    await page.goto(`${url}${path}`);
    await page.screenshot({ path: join(folder, `${name}-${look}.png`), fullPage: true });
  };
  await take('sign-in', '/console/sign-in');
  await signIn(page, customerKey);
  for (const [name, path] of Object.entries(await buyerPages(page))) await take(name, path);
  await browser.context.clearCookies();
  await signIn(page, adminKey);
  for (const [name, path] of Object.entries(operatorPages)) await take(name, path);
  await browser.close();
}
