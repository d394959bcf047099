/** A service in a process of its own over a database that holds the markets of random estimates. */

import { manufacturerKey, mpnKey } from '../domain/catalog/identity.ts';
import type { OptimizationMode } from '../domain/estimate/modes/modes.ts';
import type { EstimateLine, EstimateProblem, LineOffer } from '../domain/estimate/problem.ts';
import { defaultProfile } from '../domain/identity/built-in-profiles.ts';
import { offerId, productId } from '../domain/ids.ts';
import type { Observation } from '../domain/ingestion/observation.ts';
import { amount } from '../domain/money.ts';
import { decimalText } from '../domain/pricing/fixed-point.ts';
import { keyHash } from '../gateway/auth/authenticator.ts';
import { createStores, type Stores } from '../gateway/wire/stores.ts';
import { ownKnowledge } from '../gateway/wire/suppliers.ts';
import { createMetrics } from '../telemetry/metrics.ts';
import { byTest } from '../test/support/by-test.ts';
import { randomEstimate } from '../test/support/estimates.ts';
import { seededRandom } from '../test/support/random.ts';
import { type Service, startService } from '../test/support/service.ts';
import type { EstimateClient } from './estimate-client.ts';
import { shapeOf } from './optimise/shape.ts';
import { withScratchPostgres } from './scratch-postgres.ts';
import { untilWorkedOff } from './worked-off.ts';

/** What random estimates are like. */
export const shape = shapeOf(200, 30);

/** Money units of a random estimate are millionths. */
const places = 6;
const manufacturer = 'Acme Semiconductors';
const key = 'os_key-of-the-benchmark-of-estimates';
const secret = Buffer.alloc(32, 9);
const context = { correlationId: 'bench', traceparent: undefined };

/** The part number of a line. */
export const numberOf = (seed: number, { id }: EstimateLine): string => `BENCH${seed}X${id.toUpperCase()}`;

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
  description: { manufacturer: manufacturer, mpn },
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
  const drafts = numbers.map((mpn) => ({ profileId: defaultProfile.id, manufacturer: manufacturer, mpn }));
  await stores.catalog.upsert(drafts, new Date(), context);
  const all = lines.flatMap((line) => line.offers.map((offer) => observed(numberOf(seed, line), offer)));
  await stores.observations.apply(all, context);
  const decisions = all.map(({ supplierId, supplierSku, description }) => ({
    offerId: offerId(supplierId, supplierSku),
    productId: productId(defaultProfile.id, manufacturerKey(manufacturer), mpnKey(description?.mpn ?? '')),
    confidence: 'exact' as const,
    strategy: 'deterministic' as const,
    rule: 'manufacturer_and_mpn',
    evidence: {},
    create: undefined,
  }));
  await stores.matches.record(decisions, context, new Date());
};

/** A request for an estimate, with what else it asks for. */
export const bodyOf = (
  seed: number,
  { lines, orderCosts }: EstimateProblem,
  mode: OptimizationMode,
  more: object = {},
): string =>
  JSON.stringify({
    ...more,
    lines: lines.map((line) => ({ mpn: numberOf(seed, line), manufacturer: manufacturer, quantity: line.pieces })),
    order_costs: Object.fromEntries(Object.entries(orderCosts).map(([id, cost]) => [id, decimalText(cost, places)])),
    optimization_mode: mode,
  });

/** The client of the benchmark's customer. */
export const clientOf = ({ httpUrl }: Service): EstimateClient => ({
  httpUrl,
  headers: { 'x-api-key': key, 'content-type': 'application/json' },
});

/**
 * Measures over the markets of so many estimates, once what was put into the database is worked
 * off.
 */
export const withEstimateMarkets = <Result>(
  estimates: number,
  measure: (service: Service, problems: readonly EstimateProblem[]) => Promise<Result>,
): Promise<Result> =>
  withScratchPostgres(8, async (pool, url) => {
    const metrics = createMetrics('bench');
    const keys = [{ id: '1', key: secret }];
    const stores = createStores(
      { pool, url, isEmbedded: false },
      { keys, metrics, priceJumpFactor: 1_000, bindingOf: ownKnowledge.bindingOf },
    );
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
      return await measure(service, problems);
    } finally {
      await service.stop();
    }
  });
