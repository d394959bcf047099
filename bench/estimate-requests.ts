/**
 * Estimates through the API: from the request to the `ready` version at the watcher, over a service
 * in a process of its own. Each row is one mode over random estimates of 200 lines, 30 suppliers
 * and 8 offers a line with breaks, multiples and short stock; `ours` is how many were ready within
 * a second with gap 0, of as many as `limit` says.
 *
 * The last row prices single offers at a fixed rate while ten estimates are always under way,
 * beside the same with none. What was put into the database is worked off, and one estimate of each
 * mode made, before anything is measured.
 */

import { manufacturerKey, mpnKey } from '../domain/catalog/identity.ts';
import { type OptimizationMode, optimizationModes } from '../domain/estimate/modes/modes.ts';
import type { EstimateLine, EstimateProblem, LineOffer } from '../domain/estimate/problem.ts';
import { defaultProfile } from '../domain/identity/built-in-profiles.ts';
import { offerId, productId } from '../domain/ids.ts';
import type { Observation } from '../domain/ingestion/observation.ts';
import { amount } from '../domain/money.ts';
import { decimalText } from '../domain/pricing/fixed-point.ts';
import { keyHash } from '../gateway/auth/authenticator.ts';
import { createStores, type Stores } from '../gateway/wire/stores.ts';
import { createMetrics } from '../telemetry/metrics.ts';
import { byTest } from '../test/support/by-test.ts';
import { type EstimateShape, randomEstimate } from '../test/support/estimates.ts';
import { seededRandom } from '../test/support/random.ts';
import { type Service, startService } from '../test/support/service.ts';
import { type BenchmarkRow, openLoop, percentile, type Sample } from './benchmark.ts';
import { type EstimateClient, requestOne } from './estimate-client.ts';
import { keepEstimating } from './estimate-load.ts';
import { withScratchPostgres } from './scratch-postgres.ts';
import { untilWorkedOff } from './worked-off.ts';

const shape: EstimateShape = {
  lines: 200,
  suppliers: 30,
  offersPerLine: 8,
  maxPieces: 2000,
  scarcity: 0.1,
  maxOrderCost: 2_000_000,
  orderMultiples: [1, 1, 5, 10, 100],
  breakSpread: 50,
  linesPerGroup: 4,
};

const estimates = 20;
/** Under way at a time while prices are asked for. */
const estimatesBeside = 10;

/** Money units of a random estimate are millionths. */
const places = 6;
const allowedMs = 1_000;
const maker = 'Acme Semiconductors';
const key = 'os_key-of-the-benchmark-of-estimates';
const secret = Buffer.alloc(32, 9);
const context = { correlationId: 'bench', traceparent: undefined };

const numberOf = (seed: number, { id }: EstimateLine): string => `BENCH${seed}X${id.toUpperCase()}`;

const observed = (mpn: string, offer: LineOffer): Observation => ({
  id: `obs_${mpn}_${offer.id}`,
  supplierId: offer.sellerId,
  supplierSku: `${mpn}-${offer.id}`,
  credentialId: `crd_${offer.sellerId}`,
  observedAt: new Date(),
  runId: 'run_bench',
  phase: 'prices',
  price: {
    kind: 'ladder',
    ladder: {
      currency: 'EUR',
      priceBase: 1,
      breaks: offer.breaks.map(({ minQuantity, unitPrice }) => ({
        quantity: minQuantity,
        price: amount(decimalText(unitPrice, places)),
      })),
    },
  },
  minimumOrderQuantity: offer.minOrderQuantity,
  orderMultiple: offer.orderMultiple,
  ...(offer.stock !== undefined && { stock: [{ warehouseRef: 'main', quantity: offer.stock }] }),
  ...(offer.leadTimeDays !== undefined && { leadTimeDays: offer.leadTimeDays }),
  description: { manufacturer: maker, mpn },
});

const putSuppliers = async ({ suppliers }: Stores): Promise<void> => {
  for (let at = 0; at < shape.suppliers; at += 1) {
    const id = `s${at}`;
    const record = { id, name: id, plugin: 'demo-bulk', baseUrl: 'http://127.0.0.1:1', route: { supplierId: id } };
    await suppliers.putSupplier({ ...record, createsProducts: true, settings: {} }, byTest);
    const owner = { scope: 'system', ownerId: undefined, label: id, secret: {} } as const;
    await suppliers.putCredential({ id: `crd_${id}`, supplierId: id, ...owner });
  }
};

const putProblem = async (stores: Stores, seed: number, { lines }: EstimateProblem): Promise<void> => {
  const numbers = lines.map((line) => numberOf(seed, line));
  const drafts = numbers.map((mpn) => ({ profileId: defaultProfile.id, manufacturer: maker, mpn }));
  await stores.catalog.upsert(drafts, new Date(), context);
  const all = lines.flatMap((line) => line.offers.map((offer) => observed(numberOf(seed, line), offer)));
  await stores.observations.apply(all, context);
  const decisions = all.map(({ supplierId, supplierSku, description }) => ({
    offerId: offerId(supplierId, supplierSku),
    productId: productId(defaultProfile.id, manufacturerKey(maker), mpnKey(description?.mpn ?? '')),
    confidence: 'exact' as const,
    strategy: 'deterministic' as const,
    rule: 'manufacturer_and_mpn',
    evidence: {},
    create: undefined,
  }));
  await stores.matches.record(decisions, context, new Date());
};

