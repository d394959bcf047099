/**
 * The console of a service with the demo's catalogue, in Debian's Chromium: how soon pages are seen
 * and used; what the overview costs a browser with many credentials and many events; and what many
 * viewers cost the service. `VIEWERS` says how many, 500 when left out.
 */
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { BrowserContext } from 'playwright-core';
import { removeMovedFrom } from '../ops/embedded/postgres-files.ts';
import type { Pool } from '../storage/pool/pool.ts';
import { startBrowser } from '../test/support/browser.ts';
import { eventually } from '../test/support/eventually.ts';
import { processTree } from '../test/support/processes.ts';
import { type Service, startService } from '../test/support/service.ts';
import { type Benchmark, type BenchmarkRow, figureRow, percentile } from './benchmark.ts';
import { fillCredentials, startEvents } from './console/overview.ts';
import { look, openStreams } from './console/viewers.ts';
import { loadAnew, signIn } from './console/views.ts';
import { processorSecondsOf } from './processor-time.ts';
import { residentMebibytes } from './resident-memory.ts';
import { withScratchPostgres } from './scratch-postgres.ts';

const customerKey = 'os_customer-key-for-the-bench';
const adminKey = 'os_admin-key-for-the-bench';
const viewers = Number(process.env.VIEWERS ?? 500);

const products = 3_000;
const credentials = 200;
const eventsPerSecond = 100;
const loads = 15;
const watchedMs = 20_000;

/** What is promised, in milliseconds. */
const goals = { paintedMs: 300, usableMs: 1_000, browserShare: 10 } as const;

const timeRow = (name: string, values: readonly number[], goal: number): BenchmarkRow => ({
  ...figureRow(name, percentile(values, 0.5), goal, 'ms'),
  p50: percentile(values, 0.5),
  p95: percentile(values, 0.95),
  p99: percentile(values, 0.99),
});

const api = async (url: string, path: string, init: RequestInit = {}): Promise<unknown> => {
  const answer = await fetch(`${url}${path}`, {
    ...init,
    headers: { 'x-api-key': customerKey, 'content-type': 'application/json' },
  });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
  return answer.json();
};

interface Listed {
  readonly items: readonly { readonly id: string; readonly mpn: string }[];
}

/** A product that is sold, and an estimate that is ready. */
const prepare = async (url: string): Promise<{ readonly product: string; readonly estimate: string }> => {
  const { items } = await eventually(async () => {
    const found = (await api(url, '/v1/products?q=RC0603&in_stock=true&limit=20')) as Listed;
    return found.items.length >= 10 && found;
  }, 300_000);
  const lines = items.map(({ mpn }) => ({ raw_text: mpn, quantity: 25 }));
  const body = JSON.stringify({ source_format: 'json', lines, optimization_mode: 'min_price' });
  const { id } = (await api(url, '/v1/estimates', { method: 'POST', body })) as { id: string };
  await eventually(
    async () => ((await api(url, `/v1/estimates/${id}`)) as { status: string }).status === 'ready',
    300_000,
  );
  return { product: items[0]?.id ?? '', estimate: id };
};

