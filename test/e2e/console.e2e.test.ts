import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import axe from 'axe-core';
import type { Page } from 'playwright-core';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectHttp } from '../../clients/typescript/src/index.ts';
import { startBrowser, type TestBrowser } from '../support/browser.ts';
import { buyableProducts } from '../support/buyable.ts';
import { eventually } from '../support/eventually.ts';
import { type Service, startService } from '../support/service.ts';

/** The console in Debian's Chromium, over a running service with the demo. */

const customerKey = 'os_customer-key-for-the-console';
const adminKey = 'os_admin-key-for-the-console';

/** Pages of what operators have set, with their headings. */
const settings = [
  ['rules', 'Pricing rules'],
  ['policies', 'Policies'],
  ['profiles', 'Profiles'],
  ['customers', 'Customers'],
  ['rates', 'Exchange rates'],
  ['attrition', 'Attrition by package'],
  ['outbox', 'Events that were set aside'],
] as const;

/** What has the focus in a page, and whether that is to be seen. */
const focusedNow = `(() => {
  const element = document.activeElement;
  if (element === document.body) return undefined;
  const { outlineStyle, outlineWidth } = getComputedStyle(element.closest('.button') ?? element);
  return { name: element.outerHTML.slice(0, 160), isSeen: outlineStyle !== 'none' && outlineWidth !== '0px' };
})()`;

/** Keeps what the keyboard has not reached of what is to be seen, and what it reached unseen. */
const watchReach = `(() => {
  for (const each of document.querySelectorAll('details')) each.open = true;
  const all = [...document.querySelectorAll('a[href], button, input:not([type="hidden"]), select, textarea, summary')];
  globalThis.left = new Set(all.filter((each) => !each.disabled && each.getClientRects().length > 0));
  globalThis.unseen = [];
  document.addEventListener('focusin', ({ target }) => {
    const { outlineStyle, outlineWidth } = getComputedStyle(target.closest('.button') ?? target);
    if (outlineStyle === 'none' || outlineWidth === '0px') unseen.push(target.outerHTML.slice(0, 120));
    left.delete(target);
  });
  document.activeElement?.blur();
  // A day is three fields and the button of its calendar.
  const more = 3 * document.querySelectorAll('input[type="date"]').length;
  return left.size + more + document.querySelectorAll('[tabindex="0"]').length;
})()`;

/** The bytes of a page with all that it loads, unpacked. */
const weight = `[...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
  .reduce((sum, { decodedBodySize }) => sum + decodedBodySize, 0)`;

/** Every page, by who sees it. */
const everyPage = async (): Promise<readonly (readonly [key: string, paths: readonly string[]])[]> => {
  const { items } = await api('/v1/products?q=RC0603&in_stock=true&limit=1', customerKey);
  const estimates = (await api('/v1/estimates', customerKey)).items.map(({ id }) => `estimates/${id}`);
  const found = ['search', 'search?q=RC0603', 'search?q=nothing-like-this', `products/${items[0]?.id}`, 'price'];
  const own = ['estimates', ...estimates.slice(0, 2), `${estimates[0]}/sheet`, 'estimates/est_none', 'webhooks'];
  const operators = [
    'live',
    'connectors/borealis',
    'now',
    'runbooks/errorbudgetburnsfast',
    'connectors',
    'review',
    'review/doubtful',
    'review/prices',
    'review/facts',
    'audit',
    'settings/webhooks',
    'settings/rules?kind=tax&enabled=true',
    'settings/customers?q=nobody',
  ];
  const editors = [
    'settings/rules/edit',
    'settings/policies/edit',
    'settings/profiles/edit?id=electronic-component',
    'settings/customers/demo',
  ];
  return [
    [customerKey, ['sign-in', ...found, ...own, 'components']],
    [adminKey, [...operators, ...editors, ...settings.map(([path]) => `settings/${path}`)]],
  ];
};

/** Tables with columns that one sees only by scrolling; a sheet is one that one scrolls through. */
const columnsOutOfSight = `[...document.querySelectorAll('.table:not(.sheet)')]
  .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1)
  .map((each) => each.getAttribute('aria-label'))`;

let dataDir: string;
let service: Service;
let browser: TestBrowser;
/** What pages complained of: refused by the policy, not found, or thrown. */
const complaints: string[] = [];

