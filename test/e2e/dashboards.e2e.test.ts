import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { allPanels } from '../ops/grafana/panels.ts';
import { ruleFiles, rulesFolder } from '../ops/prometheus/rules.ts';
import { hasEmbeddedEngine } from '../support/analytics.ts';
import { eventually } from '../support/eventually.ts';
import { type TestPrometheus, testPrometheus } from '../support/prometheus.ts';
import { type Service, startService } from '../support/service.ts';

const customerKey = 'os_customer-key-for-the-dashboards';
const adminKey = 'os_admin-key-for-the-dashboards';

/**
 * What does not move within a minute of a healthy demo: faults, and what needs policies, sign-ins
 * or days.
 */
const still = [
  'analytics: What could not be projected?',
  'estimates-and-jobs: Why do estimates fail?',
  'estimates-and-jobs: How many ready estimates follow prices?',
  'estimates-and-jobs: Why do jobs fail?',
  'estimates-and-jobs: Does the language model answer?',
  'estimates-and-jobs: What does the language model use?',
  'ingestion: Since when is a supplier behind?',
  'ingestion: Which credential broke off?',
  'ingestion: How old is the oldest of the most wanted offers?',
  'ingestion: Whose prices jump and are held back?',
  'ingestion: Which credential cannot sign in?',
  'ingestion: How many of the most wanted offers are stale?',
  'callers: What do actors lose?',
  'callers: What is refused, and why?',
  'matching: Why is matched again?',
  'overview: Are prices and stocks fresh?',
  'overview: If not, what is wrong?',
  'overview: Since when is a supplier behind?',
  'overview: Which supplier is behind?',
  'pricing: How long does judging take?',
  'pricing: How much is judged for who may see it?',
  'pricing: What is kept from callers?',
  'pricing: How long does compiling policies take?',
];

/** Nothing of the analytical projection moves where its engine is not installed. */
const isWithoutEngine = (panel: string): boolean => !hasEmbeddedEngine && panel.startsWith('analytics: ');

let dataDir: string;
let service: Service;
let prometheus: TestPrometheus;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'offerstream-'));
  service = await startService({
    DATA_DIR: join(dataDir, 'data'),
    BOOTSTRAP_CUSTOMER_KEY: customerKey,
    BOOTSTRAP_ADMIN_KEY: adminKey,
    // A panel moves with one product as with all of the demo.
    DEMO_PRODUCTS: '2000',
    ...(hasEmbeddedEngine && { ANALYTICS: 'embedded' }),
  });
  prometheus = await testPrometheus({
    targets: [new URL(service.httpUrl).host],
    ruleFiles: ruleFiles().map((name) => join(rulesFolder, name)),
  });
}, 120_000);
afterAll(async () => {
  await prometheus?.close();
  await service?.stop();
  await rm(dataDir, { recursive: true, force: true });
});

const ask = async (path: string, key: string, body?: object): Promise<Record<string, unknown>> => {
  const answer = await fetch(`${service.httpUrl}${path}`, {
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
  });
  return (await answer.json()) as Record<string, unknown>;
};

/** A little of everything that callers do, also what fails. */
const traffic = async (): Promise<void> => {
  const found = (await ask('/v1/products?q=RC0603&limit=3', customerKey)).items as { id: string }[];
  await ask('/v1/products/none', customerKey);
  await ask('/v1/pricing', customerKey, { offer_id: 'none', quantity: 1 });
  await ask('/v1/products', 'os_key-of-nobody-that-is-known');
  await ask('/v1/admin/connectors', adminKey);
  await ask('/v1/admin/connectors/none', adminKey);
  await ask('/v1/admin/analytics/supplier-coverage', adminKey);
  await ask('/v1/estimates', customerKey, { lines: [{ raw_text: '10x LM358DR' }] });
  for (const { id } of found) {
    await ask('/v1/enrichment-jobs', customerKey, { type: 'rebuild_supply_chain', target: { product_id: id } });
    await ask(`/v1/products/${id}`, customerKey);
    await ask(`/v1/products/${id}/price-history`, customerKey);
    const { items } = await ask(`/v1/products/${id}/offers`, customerKey);
    for (const offer of items as { id: string }[])
      await ask('/v1/pricing', customerKey, { offer_id: offer.id, quantity: 10 });
  }
};

test('each panel of the dashboards is answered by Prometheus, and shows what moves; no rule fails', async () => {
  const moving = allPanels().filter(({ name }) => !still.includes(name) && !isWithoutEngine(name));
  await eventually(async () => {
    await traffic();
    const empty: string[] = [];
    for (const { name, expressions } of moving) {
      const answers = await Promise.all(expressions.map((each) => prometheus.query(inMinutes(each))));
      if (answers.every((samples) => samples.length === 0)) empty.push(name);
    }
    expect(empty).toEqual([]);
  }, 150_000);
  for (const { name, expressions } of allPanels())
    for (const each of expressions) await expect(prometheus.query(inMinutes(each)), name).resolves.toBeDefined();
  expect(await prometheus.failedRules()).toEqual([]);
});

/** As Grafana fills the interval in. */
const inMinutes = (expression: string): string => expression.replaceAll('$__rate_interval', '1m');
