import { Server, ServerCredentials } from '@grpc/grpc-js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defaultProfile } from '../../../domain/identity/built-in-profiles.ts';
import { healthRules } from '../../../domain/ingestion/credential-health.ts';
import type { RateBudgetStore } from '../../../domain/ingestion/ports.ts';
import { startDemoBulkSupplier } from '../../../ops/demo/bulk-supplier.ts';
import { demoCatalogue } from '../../../ops/demo/catalogue/catalogue.ts';
import { shareOf } from '../../../ops/demo/catalogue/combine.ts';
import type { Catalogue } from '../../../ops/demo/catalogue/part.ts';
import { startDemoLookupSupplier } from '../../../ops/demo/lookup-supplier.ts';
import { startDemoDigikey } from '../../../ops/demo/protocols/digikey-server.ts';
import { startDemoElement14 } from '../../../ops/demo/protocols/element14-server.ts';
import { startDemoLcsc } from '../../../ops/demo/protocols/lcsc-server.ts';
import { startDemoMouser } from '../../../ops/demo/protocols/mouser-server.ts';
import { startDemoNexar } from '../../../ops/demo/protocols/nexar-server.ts';
import { startDemoShop } from '../../../ops/demo/protocols/shop-server.ts';
import { startDemoTme } from '../../../ops/demo/protocols/tme-server.ts';
import type { DemoSupplier } from '../../../ops/demo/server/demo-server.ts';
import type { FaultOrder } from '../../../ops/demo/server/faults.ts';
import { startTracing, type Tracing } from '../../../telemetry/tracing.ts';
import { untraced } from '../../support/event-samples.ts';
import { eventually } from '../../support/eventually.ts';
import { startLeakyFront } from '../../support/leaky-front.ts';
import { type ConnectorWorld, connectorWorld } from './connector-world.ts';

/** Stands in every credential; it needs no encoding, so that it is found wherever it is. */
const mark = 'Qz7MarkedSecretX9';
/** Stands before every token and in every cookie. */
const tokenMark = 'Wk3MarkedTokenY4';

interface Case {
  readonly plugin: string;
  readonly secret: Readonly<Record<string, string>>;
  readonly settings?: (url: string) => Readonly<Record<string, unknown>>;
  readonly start: (at: { products: Catalogue; seed: string }) => Promise<DemoSupplier>;
}

const one = (name: string): string => `${mark}${name}`;

const cases: readonly Case[] = [
  {
    plugin: 'demo-bulk',
    secret: { login: one('login'), password: one('password') },
    start: (at) => startDemoBulkSupplier({ ...at, login: one('login'), password: one('password') }),
  },
  {
    plugin: 'demo-lookup',
    secret: { apiKey: one('key') },
    start: (at) => startDemoLookupSupplier({ ...at, apiKey: one('key') }),
  },
  {
    plugin: 'digikey',
    secret: { clientId: one('id'), clientSecret: one('secret') },
    start: (at) => startDemoDigikey({ ...at, clientId: one('id'), clientSecret: one('secret') }),
  },
  { plugin: 'mouser', secret: { apiKey: one('key') }, start: (at) => startDemoMouser({ ...at, apiKey: one('key') }) },
  {
    plugin: 'element14',
    secret: { apiKey: one('key') },
    start: (at) => startDemoElement14({ ...at, apiKey: one('key') }),
  },
  {
    plugin: 'tme',
    secret: { token: one('token'), secret: one('secret') },
    start: (at) => startDemoTme({ ...at, token: one('token'), secret: one('secret') }),
  },
  {
    plugin: 'nexar',
    secret: { clientId: one('id'), clientSecret: one('secret') },
    settings: (url) => ({ identityUrl: url }),
    start: (at) => startDemoNexar({ ...at, clientId: one('id'), clientSecret: one('secret'), hasAllFields: true }),
  },
  {
    plugin: 'lcsc',
    secret: { key: one('key'), secret: one('secret') },
    start: (at) => startDemoLcsc({ ...at, key: one('key'), secret: one('secret') }),
  },
  {
    plugin: 'generic',
    secret: { apiKey: one('key') },
    settings: () => ({
      auth: { kind: 'header', name: 'x-api-key' },
      currency: 'EUR',
      feeds: {
        catalogue: {
          path: '/api/products',
          format: { kind: 'json', rows: 'data.items' },
          paging: { kind: 'page', parameter: 'page', size: { parameter: 'per_page', rows: 100 } },
          fields: { sku: 'article', mpn: 'part.number', manufacturer: 'part.maker' },
        },
      },
    }),
    start: (at) => startDemoShop({ ...at, apiKey: one('key') }),
  },
];

