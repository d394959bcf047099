import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../../ops/embedded/free-port.ts';
import { eventually } from '../support/eventually.ts';
import { type IngestionWorld, ingestionWorld } from '../support/ingestion-world.ts';
import { type TestPrometheus, testPrometheus } from '../support/prometheus.ts';
import { type Service, startService } from '../support/service.ts';

/*
 * What happens to processes is not what happens to suppliers and queues: a restart, a second
 * process, a lost lease, a credential that is switched off and a process that nobody asks change
 * no figure of what all share, and end the figures of what is no more. All the while the supplier
 * turns the credential away, so that there is something to lie about.
 */

const adminKey = 'os_admin-key-of-the-told-series';
const refused = 'vendor_credential_refused_in_a_row{credential_id="crd_1"}';
const usage = 'vendor_credential_usage_ratio{credential_id="crd_1"}';
const lag = 'ingestion_lag_seconds{supplier_id="borealis"}';

/** What every process reads of queues, whatever its role. */
const shared =
  /^(enrichment_jobs_(in_flight|waiting)|matching_(backlog|orphan_pool)_size|outbox_(unpublished_count|parked)|consumer_lag_messages|ingestion_backlog_size|ingestion_top_offers(_stale)?)(\{|$)/;

let world: IngestionWorld;
let prometheus: TestPrometheus;
let ports: readonly number[];
let first: Service;
let second: Service;
let third: Service;

const start = (place: number, roles: string): Promise<Service> =>
  startService({
    ...world.environment,
    STOCKS_INTERVAL_MS: '500',
    BOOTSTRAP_ADMIN_KEY: adminKey,
    ROLES: roles,
    HTTP_PORT: String(ports[place]),
  });

beforeAll(async () => {
  [world, ports] = await Promise.all([
    ingestionWorld(60, 2_000_000_000),
    Promise.all([freePort(), freePort(), freePort()]),
  ]);
  first = await start(0, 'gateway,ingest,worker');
  await eventually(async () => (await scrape(first)).get(lag) !== undefined, 60_000);
  world.supplier.fail({ kind: 'status', status: 429, retryAfterSeconds: 0, count: 1_000_000 });
  await eventually(async () => ((await scrape(first)).get(refused) ?? 0) >= 5, 60_000);
  // From here on nothing may say less.
  prometheus = await testPrometheus({ targets: ports.map((port) => `127.0.0.1:${port}`), ruleFiles: [], everyMs: 500 });
}, 240_000);
afterAll(async () => {
  await prometheus?.close();
  await Promise.all([first, second, third].map((service) => service?.stop()));
  await world?.close();
}, 60_000);

/** Every series of a process with its value, without the label that all of them have. */
const scrape = async ({ httpUrl }: Service): Promise<ReadonlyMap<string, number>> => {
  const text = await (await fetch(`${httpUrl}/metrics`)).text();
  return new Map(
    text
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => {
        const at = line.lastIndexOf(' ');
        const series = line
          .slice(0, at)
          .replace(/service="\w+",?/, '')
          .replace(/,?\}$/, '}')
          .replace('{}', '');
        return [series, Number(line.slice(at + 1))] as const;
      }),
  );
};

const sharedOf = (series: ReadonlyMap<string, number>) =>
  Object.fromEntries([...series].filter(([name]) => shared.test(name)).toSorted());

/** Whether nothing waits that passes: what is told while something does is not told again. */
const hasNoWork = (series: ReadonlyMap<string, number>): boolean =>
  [...series].every(
    ([name, value]) =>
      !/^(consumer_lag_messages|matching_backlog_size|outbox_unpublished_count)\b/.test(name) || value === 0,
  );

/** The value with which a series of a process appears. */
const firstTold = (service: Service, series: string): Promise<number> =>
  eventually(async () => {
    const value = (await scrape(service)).get(series);
    return value === undefined ? false : { value };
  }, 60_000).then(({ value }) => value);

const order = async (service: Service, path: string): Promise<void> => {
  const headers = { 'x-api-key': adminKey };
  const answer = await fetch(`${service.httpUrl}/v1/admin/connectors/borealis/${path}`, { method: 'POST', headers });
  expect(answer.status).toBe(200);
};

