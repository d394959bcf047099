import { readFile } from 'node:fs/promises';
import type { IngestionRunRow, ObservationRow, QuotedPriceRow } from '../../../domain/analytics/rows.ts';
import { Failure } from '../../../domain/errors.ts';
import { offerId } from '../../../domain/ids.ts';
import { amount } from '../../../domain/money.ts';
import { type AnalyticsStore, createAnalyticsStore } from '../../../storage/analytics/analytics-store.ts';
import { createMetrics } from '../../../telemetry/metrics.ts';
import { type TestEngine, testEngine } from '../../support/analytics.ts';
import { eventually } from '../../support/eventually.ts';
import { givenPrice } from '../../support/given-prices.ts';

/**
 * Very many observations on their way into the embedded engine, whose process is killed twice
 * meanwhile, as many prices given, and then every kind of question over them. A batch is written
 * again until it is acknowledged, as the projection does.
 */

const suppliers = 5;
const offersOfSupplier = 20_000;
const start = Date.parse('2026-03-01T00:00:00Z');

/** So many days are observed. */
const lastDays = 50;

const stepMs = (total: number): number => (lastDays * 86_400_000) / total;

const prices = Array.from({ length: 97 }, (_, at) => amount((0.05 + at / 1_000).toFixed(4)));
const offers = Array.from({ length: suppliers * offersOfSupplier }, (_, at) => ({
  supplierId: `supplier-${at % suppliers}`,
  supplierSku: `SKU-${Math.floor(at / suppliers)}`,
  offerId: offerId(`supplier-${at % suppliers}`, `SKU-${Math.floor(at / suppliers)}`),
  credentialId: `crd_${at % suppliers}`,
}));

/** How many offers are observed: each at least ten times. */
const offersOf = (total: number): number => Math.min(offers.length, total / 10);

/** Eight ticks a day of each supplier. */
const runs: readonly IngestionRunRow[] = Array.from({ length: lastDays * suppliers * 8 }, (_, at) => ({
  messageId: `ingestion_run:run_${at}:1`,
  runId: `run_${at}`,
  supplierId: `supplier-${at % suppliers}`,
  credentialId: `crd_${at % suppliers}`,
  endedAt: new Date(start + Math.floor(at * stepMs(lastDays * suppliers * 8))),
  failure: undefined,
  pages: 100,
  items: 10_000,
  prices: 10_000,
  stocks: 10_000,
}));

/** The observation of a number; each offer in its turn. */
const rowAt = (at: number, total: number): ObservationRow => {
  const observed = offersOf(total);
  const offer = offers[at % observed];
  const [first, second] = [prices[at % 97], prices[(at * 7) % 97]];
  if (offer === undefined || first === undefined || second === undefined) throw new RangeError(`no offer ${at}`);
  return {
    messageId: `obs_${at.toString(36).padStart(20, '0')}`,
    ...offer,
    observedAt: new Date(start + Math.floor(at * stepMs(total))),
    runId: `run_${Math.floor(at / observed)}`,
    phase: 'prices',
    price: {
      kind: 'ladder',
      currency: 'EUR',
      steps: [
        { quantity: 1, unitPrice: first },
        { quantity: 100, unitPrice: second },
      ],
    },
    stock: at % 10_000,
    leadTimeDays: at % 60,
  };
};

/** Products of which prices are given. */
const products = 20_000;

/**
 * A batch of prices given, as many as observations in all: every product in its turn, to many
 * customers.
 */
const givenFrom = (from: number, total: number): readonly QuotedPriceRow[] =>
  Array.from({ length: Math.min(batchSize, total - from) }, (_, place) => {
    const at = from + place;
    const answered = {
      customerId: `cus_${at % 501}`,
      productId: `prd_${at % products}`,
      offerId: `ofr_${at % products}_${at % 5}`,
      answeredAt: new Date(start + Math.floor(at * stepMs(total))),
    };
    return { ...givenPrice(answered), messageId: `pgv_${Math.floor(at / 250)}:${at % 250}` };
  });

/** A filled engine. */
export interface Volume {
  readonly fixture: TestEngine;
  readonly store: AnalyticsStore;
  /** Rows a second from the first batch to the last acknowledgement, kills included. */
  readonly rowsPerSecond: number;
  readonly kills: number;
}

const batchSize = 20_000;

/**
 * Fills an engine with so many observations, and kills its process after a third and after two
 * thirds of them.
 */
