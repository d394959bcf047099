/**
 * A first start as a newcomer has it: a data folder that is not there yet, default settings, the
 * demo. How long until the service answers, and until every part of the demo's bulk catalogue is
 * found by its number, beside the twenty seconds that the second is promised within; and the
 * processor time of the service and its servers until then, beside that of all cores. The load of
 * the machine decides the seconds; the processor time tells more of a change.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { loadConfig } from '../gateway/config/config.ts';
import { isSoldBy } from '../ops/demo/assortment.ts';
import { demoCatalogue } from '../ops/demo/catalogue/catalogue.ts';
import { borealis } from '../ops/demo/supplier-profile.ts';
import { removeMovedFrom } from '../ops/embedded/postgres-files.ts';
import { processTree } from '../test/support/processes.ts';
import { type Service, startService } from '../test/support/service.ts';
import { type Benchmark, figureRow } from './benchmark.ts';
import { processorSecondsOf } from './processor-time.ts';

const apiKey = 'os_customer-key-of-the-first-start';
const goalSeconds = 20;
/** Products that one question asks for, spread over the catalogue. */
const sampled = 1_000;
const lookAgainMs = 500;
const patienceMs = 300_000;

/** The numbers that the bulk supplier sells, in the order in which it lists them. */
const soldNumbers = (): readonly { readonly mpn: string; readonly manufacturer: string }[] => {
  const { demo } = loadConfig({});
  if (demo === undefined) throw new Error('the demo is not on by default');
  const seed = String(demo.seed);
  const catalogue = demoCatalogue(seed, demo.products);
  const isSold = isSoldBy(borealis, seed);
  const names = Array.from({ length: catalogue.size }, (_, position) => catalogue.nameAt(position));
  return names.filter(isSold).map(({ mpn, manufacturer }) => ({ mpn, manufacturer }));
};

const ask = async (service: Service, path: string, body?: unknown): Promise<unknown> => {
  const answer = await fetch(`${service.httpUrl}${path}`, {
    ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
  });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
  return answer.json();
};

/** Waits until the part listed last is found, and a sample of all with it. */
const untilWhole = async (service: Service, numbers: ReturnType<typeof soldNumbers>): Promise<void> => {
  const last = numbers.at(-1);
  const items = Array.from({ length: sampled }, (_, at) => numbers[Math.floor((at * numbers.length) / sampled)]);
  const isFound = async (): Promise<boolean> => {
    const found = (await ask(service, `/v1/products?q=${encodeURIComponent(last?.mpn ?? '')}`)) as { items: object[] };
    if (found.items.length === 0) return false;
    const matched = (await ask(service, '/v1/parts/match', { items })) as { items: { unresolved_reason?: string }[] };
    // A number that may also be read as a value, such as 78M18, is too vague for a match.
    return matched.items.every(({ unresolved_reason: reason }) => reason === undefined || reason === 'too_vague');
  };
  const deadline = Date.now() + patienceMs;
  while (!(await isFound())) {
    if (Date.now() > deadline) throw new Error('the catalogue was not whole in time');
    await delay(lookAgainMs);
  }
};

/** Measures one first start. */
export const firstStartBenchmark: Benchmark = async () => {
  const numbers = soldNumbers();
  const folder = await mkdtemp(join(tmpdir(), 'offerstream-bench-first-'));
  const begun = performance.now();
  const secondsSince = (): number => (performance.now() - begun) / 1_000;
  const service = await startService({ DATA_DIR: join(folder, 'data'), BOOTSTRAP_CUSTOMER_KEY: apiKey });
  try {
    const answers = secondsSince();
    await untilWhole(service, numbers);
    const whole = secondsSince();
    const used = await processorSecondsOf(await processTree(service.pid));
    return [
      figureRow('first start until the service answers', answers, goalSeconds, 's'),
      figureRow(`first start until ${numbers.length.toLocaleString('en')} products are found`, whole, goalSeconds, 's'),
      figureRow('processor time of it, beside that of all cores', used, availableParallelism() * whole, 's'),
    ];
  } finally {
    await service.stop();
    await removeMovedFrom(folder);
    await rm(folder, { recursive: true, force: true });
  }
};