const cookieOf = async (context: BrowserContext): Promise<string> =>
  (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ');

const viewRows = async (context: BrowserContext, pages: Readonly<Record<string, string>>) => {
  const rows: BenchmarkRow[] = [];
  for (const [name, url] of Object.entries(pages)) {
    const views = await loadAnew(context, url, loads);
    rows.push(
      timeRow(
        `${name}, seen`,
        views.map(({ paintedMs }) => paintedMs),
        goals.paintedMs,
      ),
      timeRow(
        `${name}, usable`,
        views.map(({ usableMs }) => usableMs),
        goals.usableMs,
      ),
    );
  }
  return rows;
};

/** Processes of the browser, which this one has started. */
const browserProcesses = async (): Promise<readonly number[]> => {
  const own = await processTree(process.pid);
  const commands = await Promise.all(own.map((pid) => readFile(`/proc/${pid}/comm`, 'utf8').catch(() => '')));
  return own.filter((_, at) => /^chrom/.test(commands[at] ?? ''));
};

/** What the open overview costs the browser while events pass, as hundredths of a core. */
const browserRow = async (context: BrowserContext, url: string): Promise<BenchmarkRow> => {
  const page = await context.newPage();
  await page.goto(`${url}/console/now`);
  await delay(4_000);
  const pids = await browserProcesses();
  const before = await processorSecondsOf(pids);
  await delay(watchedMs);
  const used = (await processorSecondsOf(pids)) - before;
  await page.close();
  return figureRow('Now in a browser, of a core', (used * 100_000) / watchedMs, goals.browserShare, '%');
};

/** Milliseconds of the service's processor time in a second, while something goes on. */
const processorRate = async (pid: number, work: () => Promise<unknown>): Promise<number> => {
  const [before, beganAt] = [await processorSecondsOf([pid]), performance.now()];
  await work();
  const seconds = (performance.now() - beganAt) / 1_000;
  return (1_000 * ((await processorSecondsOf([pid])) - before)) / seconds;
};

const idleMs = 10_000;

/** What viewers cost the service beside what it costs with nobody looking, for each of them. */
const viewerRows = async (
  name: string,
  { pid }: Service,
  watch: () => Promise<{ readonly perViewer: number; readonly peak: number }>,
): Promise<readonly BenchmarkRow[]> => {
  const idle = await processorRate(pid, () => delay(idleMs));
  const before = await residentMebibytes(pid);
  const { perViewer, peak } = await watch();
  return [
    figureRow(`${name}, processor beside nobody looking`, perViewer, idle / viewers, 'ms/viewer-second'),
    figureRow(`${name}, memory beside nobody looking`, peak, before, 'MiB'),
  ];
};

const streamViewers = (service: Service, url: string, cookie: string) =>
  viewerRows(`an estimate, ${viewers} viewers by event stream`, service, async () => {
    const close = await openStreams(url, cookie, viewers);
    try {
      const rate = await processorRate(service.pid, () => delay(watchedMs));
      return { perViewer: rate / viewers, peak: await residentMebibytes(service.pid) };
    } finally {
      close();
    }
  });

/** How often the page asks for itself, in milliseconds. */
const nowEveryMs = 2_000;

const overviewViewers = async (service: Service, url: string, cookie: string): Promise<readonly BenchmarkRow[]> => {
  const name = `Now, ${viewers} viewers`;
  let views = 0;
  let asked = 0;
  const rows = await viewerRows(name, service, async () => {
    const looked = { viewers, everyMs: nowEveryMs, durationMs: watchedMs };
    const began = performance.now();
    const rate = await processorRate(service.pid, async () => {
      const { work, refused } = await look(url, cookie, looked);
      views = work;
      asked = work + refused;
    });
    // Where the service falls behind, each view takes longer than it should and costs the same.
    const viewerSeconds = (views * nowEveryMs) / 1_000;
    const seconds = (performance.now() - began) / 1_000;
    return { perViewer: (rate * seconds) / viewerSeconds, peak: await residentMebibytes(service.pid) };
  });
  return [...rows, figureRow(`${name}, views answered of those asked for`, views, asked, 'views')];
};

const measure = async (pool: Pool, service: Service): Promise<readonly BenchmarkRow[]> => {
  const url = service.httpUrl;
  const { product, estimate } = await prepare(url);
  const browser = await startBrowser({ viewport: { width: 1280, height: 900 } });
  const events = startEvents(pool, credentials, eventsPerSecond);
  try {
    const { context } = browser;
    const page = await context.newPage();
    await signIn(page, url, customerKey);
    const buyer = await cookieOf(context);
    const buyerRows = await viewRows(context, {
      search: `${url}/console/search?q=RC0603`,
      product: `${url}/console/products/${product}?quantity=250`,
      estimate: `${url}/console/estimates/${estimate}`,
    });
    await context.clearCookies();
    await signIn(page, url, adminKey);
    await page.close();
    const operator = await cookieOf(context);
    return [
      ...buyerRows,
      ...(await viewRows(context, { Now: `${url}/console/now` })),
      await browserRow(context, url),
      ...(await streamViewers(service, `${url}/console/estimates/${estimate}/events`, buyer)),
      ...(await overviewViewers(service, `${url}/console/now`, operator)),
    ];
  } finally {
    await events.stop();
    await browser.close();
  }
};

/** Measures all of it on a database and a service of its own. */
export const consoleBenchmark: Benchmark = () =>
  withScratchPostgres(4, async (pool, databaseUrl) => {
    const key = randomBytes(32);
    const dataDir = await mkdtemp(join(tmpdir(), 'offerstream-bench-console-'));
    await fillCredentials(pool, credentials, key);
    const service = await startService({
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      SECRETS_KEY: `k1:${key.toString('base64')}`,
      HOST: '127.0.0.1',
      DEMO: 'on',
      DEMO_PRODUCTS: String(products),
      BOOTSTRAP_CUSTOMER_KEY: customerKey,
      BOOTSTRAP_ADMIN_KEY: adminKey,
      KEY_STREAMS: String(viewers + 10),
    });
    try {
      return await measure(pool, service);
    } finally {
      await service.stop();
      await removeMovedFrom(dataDir);
      await rm(dataDir, { recursive: true, force: true });
    }
  });