export const fillVolume = async (total: number): Promise<Volume> => {
  const fixture = await testEngine();
  const store = createAnalyticsStore(fixture.engine, createMetrics('test').analytics);
  const size = Math.min(batchSize, Math.ceil(total / 10));
  const kill = new Set([Math.floor(total / size / 3), Math.floor((2 * total) / size / 3)]);
  let kills = 0;
  const isStored = async (rows: readonly ObservationRow[]): Promise<boolean> => {
    try {
      await store.insert('observation', rows);
      return true;
    } catch (error) {
      if (error instanceof Failure && error.kind === 'unavailable') return false;
      throw error;
    }
  };

  const begin = performance.now();
  let writing: Promise<unknown> = Promise.resolve();
  for (let batch = 0; batch * size < total; batch += 1) {
    const length = Math.min(size, total - batch * size);
    // The next batch is made while the one before is written.
    const rows = Array.from({ length }, (_, at) => rowAt(batch * size + at, total));
    await writing;
    writing = eventually(() => isStored(rows), 120_000);
    const pid = fixture.engine.pid();
    if (kill.has(batch) && pid !== undefined) {
      process.kill(pid, 'SIGKILL');
      kills += 1;
    }
  }
  await writing;
  const seconds = (performance.now() - begin) / 1_000;
  await store.insert('ingestion_run', runs);
  for (let from = 0; from < total; from += batchSize) await store.insert('price_given', givenFrom(from, total));
  return { fixture, store, rowsPerSecond: total / seconds, kills };
};

/** How many observations the engine counts. */
export const countRows = async ({ fixture }: Volume): Promise<number> => {
  const [row] = await fixture.engine.read<{ rows: number }>('select count() as rows from observation final', {});
  return row?.rows ?? -1;
};

/** The offers of a product: one of each supplier, another product each time. */
const sourcesOf = (product: number) => offers.slice(product * suppliers, (product + 1) * suppliers);

const period = { from: new Date(start), to: new Date(start + lastDays * 86_400_000) };

/** Every kind of question, as it is asked for the product of a number. */
export const questions: Readonly<
  Record<string, (store: AnalyticsStore, product: number) => Promise<readonly unknown[]>>
> = {
  price_history: (store, product) =>
    store.priceHistory({ sources: sourcesOf(product), quantity: 100, period, limit: 10_001 }),
  price_spread: (store, product) => store.priceSpread({ sources: sourcesOf(product), quantity: 1, period }),
  supplier_coverage: (store) => store.supplierCoverage({ pricesSince: period.from, stocksSince: period.from }),
  lead_time_trend: (store) =>
    store.leadTimeTrend({
      supplierId: undefined,
      period: { ...period, from: new Date(period.to.getTime() - 30 * 86_400_000) },
    }),
  budget_use: (store) => store.budgetUse({ supplierId: undefined, period }),
  prices_given: (store, product) =>
    store.pricesGiven({ productId: `prd_${product % products}`, customerId: undefined, period, limit: 10_001 }),
};

/** How time is told, in milliseconds from any beginning. */
export type Clock = () => Promise<number>;

/** The time that passes. */
export const wallClock: Clock = async () => performance.now();

/** Milliseconds in a tick of the kernel's clock: 100 ticks a second wherever Linux runs Node. */
const tickMs = 10;

/**
 * The processor's time that a process has used, all threads together: what a question costs,
 * whatever else the machine does. Alone on two cores, no question takes longer than that.
 */
export const processorClock =
  (pid: () => number | undefined): Clock =>
  async () => {
    const stat = await readFile(`/proc/${pid()}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) * tickMs;
  };

/** That of the engine's process. */
export const engineClock = ({ fixture }: Volume): Clock => processorClock(() => fixture.engine.pid());

/**
 * The p95 of a question asked again and again, in milliseconds; the first few, which warm up, do
 * not count.
 */
export const p95Of = async (ask: (turn: number) => Promise<unknown>, turns: number, clock: Clock): Promise<number> => {
  const times: number[] = [];
  for (let turn = -3; turn < turns; turn += 1) {
    const begin = await clock();
    await ask(turn + 3);
    if (turn >= 0) times.push((await clock()) - begin);
  }
  times.sort((a, b) => a - b);
  return times[Math.ceil(times.length * 0.95) - 1] ?? Number.NaN;
};
