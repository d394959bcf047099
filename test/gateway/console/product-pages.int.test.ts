import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PriceHistoryStore } from '../../../domain/analytics/ports.ts';
import { manufacturerKey, mpnKey } from '../../../domain/catalog/identity.ts';
import { builtInProfiles, defaultProfile } from '../../../domain/identity/built-in-profiles.ts';
import { productId } from '../../../domain/ids.ts';
import { priceBook } from '../../../domain/pricing/price-book.ts';
import { createFormats } from '../../../gateway/console/format.ts';
import { mountConsole } from '../../../gateway/console/mount-console.ts';
import { createUseCases } from '../../../gateway/create-use-cases.ts';
import { createOfferCache } from '../../../gateway/pricing/offer-cache/offer-cache.ts';
import { createAlternateCandidates } from '../../../storage/catalog/alternate-candidates.ts';
import { createCatalogStore } from '../../../storage/catalog/catalog-store.ts';
import { createProductStatements } from '../../../storage/catalog/product-statements.ts';
import { createMatchStore } from '../../../storage/matching/match-store.ts';
import { createObservationStore } from '../../../storage/offers/observation-store.ts';
import { createOfferChangeFeed } from '../../../storage/offers/offer-change-feed.ts';
import { createOfferStore } from '../../../storage/offers/offer-store.ts';
import { createPriceHistoryStore } from '../../../storage/offers/price-history.ts';
import { inTransaction } from '../../../storage/pool/pool.ts';
import { realPart } from '../../domain/alternates/real-parts.ts';
import { startBrowser, type TestBrowser } from '../../support/browser.ts';
import { untraced } from '../../support/event-samples.ts';
import { fullKey, startTestEdge, storeKeys, type TestEdge } from '../../support/http-edge.ts';
import { fillMarket, resistorId } from '../../support/market.ts';
import { observation, offerOf, priceOf, stockOf } from '../../support/observations.ts';
import { ladder } from '../../support/offers.ts';
import { type TestDatabase, testDatabase } from '../../support/postgres.ts';

/** Pages of buyers over a stored catalogue, in a browser: what they say, and texts in them. */

const markup = '<img src=x onerror=alert(1)><script>alert(2)</script>';
const formula = '=HYPERLINK("http://evil.example")';
/** From right to left from here on, with nothing that ends it. */
const reversed = '\u202Egnp.exe';
const hiddenMarks = 'zero\u200Bwidth\u2060 R\u200DC';
const word = 'W'.repeat(200);

const hostileManufacturer = `${markup} ${reversed}`;
const hostileNumber = `HOSTILE-${word}`;
const hostileId = productId(defaultProfile.id, manufacturerKey(hostileManufacturer), mpnKey(hostileNumber));

const dayMs = 86_400_000;
const daysAgo = (days: number): Date => new Date(Date.now() - days * dayMs);

let database: TestDatabase;
let edge: TestEdge;
let history: PriceHistoryStore;
let browser: TestBrowser;
let page: Page;
const complaints: string[] = [];

const fillHostile = async (): Promise<void> => {
  const { sql } = database.pool;
  const product = { profileId: defaultProfile.id, manufacturer: hostileManufacturer, mpn: hostileNumber };
  const characteristics = { [`${word} ${markup}`]: `${formula} ${reversed}` };
  await createCatalogStore(sql).upsert(
    [{ ...product, description: `hostile ${hiddenMarks} ${reversed} ${word}`, characteristics }],
    new Date(),
    untraced,
  );
  const text = { manufacturer: hostileManufacturer, mpn: hostileNumber, text: `${markup} ${word}` };
  const facts = { datasheet_url: 'javascript:alert(3)', seller: `${formula} ${reversed}`, category: markup };
  await createObservationStore(sql).apply(
    [
      observation(`${formula}${word}`.slice(0, 120), {
        description: { ...text, attributes: { [markup]: word }, facts },
        price: priceOf('1'),
        packaging: `${markup} ${reversed}`,
        stock: [{ warehouseRef: `${markup}${word}`.slice(0, 100), quantity: 5 }],
      }),
    ],
    untraced,
  );
};