const bodyOf = (seed: number, { lines, orderCosts }: EstimateProblem, mode: OptimizationMode): string =>
  JSON.stringify({
    lines: lines.map((line) => ({ mpn: numberOf(seed, line), manufacturer: maker, quantity: line.pieces })),
    order_costs: Object.fromEntries(Object.entries(orderCosts).map(([id, cost]) => [id, decimalText(cost, places)])),
    optimization_mode: mode,
  });

const clientOf = ({ httpUrl }: Service): EstimateClient => ({
  httpUrl,
  headers: { 'x-api-key': key, 'content-type': 'application/json' },
});

const measure = async (
  service: Service,
  problems: readonly EstimateProblem[],
  mode: OptimizationMode,
): Promise<BenchmarkRow> => {
  const runs: { readonly ms: number; readonly isProven: boolean }[] = [];
  for (const [seed, problem] of problems.entries())
    runs.push(await requestOne(clientOf(service), bodyOf(seed, problem, mode)));
  const times = runs.map(({ ms }) => ms);
  const good = runs.filter(({ ms, isProven }) => isProven && ms <= allowedMs).length;
  return {
    name: `estimate ${shape.lines}x${shape.suppliers} ${mode} request to ready`,
    ours: good,
    limit: runs.length,
    ratio: good / runs.length,
    unit: 'proven in 1 s',
    p50: percentile(times, 0.5),
    p95: percentile(times, 0.95),
    p99: percentile(times, 0.99),
    limitP50: allowedMs,
    limitP95: allowedMs,
    limitP99: allowedMs,
  };
};

const pricesPerSecond = 200;
const pricesMs = 6_000;

/** Prices at a fixed rate, as many requests as are due whether answered or not. */
const priceOffers = (service: Service, { lines }: EstimateProblem): Promise<Sample> => {
  const ids = lines.flatMap((line) =>
    line.offers.map((offer) => offerId(offer.sellerId, `${numberOf(0, line)}-${offer.id}`)),
  );
  let at = 0;
  const { httpUrl, headers } = clientOf(service);
  const call = async (): Promise<number> => {
    at = (at + 1) % ids.length;
    const body = JSON.stringify({ offer_id: ids[at], quantity: 100 });
    const answer = await fetch(`${httpUrl}/v1/pricing`, { method: 'POST', headers, body });
    if (!answer.ok) throw new Error(await answer.text());
    await answer.arrayBuffer();
    return 1;
  };
  return openLoop({ rate: pricesPerSecond, durationMs: pricesMs, call });
};

const pricesMeanwhile = async (service: Service, problems: readonly EstimateProblem[]): Promise<BenchmarkRow> => {
  const [first] = problems;
  if (first === undefined) throw new Error('there are no estimates');
  await priceOffers(service, first);
  const alone = await priceOffers(service, first);
  const bodies = problems.map((problem, seed) => bodyOf(seed, problem, 'min_price'));
  const stopEstimating = keepEstimating({ client: clientOf(service), bodies });
  const beside = await priceOffers(service, first);
  await stopEstimating();
  const [ours, limit] = [beside.work / beside.seconds, alone.work / alone.seconds];
  const [p50, p95, p99] = [0.5, 0.95, 0.99].map((share) => percentile(beside.latenciesMs, share));
  const [limitP50, limitP95, limitP99] = [0.5, 0.95, 0.99].map((share) => percentile(alone.latenciesMs, share));
  return {
    name: `POST /v1/pricing while ${problems.length} estimates run, beside none`,
    ours,
    limit,
    ratio: ours / limit,
    unit: 'requests/s',
    p50: p50 ?? 0,
    p95: p95 ?? 0,
    p99: p99 ?? 0,
    limitP50: limitP50 ?? 0,
    limitP95: limitP95 ?? 0,
    limitP99: limitP99 ?? 0,
  };
};

/** One estimate in every mode: what a process does for the first time takes it longer. */
const warmUp = async (service: Service, [first]: readonly EstimateProblem[]): Promise<void> => {
  if (first === undefined) throw new Error('there are no estimates');
  for (const mode of optimizationModes) await requestOne(clientOf(service), bodyOf(0, first, mode));
};

/** Requests of estimates in every mode, one after the other; then prices beside them. */
export const estimateRequests = (): Promise<readonly BenchmarkRow[]> =>
  withScratchPostgres(8, async (pool, url) => {
    const metrics = createMetrics('bench');
    const keys = [{ id: '1', key: secret }];
    const stores = createStores({ pool, url, isEmbedded: false }, { keys, metrics, priceJumpFactor: 1_000 });
    await putSuppliers(stores);
    await stores.callers.putCustomer({ id: 'bench', name: 'bench', groupIds: [] });
    await stores.callers.putKey({
      id: 'key_b',
      customerId: 'bench',
      hash: keyHash(key),
      scopes: ['estimate', 'pricing'],
      label: '',
    });
    const problems = Array.from({ length: estimates }, (_, seed) => randomEstimate(seededRandom(seed), shape));
    for (const [seed, problem] of problems.entries()) await putProblem(stores, seed, problem);
    await pool.sql`analyze`;
    const service = await startService({
      DATABASE_URL: url,
      SECRETS_KEY: secret.toString('base64'),
      HOST: '127.0.0.1',
      DEMO: 'off',
      ROLES: 'gateway,worker',
      LOG_LEVEL: 'info',
    });
    try {
      await untilWorkedOff(pool);
      await warmUp(service, problems);
      const rows: BenchmarkRow[] = [];
      for (const mode of optimizationModes) rows.push(await measure(service, problems, mode));
      return [...rows, await pricesMeanwhile(service, problems.slice(0, estimatesBeside))];
    } finally {
      await service.stop();
    }
  });
