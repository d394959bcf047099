import type { Caller } from '../domain/callers/caller.ts';
import { amount } from '../domain/money.ts';
import type { Offer } from '../domain/offers/offer.ts';
import { calculatePrice } from '../domain/pricing/calculate.ts';
import type { PriceBook } from '../domain/pricing/price-book.ts';
import { type Benchmark, closedLoop, compare, type Sample } from './benchmark.ts';
import { ruleCount, rulesBook } from './rules.ts';

/**
 * Prices in process: batches of 256 offers under 200 active rules for groups, regions, suppliers
 * and makers, of which half a dozen apply to each price, from dollars into euros. Beside it a bare
 * loop that does the least that any answer needs: it finds the break, multiplies and writes one
 * line, with doubles and without rules.
 */

const batchSize = 256;
const now = new Date('2026-03-01T12:00:00Z');
const quantity = 250;

const breaks = [1, 10, 100, 1_000].map((from) => ({ quantity: from, price: amount('0.5').div(from).plus('0.01') }));

const offers = Array.from(
  { length: batchSize },
  (_, at): Offer => ({
    id: `ofr_${at}`,
    supplierId: `supplier-${at % 10}`,
    supplierSku: `SKU-${at}`,
    manufacturer: `Maker ${at % 20}`,
    mpn: `MPN-${at}`,
    productId: `prd_${at}`,
    matchConfidence: 'exact',
    matchRule: undefined,
    product: undefined,
    views: [
      {
        credential: {
          id: 'crd_1',
          supplierId: `supplier-${at % 10}`,
          scope: 'system',
          ownerId: undefined,
          label: 'house account',
          failingSince: undefined,
        },
        price: {
          value: { kind: 'ladder', ladder: { currency: 'USD', priceBase: undefined, breaks } },
          observedAt: new Date(now.getTime() - 3_600_000),
        },
        priceHeld: undefined,
        minimumOrderQuantity: undefined,
        orderMultiple: undefined,
        packaging: undefined,
        stock: { value: [{ warehouseRef: 'main', quantity: 10_000 }], observedAt: now },
        leadTimeDays: undefined,
        refreshEta: undefined,
      },
    ],
  }),
);

const caller: Caller = {
  keyId: 'key_1',
  customerId: 'acme',
  groupIds: ['group-7'],
  scopes: ['pricing'],
  deliveryZone: undefined,
};

/** Prices a batch under the rules of a book. */
export const priceBatch = (book: PriceBook) => async (): Promise<number> => {
  for (const offer of offers) {
    const answer = calculatePrice({ offer, caller, quantity, at: now, zone: 'EU', currency: 'EUR', book });
    if (answer.mode !== 'fixed') throw new Error(`no price: ${answer.mode}`);
  }
  return batchSize;
};

const bareBreaks = breaks.map((each) => ({ quantity: each.quantity, price: each.price.toNumber() }));

const bareBatch = async (): Promise<number> => {
  for (const { id } of offers) {
    const applies = bareBreaks.findLast((each) => each.quantity <= quantity);
    const total = ((applies?.price ?? 0) * quantity) / 1.0823;
    const line = { ruleId: 'break_price', label: `${quantity} pieces of ${id}`, amount: total.toFixed(6) };
    if (Number(line.amount) <= 0) throw new Error('no price');
  }
  return batchSize;
};

/**
 * Rates are by seconds of the processor, garbage collection included, so that what else the machine
 * does has no part in them.
 */
export const processorLoad = (call: () => Promise<number>) => async (): Promise<Sample> => {
  const before = process.cpuUsage();
  const sample = await closedLoop({ workers: 1, durationMs: 1_000, call });
  const { user, system } = process.cpuUsage(before);
  return { ...sample, seconds: (user + system) / 1_000_000 };
};

/** Prices with two hundred rules beside a bare loop; latencies are of a batch. */
export const pricingRulesBenchmark: Benchmark = async () => [
  await compare({
    name: `prices under ${ruleCount} rules, batches of ${batchSize}; a bare loop`,
    unit: 'prices/s of CPU',
    rounds: 5,
    warmUpRounds: 2,
    ours: processorLoad(priceBatch(rulesBook)),
    limit: processorLoad(bareBatch),
  }),
];