const isOf = (sku: string, id: string) => ({
  offerId: offerOf(sku),
  productId: id,
  confidence: 'exact' as const,
  strategy: 'deterministic' as const,
  rule: 'manufacturer_and_mpn',
  evidence: {},
  create: undefined,
});

/** Three offers of one part: two in euros, and one in dollars that is the cheapest of all. */
const fillOffers = async (): Promise<void> => {
  const { sql } = database.pool;
  await createObservationStore(sql).apply(
    [
      observation('EURO', { price: priceOf('0.50'), stock: stockOf(400) }),
      observation('EURO-2', { price: priceOf('0.60'), stock: stockOf(400), minimumOrderQuantity: 500 }),
      observation('DOLLAR', {
        price: { kind: 'ladder', ladder: ladder([[1, '0.60']], { currency: 'USD' }) },
        stock: stockOf(9),
      }),
    ],
    untraced,
  );
  const skus = ['EURO', 'EURO-2', 'DOLLAR'];
  const decisions = skus.map((sku) => isOf(sku, resistorId(2)));
  await createMatchStore(sql).record(
    [...decisions, isOf(`${formula}${word}`.slice(0, 120), hostileId)],
    untraced,
    new Date(),
  );
};

/** What two of them cost over the last months. */
const fillHistory = async (): Promise<void> => {
  const seen = (sku: string, days: number, price: string) =>
    observation(sku, { observedAt: daysAgo(days), price: priceOf(price), runId: `run_${days}` });
  await createObservationStore(database.pool.sql).apply(
    [seen('EURO', 40, '0.80'), seen('EURO', 20, '0.40'), seen('EURO', 1, '0.50'), seen('EURO-2', 30, '0.60')],
    untraced,
  );
};

/** Parts that are not made any more: one that another does the same as, and one without any. */
const fillGone = async (): Promise<void> => {
  const drafts = [realPart('RC0603JR-0710KL'), realPart('RT0603BRD0710KL'), realPart('LM358DR')].map(
    ({ profileId, manufacturer, mpn, description = '', characteristics }) =>
      ({ profileId, manufacturer, mpn, description, characteristics, lifecycle: 'discontinued' }) as const,
  );
  await createCatalogStore(database.pool.sql).upsert(drafts, new Date(), untraced);
};

const startEdge = async (): Promise<TestEdge> => {
  const { sql } = database.pool;
  const book = priceBook({
    rules: [],
    rates: [{ currency: 'USD', day: new Date().toISOString().slice(0, 10), rate: '2' }],
  });
  const useCases = createUseCases({
    catalog: createCatalogStore(sql),
    alternates: createAlternateCandidates(sql),
    offers: createOfferStore(sql),
    offerCache: createOfferCache({ store: createOfferChangeFeed(sql) }),
    statements: createProductStatements(sql),
    priceBooks: { current: () => book, asOf: async () => book },
    profiles: builtInProfiles,
    zones: [],
    cursorKey: Buffer.alloc(32, 5),
    priceHistory: history,
  });
  return startTestEdge(database.pool, {
    useCases,
    serveConsole: (app, given) => mountConsole(app, given, { secret: new Uint8Array(32), showsComponents: false }),
  });
};

beforeAll(async () => {
  database = await testDatabase();
  await storeKeys(database.pool);
  await fillMarket(database.pool);
  await fillHostile();
  await fillOffers();
  await fillHistory();
  await fillGone();
  history = createPriceHistoryStore(database.pool.sql, { deadlineMs: 600_000 });
  edge = await startEdge();
  browser = await startBrowser({ viewport: { width: 1280, height: 900 } });
  page = await browser.context.newPage();
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  page.on('dialog', (dialog) => complaints.push(dialog.message()));
  await page.goto(`${edge.url}/console/sign-in`);
  await page.getByLabel('Key').fill(fullKey);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL('**/console/search');
});
afterAll(async () => {
  await browser?.close();
  await edge?.stop();
  await database?.close();
});