test('a restart changes no figure: neither begins anew what goes on', async () => {
  const told = await eventually(async () => {
    const series = await scrape(first);
    return series.get('consumer_lag_messages{consumer="normalizer"}') === 0 && hasNoWork(series) && series;
  }, 60_000);
  await first.kill();
  first = await start(0, 'gateway,ingest,worker');
  // The answers before the restart count on, also before the next one comes.
  expect(await firstTold(first, refused)).toBeGreaterThanOrEqual(5);
  expect(await firstTold(first, lag)).toBeGreaterThanOrEqual(told.get(lag) ?? Number.POSITIVE_INFINITY);
  const ratio = await firstTold(first, usage);
  expect(ratio).toBeGreaterThanOrEqual(0);
  expect(ratio).toBeLessThanOrEqual((told.get(usage) ?? 0) + 0.1);
  await eventually(async () => expect(sharedOf(await scrape(first))).toEqual(sharedOf(told)));
});

test('a second process tells the same of what all share, and nothing of what the first one does', async () => {
  second = await start(1, 'gateway,ingest,worker');
  await eventually(async () => {
    const [one, other] = await Promise.all([scrape(first), scrape(second)]);
    expect(sharedOf(other)).toEqual(sharedOf(one));
    expect(Object.keys(sharedOf(one)).length).toBeGreaterThan(10);
    for (const [series, tolerance] of [
      [usage, 0.1],
      [lag, 30],
    ] as const)
      expect(Math.abs((other.get(series) ?? Number.NaN) - (one.get(series) ?? Number.NaN))).toBeLessThan(tolerance);
  });
  expect((await scrape(second)).has(refused)).toBe(false);
});

test('a lost lease moves the figures of its credential to the next holder, and ends them where they were', async () => {
  process.kill(first.pid, 'SIGSTOP');
  const told = await firstTold(second, refused).finally(() => process.kill(first.pid, 'SIGCONT'));
  expect(told).toBeGreaterThanOrEqual(5);
  await eventually(async () => !(await scrape(first)).has(refused));
  expect((await scrape(second)).get(refused)).toBeGreaterThanOrEqual(5);
});

test('a role without traffic tells no request, no share of nothing and no credential, and the same of what all share', async () => {
  third = await start(2, 'worker');
  const told = await eventually(async () => {
    const [one, idle] = await Promise.all([scrape(second), scrape(third)]);
    expect(sharedOf(idle)).toEqual(sharedOf(one));
    return idle;
  });
  const values = [...told];
  expect(values.filter(([, value]) => Number.isNaN(value))).toEqual([]);
  expect(values.filter(([series, value]) => /_(requests|errors|refused)_total/.test(series) && value > 0)).toEqual([]);
  expect(values.filter(([series]) => /^vendor_credential_\w+_in_a_row/.test(series))).toEqual([]);
});

test('at no time and nowhere the credential was said to be refused less often than it was', async () => {
  const samples = await prometheus.query('min_over_time(vendor_credential_refused_in_a_row[1h])');
  const least = (samples as { readonly value: readonly [number, string] }[]).map(({ value }) => Number(value[1]));
  expect(least.length).toBeGreaterThan(1);
  for (const value of least) expect(value).toBeGreaterThanOrEqual(5);
});

test('a credential that is switched off has no figure anywhere, and one that is switched on has them in one place', async () => {
  await order(second, 'credentials/crd_1/disable');
  const gone = [refused, usage, lag];
  await eventually(async () => {
    for (const told of await Promise.all([first, second, third].map(scrape)))
      expect(gone.filter((series) => told.has(series))).toEqual([]);
  });
  await order(second, 'credentials/crd_1/enable');
  const values = await eventually(async () => {
    const told = await Promise.all([first, second, third].map(scrape));
    const counts = told.flatMap((series) => series.get(refused) ?? []);
    return counts.length > 0 && counts;
  }, 60_000);
  // It was failing when it was switched off, and nothing has been answered since.
  expect(values).toEqual([expect.toSatisfy((count: number) => count >= 5)]);
});
