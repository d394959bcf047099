import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { connectHttp } from '../../clients/typescript/src/index.ts';
import { childEnvironment } from '../support/child-environment.ts';
import { eventually } from '../support/eventually.ts';
import { type TestNats, testNats } from '../support/nats.ts';
import { type TestDatabase, testDatabase } from '../support/postgres.ts';
import { type Service, startService } from '../support/service.ts';
import { makeCheckout } from './checkout.ts';
import { blocksNotRun, commandsNotRun } from './not-run.ts';
import { type CommandBlock, readCommands } from './read-commands.ts';
import { blocksToRun, runPage } from './run-page.ts';

const root = join(import.meta.dirname, '../..');
const customerKey = 'os_customer-key-for-the-pages';
const adminKey = 'os_administrator-key-for-the-pages';

/** How long a stream without an end is listened to. */
const streamSeconds = '5';

type Asked = (method: string, path: string, body: object) => Promise<Record<string, unknown>>;

const askedOf =
  (service: Service, key: string): Asked =>
  async (method, path, body) => {
    const answer = await fetch(`${service.httpUrl}/v1/admin${path}`, {
      method,
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!answer.ok && ![404, 409].includes(answer.status)) throw new Error(await answer.text());
    return (await answer.json()) as Record<string, unknown>;
  };

/** A product and an offer that can be bought, not from the supplier that a page excludes. */
const somethingToLookAt = (service: Service) =>
  eventually(async () => {
    const client = connectHttp({ baseUrl: service.httpUrl, apiKey: customerKey });
    const { items } = await client.catalog.searchProducts({ q: 'RC0603FR', inStock: true, limit: 10 });
    if (items.length === 0) return false;
    const lines = items.map(({ mpn, manufacturer }) => ({ mpn, manufacturer, quantity: 75 }));
    const exclude = { supplierIds: ['tidewater'] };
    const { id: estimateId } = await client.estimates.buildEstimate({ lines, exclude });
    await Array.fromAsync(client.estimates.watchEstimate({ estimateId, untilReady: true }));
    const { lines: answered } = await client.estimates.getEstimate({ estimateId });
    const at = answered.findIndex(({ chosen }) => chosen.length === 1);
    const [product, offer] = [items[at], answered[at]?.chosen[0]];
    return product !== undefined && offer !== undefined && { ...product, offerId: offer.offerId };
  }, 60_000);

/** An administrator's key that no page revokes. */
const adminKeyOf = async (asked: Asked): Promise<string> => {
  const scopes = ['admin', 'catalog', 'pricing', 'estimate', 'enrichment', 'webhooks'];
  return String((await asked('POST', '/customers/operator/keys', { label: 'pages', scopes })).secret);
};

/** What a page may take for granted: a group and a customer, which other pages make. */
const prepare = async (asked: Asked, blocks: readonly CommandBlock[]): Promise<void> => {
  if (blocks.some(({ text }) => text.includes('$ADMIN/customers -d'))) {
    await asked('POST', '/customers/acme/erasure', {});
    return;
  }
  await asked('PUT', '/customer-groups/gold', { name: 'Gold' });
  await asked('POST', '/customers', { id: 'acme', name: 'Acme GmbH' });
};

/** Runs each page against one service, which is started for all of them. */
export const runsTheCommandsOf = (pages: readonly string[]): void => {
  let folder: string;
  let service: Service;
  let asked: Asked;
  let nats: TestNats | undefined;
  let database: TestDatabase | undefined;
  let environment: Record<string, string>;

  /** Stores of several processes, for pages that start some. */
  const stores = async () => {
    database ??= await testDatabase({ empty: true });
    nats ??= await testNats();
    const secretsKey = Buffer.alloc(32, 7).toString('base64');
    return { DATABASE_URL: database.url, OWNER_URL: database.url, NATS_URL: nats.url, SECRETS_KEY: secretsKey };
  };
  const own: Readonly<Record<string, () => Promise<Record<string, string>>>> = {
    'docs/howto/deploy.md': stores,
    'docs/howto/upgrade.md': stores,
    'docs/howto/secure-connections.md': stores,
  };

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'offerstream-pages-'));
    await makeCheckout(root, join(folder, 'checkout'));
    const data = join(folder, 'checkout/data');
    service = await startService({
      DATA_DIR: data,
      BOOTSTRAP_CUSTOMER_KEY: customerKey,
      BOOTSTRAP_ADMIN_KEY: adminKey,
      DEMO_PRODUCTS: '1000',
    });
    const pagesKey = await adminKeyOf(askedOf(service, adminKey));
    asked = askedOf(service, pagesKey);
    const { id: product, mpn, offerId } = await somethingToLookAt(service);
    const list = `Qty,MPN,Manufacturer\n25,RC0603FR-071KL,Yageo\n75,${mpn},Yageo\n`;
    await writeFile(join(folder, 'checkout/bom.csv'), list);
    environment = {
      ...childEnvironment,
      HOME: folder,
      DATA_DIR: data,
      ARCHIVE_DIRECTORY: join(folder, 'archive'),
      SERVICE_HTTP: new URL(service.httpUrl).host,
      SERVICE_GRPC: service.grpcAddress,
      CUSTOMER_KEY: customerKey,
      ADMIN_KEY: pagesKey,
      PRODUCT: product,
      OFFER: offerId,
      STREAM_SECONDS: streamSeconds,
    };
  }, 240_000);

  afterAll(async () => {
    await service?.stop();
    await nats?.close();
    await database?.close();
    if (process.env.KEEP_PAGES === undefined) await rm(folder, { recursive: true, force: true });
    else process.stdout.write(`${folder}\n`);
  });

  it.each(pages)('the commands of %s run as they stand', async (page) => {
    const blocks = blocksToRun(await readCommands(root, page), blocksNotRun);
    await prepare(asked, blocks);
    const listed = commandsNotRun.filter((entry) => entry.page === page).map(({ command }) => command);
    const { failures, notRun } = await runPage(blocks, join(folder, 'checkout'), {
      ...environment,
      ...(page in own && (await own[page]?.())),
      NOT_RUN: listed.join('\n'),
    });
    expect(failures).toEqual([]);
    expect(listed.filter((words) => !notRun.some((command) => command.startsWith(words)))).toEqual([]);
  });
};