describe('offers of a part', () => {
  it('are compared in one currency, and too little stock is what does not do for what must be bought', async () => {
    await page.goto(`${edge.url}/console/products/${resistorId(2)}?quantity=100`);
    const rows = page.locator('.offers tbody tr:not(.more)');
    expect(await rows.locator('td:first-child .mono').allTextContents()).toEqual(['DOLLAR', 'EURO', 'EURO-2']);
    expect(await rows.nth(0).locator('strong').textContent()).toBe('€30.00');
    expect(await rows.nth(0).textContent()).toContain('from USD');
    // 400 are enough for 100, but not for the 500 that this one sells at least.
    expect(await rows.nth(1).locator('td').nth(2).locator('.bad').count()).toBe(0);
    expect(await rows.nth(2).locator('td').nth(2).locator('.bad').textContent()).toBe('400');
  });

  it('are marked and the last where the supplier no longer has them, cheap as they are', async () => {
    const { sql } = database.pool;
    const withdraw = async (at: Date | null) => {
      await sql`update offer_view set withdrawn_at = ${at} where offer_id = ${offerOf('EURO')}`;
      await page.goto(`${edge.url}/console/products/${resistorId(2)}?quantity=100`);
    };
    await withdraw(new Date());
    const rows = page.locator('.offers tbody tr:not(.more)');
    expect(await rows.locator('td:first-child .mono').allTextContents()).toEqual(['DOLLAR', 'EURO-2', 'EURO']);
    expect(await rows.locator('td:first-child .badge').allTextContents()).toEqual(['withdrawn']);
    expect(await rows.nth(2).locator('td:first-child .badge').textContent()).toBe('withdrawn');
    await withdraw(null);
  });

  it('have what they cost over the last months drawn, and said', async () => {
    await page.goto(`${edge.url}/console/products/${resistorId(2)}?quantity=100`);
    const chart = page.locator('figure.chart');
    const day = (days: number): string => createFormats('en-GB', new Date()).day(daysAgo(days).toISOString());
    expect(await chart.locator('svg[role="img"]').first().getAttribute('aria-label')).toBe(
      `Prices from €0.40 to €0.80, from ${day(40)} to ${day(1)}`,
    );
    // One line for each offer, a step for each change; each ends with the price that holds.
    const lines = await chart.locator('path.line').evaluateAll((all) => all.map((each) => each.getAttribute('d')));
    expect(lines.map((line) => line?.match(/V/g)?.length ?? 0)).toEqual([2, 0]);
    const legend = (await chart.locator('.legend li').allTextContents()).map((text) => text.replaceAll(/\s+/g, ' '));
    expect(legend.map((text) => text.trim())).toEqual(['borealis EURO €0.50', 'borealis EURO-2 €0.60']);
  });

  it('are drawn in the currency of the first of them, also where one has changed its own', async () => {
    const { sql } = database.pool;
    await createObservationStore(sql).apply(
      [
        observation('DOLLAR', { observedAt: daysAgo(3), price: priceOf('0.70') }),
        observation('DOLLAR', {
          observedAt: daysAgo(2),
          price: { kind: 'ladder', ladder: ladder([[1, '0.60']], { currency: 'USD' }) },
        }),
      ],
      untraced,
    );
    await page.goto(`${edge.url}/console/products/${resistorId(2)}?quantity=100`);
    const chart = page.locator('figure.chart');
    const legend = (await chart.locator('.legend li').allTextContents()).map((text) => text.replaceAll(/\s+/g, ' '));
    expect(legend.map((text) => text.trim())).toEqual([
      'borealis EURO €0.50',
      'borealis EURO-2 €0.60',
      'borealis DOLLAR €0.70',
    ]);
    await sql`delete from observation_history where offer_id = ${offerOf('DOLLAR')} and observed_at < ${daysAgo(1)}`;
  });

  it('of which no price was seen are said to have none, and none is drawn', async () => {
    await page.goto(`${edge.url}/console/products/${resistorId(5)}?quantity=100`);
    const section = page.locator('section', { hasText: 'Price of one at 100 pieces' });
    expect(await section.textContent()).toContain('in the last 90 days');
    expect(await section.locator('figure.chart').count()).toBe(0);
  });

  it('are there while too many ask what they cost, and it is said that the history is busy', async () => {
    const sources = [{ offerId: offerOf('EURO'), credentialId: 'crd_system' }];
    const question = { sources, quantity: 1, period: { from: daysAgo(90), to: daysAgo(0) }, limit: 10 };
    const { asks } = await inTransaction(database.pool.sql, async (transaction) => {
      await transaction`lock table observation_history in access exclusive mode`;
      const asks = Array.from({ length: 9 }, () => history.priceHistory(question));
      await page.goto(`${edge.url}/console/products/${resistorId(2)}?quantity=100`);
      const rows = page.locator('.offers tbody tr:not(.more)');
      expect(await rows.locator('td:first-child .mono').allTextContents()).toEqual(['DOLLAR', 'EURO', 'EURO-2']);
      const section = page.locator('section', { hasText: 'Price of one at 100 pieces' });
      expect(await section.textContent()).toContain('The history is busy');
      return { asks };
    });
    await Promise.all(asks);
    await page.goto(`${edge.url}/console/products/${resistorId(2)}?quantity=100`);
    expect(await page.locator('figure.chart').count()).toBe(1);
  });
});