const newPage = async (): Promise<Page> => {
  const page = await browser.context.newPage();
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  return page;
};

const signIn = async (page: Page, key: string): Promise<void> => {
  await browser.context.clearCookies();
  await page.goto(`${service.httpUrl}/console/sign-in`);
  await page.getByLabel('Key').fill(key);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL((at) => at.pathname !== '/console/sign-in');
};

/** Serious faults of a page for people who see it otherwise. */
const seriousFaults = async (page: Page, rules?: readonly string[]): Promise<readonly string[]> => {
  if (!(await page.evaluate('"axe" in globalThis'))) await page.evaluate(axe.source);
  const { violations } = await page.evaluate(
    (only) => (globalThis as unknown as { axe: typeof axe }).axe.run(only === undefined ? {} : { runOnly: [...only] }),
    rules,
  );
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`);
};

const api = async (path: string, key: string): Promise<{ readonly items: readonly { id: string; mpn: string }[] }> =>
  (await (await fetch(`${service.httpUrl}${path}`, { headers: { 'x-api-key': key } })).json()) as never;

/** Has a demo supplier ask another price of an offer: what it repeats is published by nobody. */
const changePrice = async (supplier: string): Promise<void> => {
  const read = async (path: string) =>
    (await (await fetch(`${service.httpUrl}/v1/admin/${path}`, { headers: { 'x-api-key': adminKey } })).json()) as {
      readonly base_url: string;
      readonly items: readonly { readonly supplier_sku: string }[];
    };
  const [{ base_url }, { items }] = [await read(`connectors/${supplier}`), await read(`suppliers/${supplier}/offers`)];
  const price = { sku: items[0]?.supplier_sku, base: 1, breaks: [{ from: 1, price: '7.77' }] };
  const headers = { 'content-type': 'application/json' };
  const changed = await fetch(`${base_url}/control/price`, { method: 'POST', headers, body: JSON.stringify(price) });
  expect(changed.status).toBe(200);
};

/** Two parts of which so many can be bought as any test here does. */
const twoParts = (): Promise<readonly { readonly mpn: string }[]> =>
  eventually(async () => {
    const client = connectHttp({ baseUrl: service.httpUrl, apiKey: customerKey });
    const found = await buyableProducts(client, 'RC0603', 75).finally(() => client.close());
    return found.length >= 2 && found.slice(0, 2);
  }, 60_000);

const environment = (): Readonly<Record<string, string>> => ({
  DATA_DIR: join(dataDir, 'data'),
  BOOTSTRAP_CUSTOMER_KEY: customerKey,
  BOOTSTRAP_ADMIN_KEY: adminKey,
  DEMO_PRODUCTS: '1000',
  OUTBOUND_ALLOW: '',
});

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'offerstream-'));
  service = await startService(environment());
  browser = await startBrowser({ viewport: { width: 1280, height: 900 } });
  await eventually(
    async () => (await api('/v1/products?q=RC0603&in_stock=true', customerKey)).items.length >= 3,
    60_000,
  );
}, 120_000);

afterAll(async () => {
  await browser?.close();
  await service?.stop();
  await rm(dataDir, { recursive: true, force: true });
});

describe('a buyer', () => {
  let page: Page;

  beforeAll(async () => {
    page = await newPage();
    await signIn(page, customerKey);
  });

  it('is asked for a key, told when it is none, and led to where it wanted to go', async () => {
    await browser.context.clearCookies();
    await page.goto(`${service.httpUrl}/console/estimates`);
    expect(new URL(page.url()).pathname).toBe('/console/sign-in');
    await page.getByLabel('Key').fill('os_no-key-at-all-of-anybody-here');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('That is no key that is valid here.').waitFor();
    expect(complaints.splice(0)).toEqual([expect.stringContaining('401')]);
    await page.getByLabel('Key').fill(customerKey);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL('**/console/estimates');
    const [cookie] = await browser.context.cookies();
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/console' });
    expect(cookie?.value).not.toContain('customer-key');
  });

  it('finds a part while typing, and sees its offers with prices at a quantity and what they have cost', async () => {
    await page.goto(`${service.httpUrl}/console/search`);
    await page.getByLabel('Part number or words').pressSequentially('RC0603', { delay: 20 });
    // What is found while one types is shown too.
    await page.waitForURL((at) => at.searchParams.get('q') === 'RC0603');
    await page.locator('#results a.part').first().waitFor();
    await page.getByLabel('in stock').check();
    await page.waitForURL('**in_stock=true**');
    await page.locator('#results a.part').first().click();
    await page.getByLabel('Pieces').fill('500');
    await page.getByRole('button', { name: 'Price' }).click();
    await page.waitForURL('**quantity=500');
    await page.locator('#offers td.figure strong').first().waitFor();
    const history = page.locator('section', { hasText: 'Price of one at 500 pieces' });
    await history.getByRole('img', { name: 'Prices from' }).waitFor();
    expect(await history.locator('path.line').count()).toBeGreaterThan(0);
    await page.getByRole('link', { name: 'Breakdown' }).first().click();
    await page.getByText('How it comes about').waitFor();
    expect(await page.locator('svg.waterfall').count()).toBeGreaterThan(0);
  });

  it('refreshes a part and is shown the answer', async () => {
    await page.goto(`${service.httpUrl}/console/search?q=RC0603&in_stock=true`);
    await page.locator('a.part').first().click();
    // The job may be over before the next look at the address.
    const asked = page.waitForURL((at) => at.searchParams.has('job'));
    await page.getByRole('button', { name: 'Refresh' }).click();
    await asked;
    await page.waitForURL((at) => !at.searchParams.has('job'), { timeout: 120_000 });
  });

  it('carries a messy list to a cart: upload, live lines, a choice, a changed quantity, files', async () => {
    const rows = (await twoParts()).map(({ mpn }, at) => `${25 * (at + 1)};${mpn};R${at + 1}`);
    const list = ['Quantity;Part number;Designator', ...rows, '3;<img src=x onerror=alert(1)>;U9', ''].join('\r\n');
    await page.goto(`${service.httpUrl}/console/estimates`);
    await page.setInputFiles('input[type="file"]', {
      name: 'board.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(list),
    });
    await page.getByText('board.csv').waitFor();
    await page.getByRole('button', { name: 'Find the best basket' }).first().click();
    await page.waitForURL('**/console/estimates/est_*');
    await page.locator('.badge.good', { hasText: 'ready' }).waitFor({ timeout: 60_000 });
    await page.getByText('2 of 3', { exact: true }).waitFor();
    expect(await page.locator('#line-3 .raw').textContent()).toContain('<img src=x');
    expect(await page.locator('main img').count()).toBe(0);

    await page.getByLabel('Quantity of line 1', { exact: true }).fill('60');
    await page.getByRole('button', { name: 'Change the quantity of line 1' }).click();
    await eventually(
      async () =>
        (await page.getByLabel('Quantity of line 1', { exact: true }).inputValue()) === '60' &&
        (await page.locator('.actions .badge').textContent()) === 'ready',
      30_000,
    );

    await page.locator('details.order summary').first().click();
    const cart = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Cart file' }).first().click();
    expect((await cart).suggestedFilename()).toMatch(/\.(csv|txt)$/);
    const sheet = page.waitForEvent('download');
    await page.getByRole('link', { name: 'XLSX' }).click();
    expect((await sheet).suggestedFilename()).toMatch(/\.xlsx$/);
  });

  it('sees the list as it was read, says what a column means, and has it read again', async () => {
    const { items } = await api('/v1/products?q=RC0603&in_stock=true&limit=2', customerKey);
    const rows = items.map(({ mpn }, at) => `${at + 1};${mpn};${200 + at};<b>bold</b>`);
    const list = ['Board <i>A</i>', 'Menge;MPN;Wirklich;Notiz', ...rows, 'Summe;;401;', ''].join('\r\n');
    await page.goto(`${service.httpUrl}/console/estimates`);
    await page.setInputFiles('input[type="file"]', {
      name: '<script>alert(1)</script>.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(list),
    });
    await page.getByLabel('compare all aims').check();
    await page.getByRole('button', { name: 'Find the best basket' }).first().click();
    await page.locator('.badge.good', { hasText: 'ready' }).waitFor({ timeout: 60_000 });
    await page.getByRole('heading', { name: 'By aim' }).waitFor({ timeout: 30_000 });
    const first = page.url();

    await page.getByRole('link', { name: 'The list as read' }).click();
    await page.getByText('Board <i>A</i>').waitFor();
    await page.getByRole('cell', { name: '<b>bold</b>' }).first().waitFor();
    expect(await page.locator('main i, main b, main script').count()).toBe(0);
    expect(await page.locator('.row-skipped').count()).toBe(1);
    await page.getByLabel('What column A means').selectOption('');
    await page.getByLabel('What column C means').selectOption('Quantity');
    await page.getByRole('button', { name: 'Read it again' }).click();
    await page.waitForURL((at) => at.href !== first && /est_[a-z0-9]+$/.test(at.pathname));
    await page.locator('.badge.good', { hasText: 'ready' }).waitFor({ timeout: 60_000 });
    expect(await page.getByLabel('Quantity of line 1', { exact: true }).inputValue()).toBe('200');

    await page.getByLabel('Also for so many boards').fill('10, 100');
    await page.getByRole('button', { name: 'Work it out' }).click();
    await page.getByRole('heading', { name: 'By boards built' }).waitFor({ timeout: 60_000 });
    await page.getByText('100 boards').waitFor();
    await page.goto(`${first}/sheet`);
    await page.getByLabel('What column A means').waitFor();
  });

  it('is used by the keyboard alone, with what has the focus always to be seen', async () => {
    await page.goto(`${service.httpUrl}/console/estimates`);
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Skip to the content');
    const wanted = await page.locator('a[href], button, input:not([type="hidden"]), select, summary').count();
    const reached = new Set<string>();
    for (let at = 0; at < wanted + 3; at += 1) {
      const focus = await page.evaluate<{ name: string; isSeen: boolean } | undefined>(focusedNow);
      if (focus !== undefined) {
        reached.add(focus.name);
        expect(focus.isSeen, focus.name).toBe(true);
      }
      await page.keyboard.press('Tab');
    }
    for (const part of [
      'type="file"',
      'optimization_mode',
      'build_quantity',
      'class="primary"',
      '<summary>',
      '/console/price',
    ])
      expect(
        [...reached].some((name) => name.includes(part)),
        part,
      ).toBe(true);
    await page.locator('table a').first().focus();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/console/estimates/est_*');
  });

  it('sees an estimate change that another page has changed', async () => {
    const other = await newPage();
    await other.goto(`${service.httpUrl}/console/estimates`);
    await other.locator('table a').first().click();
    const address = other.url();
    await page.goto(address);
    await page.getByLabel('Quantity of line 2', { exact: true }).fill('75');
    await page.getByRole('button', { name: 'Change the quantity of line 2' }).click();
    await eventually(
      async () => (await other.getByLabel('Quantity of line 2', { exact: true }).inputValue()) === '75',
      30_000,
    );
    await other.close();
  });

  it('never sees a page of operators', async () => {
    expect(await page.getByRole('link', { name: 'Connectors' }).count()).toBe(0);
    for (const path of [
      'now',
      'connectors',
      'review',
      'audit',
      'settings/rules',
      'settings/customers',
      'settings/outbox',
    ]) {
      const answer = await page.goto(`${service.httpUrl}/console/${path}`);
      expect(answer?.status(), path).toBe(403);
    }
    complaints.splice(0);
  });

  it('has signed out when it has', async () => {
    await page.goto(`${service.httpUrl}/console/search`);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.waitForURL('**/console/sign-in');
    await page.goto(`${service.httpUrl}/console/search`);
    expect(new URL(page.url()).pathname).toBe('/console/sign-in');
  });
});

describe('webhooks of a customer', () => {
  it('are registered with a secret that is shown once, tested, given another, disabled and removed', async () => {
    const page = await newPage();
    await signIn(page, customerKey);
    await page.getByRole('link', { name: 'Webhooks' }).click();
    await page.getByText('No endpoints yet').waitFor();
    await page.getByLabel('Address').fill('https://shop.example/hooks');
    await page.getByLabel('Description').fill('<img src=x onerror=alert(3)> =1+1 \u202Egnp');
    await page.getByLabel('estimate.ready').check();
    await page.getByRole('button', { name: 'Register the endpoint' }).click();
    const secret = await page.locator('.secret').textContent();
    expect(secret).toMatch(/whsec_/);
    await page.reload();
    expect(await page.locator('.secret').textContent()).toMatch(/shown before/);
    await page.getByRole('link', { name: 'Webhooks' }).click();
    await page.locator('tbody tr').first().waitFor();
    expect(await page.locator('tbody tr').count()).toBe(1);
    await page.getByRole('link', { name: 'https://shop.example/hooks' }).click();
    await page.getByRole('button', { name: 'Send a test' }).waitFor();
    expect(await page.content()).not.toContain(secret);
    expect(await page.locator('main img').count()).toBe(0);
    await page.getByRole('button', { name: 'Send a test' }).click();
    await page.getByText('webhook.test').waitFor();
    await page.getByRole('button', { name: 'New secret' }).click();
    expect(await page.locator('.secret').textContent()).toMatch(/whsec_/);
    expect(await page.locator('.secret').textContent()).not.toBe(secret);
    await page.reload();
    expect(await page.locator('.secret').textContent()).toMatch(/shown before/);
    await page.getByRole('link', { name: 'To the endpoint' }).click();
    await page.getByText('The secret before signs too').waitFor();
    await page.getByRole('button', { name: 'Disable' }).click();
    await page.getByText('disabled by you').waitFor();
    const dead = page.locator('.badge.bad', { hasText: 'dead' });
    await dead.waitFor();
    await page.getByRole('button', { name: 'Enable' }).click();
    await page.getByRole('button', { name: 'Deliver again' }).click();
    await page.locator('.badge.info', { hasText: 'pending' }).waitFor();
    await page.getByRole('button', { name: 'Remove' }).click();
    await page.getByText('No endpoints yet').waitFor();
    await page.close();
  });
});

describe('an operator', () => {
  it('keeps the place of the keyboard while a page follows what goes on', async () => {
    const page = await newPage();
    await signIn(page, adminKey);
    await page.goto(`${service.httpUrl}/console/now`);
    await page.evaluate('globalThis.isOld = document.getElementById("now")');
    await page.getByRole('link', { name: 'Pause, limit, fetch' }).focus();
    await eventually(() => page.evaluate<boolean>('isOld !== document.getElementById("now")'), 30_000);
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Pause, limit, fetch');
    // The next forms of the page have a link more before it, and then it is gone.
    let change = (body: string): string => body.replace(/(<div id="now"[^>]*>)/, '$1<a href="/console/new">New</a>');
    await page.route('**/console/now', async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ response: answer, body: change(await answer.text()) });
    });
    await page.getByRole('link', { name: 'New', exact: true }).waitFor();
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Pause, limit, fetch');
    change = (body) => body.replace(/<a [^>]*>Pause, limit, fetch<\/a>/, '');
    await page.getByRole('link', { name: 'Pause, limit, fetch' }).waitFor({ state: 'detached' });
    expect(await page.evaluate('document.activeElement === document.body')).toBe(true);
    await page.close();
  });

  it('pauses a supplier with a reason, and lets it go on', async () => {
    const page = await newPage();
    await signIn(page, adminKey);
    await page.goto(`${service.httpUrl}/console/now`);
    await page.getByText('How promises are kept').waitFor();
    await page.goto(`${service.httpUrl}/console/connectors`);
    await page.locator('#pause-borealis summary').click();
    await page.getByLabel('Why borealis is paused').fill('stocktaking');
    await page.locator('#pause-borealis').getByRole('button', { name: 'Pause' }).click();
    await page.getByText('Paused: stocktaking').waitFor();
    await page.getByRole('button', { name: 'Resume' }).click();
    await eventually(async () => (await page.getByText('stocktaking').count()) === 0);
    await page.goto(`${service.httpUrl}/console/audit`);
    await page.getByText('Pause connector').first().waitFor();
    await page.close();
  });

  it('narrows a list down, by a form whose answer has an address', async () => {
    const page = await newPage();
    await signIn(page, adminKey);
    await page.goto(`${service.httpUrl}/console/settings/customers`);
    await page.getByLabel('Name', { exact: true }).fill('nobody');
    await page.keyboard.press('Enter');
    await page.getByText('None is like this').waitFor();
    expect(new URL(page.url()).searchParams.get('q')).toBe('nobody');
    await page.getByRole('link', { name: 'Show all' }).click();
    await page.getByRole('link', { name: 'Keys' }).first().waitFor();
    expect(new URL(page.url()).search).toBe('');
    await page.close();
  });

  it('looks at what passes, of one supplier and of one kind, and stops it', async () => {
    const page = await newPage();
    await signIn(page, adminKey);
    await page.getByRole('link', { name: 'Live' }).click();
    await page.getByText('0 shown').waitFor();
    const fetchNow = (supplier: string) =>
      fetch(`${service.httpUrl}/v1/admin/connectors/${supplier}/fetch`, {
        method: 'POST',
        headers: { 'x-api-key': adminKey },
      });
    await fetchNow('borealis');
    const rows = page.locator('[data-tail] tbody tr');
    await rows.first().waitFor({ timeout: 30_000 });
    await page.locator('select[name="subject"]').selectOption('offer.observation.v1');
    await page.locator('select[name="supplier"]').selectOption('borealis');
    await page.getByRole('button', { name: 'Show' }).click();
    await page.waitForURL('**subject=offer.observation.v1&supplier=borealis');
    await page.getByText(/^\d[\d.,]* shown/).waitFor();
    await changePrice('borealis');
    await fetchNow('borealis');
    await rows.first().waitFor({ timeout: 30_000 });
    expect(new Set(await rows.locator('td:nth-child(3)').allTextContents())).toEqual(new Set(['borealis']));
    expect(new Set(await rows.locator('td:first-child').allTextContents())).toEqual(new Set(['offer.observation']));
    expect(await rows.count()).toBeLessThanOrEqual(200);
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByText(/^paused, \d+/).waitFor();
    await rows.first().locator('summary').click();
    await rows.first().getByText('"supplier_sku"').first().waitFor();
    await page.setViewportSize({ width: 360, height: 740 });
    expect(await page.evaluate(columnsOutOfSight)).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.getByRole('button', { name: 'Go on' }).click();
    await page.close();
  });

  it('goes on looking after a restart or a change of its key, and not where it may not look', async () => {
    const page = await newPage();
    await signIn(page, adminKey);
    const problem = (status: number) => {
      const body = `event: problem\ndata: ${JSON.stringify({ status, detail: `told ${status}` })}\n\n`;
      return { status: 200, contentType: 'text/event-stream', body };
    };
    const answers = [problem(503), problem(409), { status: 503, body: '' }, { status: 503, body: '' }];
    let asked = 0;
    await page.route('**/console/live/messages**', async (route) => {
      const answer = answers[asked];
      asked += 1;
      await (answer === undefined ? route.continue() : route.fulfill(answer));
    });
    await page.goto(`${service.httpUrl}/console/live`);
    await page.getByText('told 503; it is tried again').waitFor();
    await page.getByText('told 409; it is tried again').waitFor();
    await page.getByText(/^\d[\d.,]* shown/).waitFor();
    answers.splice(0, answers.length, ...Array.from({ length: asked }, () => problem(503)), problem(403));
    await page.reload();
    await page.getByText('told 403', { exact: true }).waitFor();
    // The browser itself tells of what was refused.
    expect(complaints.splice(0).filter((text) => !/40[14]|503/.test(text))).toEqual([]);
    await page.close();
  });

  it('lowers a rate for a while, and sees what is set', async () => {
    const page = await newPage();
    await signIn(page, adminKey);
    await page.goto(`${service.httpUrl}/console/connectors`);
    await page.getByRole('link', { name: 'Secrets, rates, limits and log of Borealis' }).click();
    await page.getByLabel('Rate of catalogue').fill('10');
    await page.locator('.endpoints tr', { hasText: 'catalogue' }).getByRole('button', { name: 'Lower' }).click();
    await page.locator('.badge.warn', { hasText: 'lowered' }).waitFor();
    await page.getByText('Lower rates: catalogue').waitFor();
    await page.getByText('Another secret for house account').click();
    await page.getByText('a field that is left empty is removed').first().waitFor();
    await page.locator('#crd_borealis_system-login').fill('borealis');
    await page.locator('#crd_borealis_system-password').fill('a-wrong-secret-that-nobody-sees');
    expect(await page.locator('#crd_borealis_system-password').getAttribute('type')).toBe('password');
    await page.locator('#secret-crd_borealis_system').getByRole('button', { name: 'Seal it' }).click();
    await page.getByText('Rotate credential').waitFor();
    expect(await page.content()).not.toContain('nobody-sees');
    for (const [path, heading] of settings) {
      await page.goto(`${service.httpUrl}/console/settings/${path}`);
      await page.getByRole('heading', { name: heading }).first().waitFor();
    }
    await page.goto(`${service.httpUrl}/console/settings/attrition`);
    await page.getByLabel('Package').fill('0402');
    await page.getByLabel('Percent of the pieces').fill('5');
    await page.getByLabel('Pieces of each line').fill('10');
    await page.getByRole('button', { name: 'Set it' }).click();
    await page.getByRole('link', { name: '0402', exact: true }).click();
    expect(await page.getByLabel('Percent of the pieces').inputValue()).toBe('5');
    await page.getByRole('button', { name: 'Remove' }).click();
    await page.getByText('Nothing is said of any package').waitFor();
    await page.goto(`${service.httpUrl}/console/settings/customers`);
    await page.getByRole('link', { name: 'Keys' }).first().click();
    await page.getByText('first customer key').waitFor();
    expect(await page.content()).not.toContain(customerKey);
    await page.close();
  });

  it('gives an offer its product, and takes that back, by the keyboard alone', async () => {
    const page = await newPage();
    await signIn(page, adminKey);
    const first = await eventually(async () => {
      const { items } = (await api('/v1/admin/matching/orphans?limit=2', adminKey)) as unknown as {
        readonly items: readonly { readonly offer_id: string; readonly manufacturer?: string; readonly mpn?: string }[];
      };
      return items.length === 2 && (items[0] ?? false);
    }, 60_000);
    await page.goto(`${service.httpUrl}/console/review`);
    await page.keyboard.press('j');
    const row = page.locator(`tr:has([action="/console/review/${first.offer_id}/product"])`);
    expect(await row.evaluate((element) => element === element.ownerDocument.activeElement)).toBe(true);
    await page.keyboard.press('n');
    await page.getByText('was given a product of its own').waitFor();
    expect(await row.count()).toBe(0);
    // The next one is at hand.
    expect(await page.evaluate('document.activeElement.tagName')).toBe('TR');
    await page.keyboard.press('u');
    await page.getByText('was put back as it was').waitFor();
    const match = (await api(`/v1/admin/offers/${first.offer_id}/match`, adminKey)) as unknown as Record<
      string,
      unknown
    >;
    expect(match).toMatchObject({ match_confidence: 'unmatched', last_decision: { kind: 'undone' } });
    await page.close();
  });

  it('confirms a doubtful match, and takes that back, by the keyboard alone', async () => {
    const { url } = JSON.parse(await readFile(join(dataDir, 'data/connection.json'), 'utf8')) as { url: string };
    const sql = postgres(url);
    // No supplier of the demo leaves room for doubt.
    const [doubted] = await sql<{ id: string }[]>`
      update offer set match_confidence = 'weak', match_rule = 'best_score' where id = (
        select id from offer where product_id is not null and match_confidence = 'strong' order by id limit 1)
      returning id`;
    await sql.end();
    const id = doubted?.id ?? '';
    const page = await newPage();
    await signIn(page, adminKey);
    await page.goto(`${service.httpUrl}/console/review/doubtful`);
    const row = page.locator(`tr:has([action="/console/review/${id}"])`);
    await page.keyboard.press('j');
    expect(await row.evaluate((element) => element === element.ownerDocument.activeElement)).toBe(true);
    await page.keyboard.press('c');
    await page.getByText('was confirmed').waitFor();
    expect(new URL(page.url()).pathname).toBe('/console/review/doubtful');
    expect(await row.count()).toBe(0);
    await page.keyboard.press('u');
    await page.getByText('was put back as it was').waitFor();
    await page.close();
  });

  it('works off offers without a product by keys', async () => {
    const page = await newPage();
    await signIn(page, adminKey);
    await page.goto(`${service.httpUrl}/console/review`);
    const rows = await page.locator('[data-queue] tbody tr').count();
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.keyboard.press('k');
    const focused = await page.evaluate(
      '[...document.querySelectorAll("[data-queue] tbody tr")].indexOf(document.activeElement)',
    );
    expect(focused).toBe(rows === 0 ? -1 : 0);
    await page.close();
  });
});

describe('every page', () => {
  const withinMs = 900_000;

  it('is usable by all: no serious fault for those who see or point otherwise, in either scheme, and on a phone', {
    timeout: withinMs,
  }, async () => {
    const page = await newPage();
    await signIn(page, adminKey);
    for (const [key, pages] of await everyPage()) {
      await page.setViewportSize({ width: 1280, height: 900 });
      await signIn(page, key);
      for (const path of pages) {
        await page.goto(`${service.httpUrl}/console/${path}`);
        expect(await page.evaluate(weight), path).toBeLessThan(200_000);
        await page.evaluate('for (const each of document.querySelectorAll("details")) each.open = true');
        await page.emulateMedia({ colorScheme: 'light' });
        expect(await seriousFaults(page), `${path} light`).toEqual([]);
        // What the other scheme changes is colours.
        await page.emulateMedia({ colorScheme: 'dark' });
        expect(await seriousFaults(page, ['color-contrast']), `${path} dark`).toEqual([]);
        await page.setViewportSize({ width: 360, height: 740 });
        expect(await page.evaluate('document.documentElement.scrollWidth'), path).toBeLessThanOrEqual(360);
        expect(await page.evaluate(columnsOutOfSight), path).toEqual([]);
        await page.setViewportSize({ width: 1280, height: 900 });
      }
    }
    // The page of an estimate that does not exist, which is a state of its own.
    expect(complaints.splice(0).filter((text) => !text.includes('404'))).toEqual([]);
    await page.close();
  });

  it('is worked by the keyboard alone: all that can be done is reached, and is seen when it is', {
    timeout: withinMs,
  }, async () => {
    const page = await newPage();
    // What follows by itself would put other elements in the place of those that are counted.
    await page.addInitScript(
      'globalThis.setInterval = () => 0; globalThis.EventSource = class { addEventListener() {} };',
    );
    for (const [key, pages] of await everyPage()) {
      await signIn(page, key);
      for (const path of pages) {
        await page.goto(`${service.httpUrl}/console/${path}`);
        const presses = await page.evaluate<number>(watchReach);
        for (let at = 0; at < presses + 5; at += 1) await page.keyboard.press('Tab');
        expect(await page.evaluate('[...left].map((each) => each.outerHTML.slice(0, 120))'), path).toEqual([]);
        expect(await page.evaluate('unseen'), path).toEqual([]);
      }
    }
    complaints.splice(0);
    await page.close();
  });

  it('lets nothing in from elsewhere, and asks nothing elsewhere', async () => {
    const answer = await fetch(`${service.httpUrl}/console/sign-in`);
    const policy = answer.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain('unsafe');
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(complaints).toEqual([]);
  });

  it('follows again by itself after the service was away', async () => {
    const page = await newPage();
    await signIn(page, customerKey);
    await page.goto(`${service.httpUrl}/console/estimates`);
    await page.locator('table a').first().click();
    await page.locator('.badge.good', { hasText: 'ready' }).waitFor({ timeout: 60_000 });
    await page.evaluate(() => Object.assign(globalThis, { isSamePage: true }));
    const port = new URL(service.httpUrl).port;
    await service.stop();
    await page.locator('#offline').waitFor({ state: 'visible', timeout: 30_000 });
    service = await startService({ ...environment(), HTTP_PORT: port });
    await page.locator('#offline').waitFor({ state: 'hidden', timeout: 60_000 });
    const id = new URL(page.url()).pathname.split('/').at(-1);
    const changed = await fetch(`${service.httpUrl}/v1/estimates/${id}`, {
      method: 'PATCH',
      headers: { 'x-api-key': customerKey, 'content-type': 'application/json' },
      body: JSON.stringify({ lines: [{ number: 1, quantity: 321 }] }),
    });
    expect(changed.status).toBe(200);
    await eventually(
      async () => (await page.getByLabel('Quantity of line 1', { exact: true }).inputValue()) === '321',
      30_000,
    );
    expect(await page.evaluate('isSamePage')).toBe(true);
    complaints.splice(0);
    await page.close();
  });

  it('refuses a form that another site has sent', async () => {
    const body = new URLSearchParams({ credential: customerKey });
    for (const headers of [{ origin: 'https://elsewhere.example' }, { 'sec-fetch-site': 'cross-site' }, {}]) {
      const answer = await fetch(`${service.httpUrl}/console/sign-in`, {
        method: 'POST',
        body,
        headers,
        redirect: 'manual',
      });
      expect(answer.status).toBe(403);
      expect(answer.headers.has('set-cookie')).toBe(false);
    }
  });
});