const faults: readonly FaultOrder[] = [
  { kind: 'throttle_burst', count: 1 },
  { kind: 'expired_token', count: 1 },
  ...[400, 401, 403, 500, 503].map((status) => ({ kind: 'status', status, count: 1 }) as const),
  { kind: 'hang', count: 1 },
  { kind: 'slow_drip', bytes: 64, everyMs: 1, count: 1 },
  { kind: 'truncated', count: 1 },
  { kind: 'malformed', count: 1 },
  { kind: 'html', status: 200, count: 1 },
  { kind: 'html', status: 403, count: 1 },
  { kind: 'changed_types', what: 'numbers', count: 1 },
  { kind: 'changed_types', what: 'lists', count: 1 },
  { kind: 'empty', what: 'body', count: 1 },
  // The last, because some suppliers then have to be left alone for hours.
  { kind: 'throttle_daily', retryAfterSeconds: 0, count: 1 },
];

/** What is tested is what is told, not how long things take. */
const unlimited: RateBudgetStore = {
  take: async ({ cost }) => ({ kind: 'granted', units: cost, waitMs: 0, factor: 1 }),
  refund: async () => undefined,
  adjustRate: async () => undefined,
};

const impatient = {
  idlePollMs: 20,
  maxAttempts: 30,
  backoff: { initialMs: 1, maxMs: 20 },
  health: { ...healthRules, probe: { initialMs: 1, maxMs: 20 } },
};

describe('the secrets of suppliers', () => {
  let world: ConnectorWorld;
  let collector: Server;
  let tracing: Tracing;
  const spans: Buffer[] = [];
  const metrics: string[] = [];

  beforeAll(async () => {
    collector = new Server();
    collector.register(
      '/opentelemetry.proto.collector.trace.v1.TraceService/Export',
      (call: { request: Buffer }, callback: (error: null, answer: Buffer) => void) => {
        spans.push(call.request);
        callback(null, Buffer.alloc(0));
      },
      (answer: Buffer) => answer,
      (request: Buffer) => request,
      'unary',
    );
    const port = await new Promise<number>((resolve, reject) =>
      collector.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, bound) =>
        error === null ? resolve(bound) : reject(error),
      ),
    );
    tracing = await startTracing({
      service: 'secrets',
      version: '0.0.0',
      endpoint: `http://127.0.0.1:${port}`,
      sampler: { followsCaller: true, ratio: 1 },
    });
    world = await connectorWorld();
    await world.catalog.upsert(
      [...shareOf(demoCatalogue('demo'), 12)].map(({ manufacturer, mpn }) => ({
        profileId: defaultProfile.id,
        manufacturer,
        mpn,
      })),
      new Date(),
      untraced,
    );
  });
  /** Looks for them in all that the tests have left, whichever of them have run. */
  const expectNowhere = async (): Promise<void> => {
    await tracing.shutdown();
    const everything: Readonly<Record<string, string>> = {
      logs: world.logged.join('\n'),
      metrics: metrics.join('\n'),
      spans: Buffer.concat(spans).toString('latin1'),
      observations: JSON.stringify(world.received),
      database: await world.wholeDatabase(),
    };
    const encoded = cases.map(({ secret }) => Buffer.from(Object.values(secret).join(':')).toString('base64'));
    for (const [where, said] of Object.entries(everything)) {
      expect(said.length, where).toBeGreaterThan(1_000);
      for (const secret of [mark, tokenMark, ...encoded])
        expect(said.includes(secret), `${secret} in ${where}`).toBe(false);
    }
  };
  afterAll(async () => {
    try {
      await expectNowhere();
    } finally {
      await world.close();
      collector.forceShutdown();
    }
  });

  it.each(cases)(
    'go through every fault of $plugin, to a good end or the one that asks for patience, and are seen nowhere then',
    async (given) => {
      const products = shareOf(demoCatalogue('demo'), 12);
      const server = await given.start({ products, seed: 'secrets' });
      const front = await startLeakyFront(server.url, tokenMark);
      const settings = given.settings?.(front.url) ?? {};
      const supplier = { id: `of-${given.plugin}`, plugin: given.plugin, baseUrl: front.url, settings };
      const credential = await world.addSupplier(supplier, given.secret);
      const hasSessions = ['demo-bulk', 'digikey', 'tme', 'nexar'].includes(given.plugin);
      for (const fault of faults) if (hasSessions || fault.kind !== 'expired_token') server.fail(fault);
      const connector = world.start(credential, {
        budgets: unlimited,
        retryRules: impatient,
        callTimeoutMs: 1_500,
        intervals: { catalogueMs: 50, pricesMs: 50, stocksMs: 50 },
      });
      try {
        const isLeftAlone = () => world.logged.some((line) => line.includes(supplier.id) && line.includes('(daily)'));
        await eventually(async () => {
          const state = (await world.ended(credential))?.state;
          return (state?.kind === 'finished' && state.outcome === 'success') || isLeftAlone();
        });
        metrics.push(await connector.metrics.registry.metrics());
      } finally {
        await connector.stop();
        await front.close();
        await server.close();
      }
    },
  );
});