it('a part that is gone leads to what fits instead where there is any, and else says no more', async () => {
  const noticeOf = async (mpn: string): Promise<string> => {
    const id = productId(defaultProfile.id, manufacturerKey('Any maker'), mpnKey(mpn));
    await page.goto(`${edge.url}/console/products/${id}?quantity=100`);
    return (await page.locator('.notice', { hasText: 'not made any more' }).textContent()) ?? '';
  };
  expect(await noticeOf('RC0603JR-0710KL')).toBe('It is not made any more. See below what fits instead.');
  expect(await page.getByRole('link', { name: 'RT0603BRD0710KL' }).count()).toBe(1);
  expect(await noticeOf('LM358DR')).toBe('It is not made any more.');
});

it('where no price is known, the calculator says why and what to do next', async () => {
  const answerTo = async (more: string): Promise<string> => {
    await page.goto(`${edge.url}/console/price?offer_id=${offerOf('EURO')}&quantity=10${more}`);
    return (await page.locator('#price').textContent()) ?? '';
  };
  expect(await answerTo('&date=2001-01-01')).toContain('Nobody here had seen a price by then. Choose a later day.');
  expect(await answerTo('&currency=XAU')).toContain('There is no rate to this currency. Leave it out');
});

describe('texts from outside', () => {
  const paths = (): readonly string[] => [
    'search?q=hostile',
    `products/${hostileId}?quantity=10`,
    `search?q=${encodeURIComponent(`${markup} ${reversed} ${word.slice(0, 90)}`)}`,
    `price?product_id=${hostileId}&quantity=10&offer_id=${offerOf(`${formula}${word}`.slice(0, 120))}`,
  ];

  it('are text on pages of buyers: no markup of theirs, no address, nothing that turns or hides what follows', async () => {
    for (const path of paths()) {
      await page.goto(`${edge.url}/console/${path}`);
      expect(await page.locator('main img, main script').count(), path).toBe(0);
      expect(await page.locator('a[href^="javascript:"], a[href*="evil.example"]').count(), path).toBe(0);
      const text = (await page.locator('main').textContent()) ?? '';
      expect(text, path).not.toMatch(/[\u200B\u2060\u202A-\u202E\u2066-\u2069]/u);
    }
    await page.goto(`${edge.url}/console/${paths()[1]}`);
    const text = (await page.locator('main').textContent()) ?? '';
    for (const shown of ['<img src=x', 'U+202E', 'U+200B', 'U+200D', formula]) expect(text).toContain(shown);
    expect(complaints).toEqual([]);
  });

  it('stay within the width of a phone and of a desktop, however long their words are', async () => {
    for (const path of paths()) {
      await page.goto(`${edge.url}/console/${path}`);
      await page.evaluate('for (const each of document.querySelectorAll("details")) each.open = true');
      for (const width of [360, 1280]) {
        await page.setViewportSize({ width, height: 900 });
        expect(await page.evaluate('document.documentElement.scrollWidth'), `${path} ${width}`).toBeLessThanOrEqual(
          width,
        );
      }
    }
  });
});
