/**
 * Observations into the embedded ClickHouse beside a bare insert of the same rows by its own
 * library: same table, same batches, on the same disk. What ours adds is the encoding of rows, the
 * way to a process of its own, and the summaries that are kept as rows arrive.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ObservationRow } from '../domain/analytics/rows.ts';
import { offerId } from '../domain/ids.ts';
import { amount } from '../domain/money.ts';
import { createAnalyticsStore } from '../storage/analytics/analytics-store.ts';
import { loadEngine } from '../storage/analytics/embedded/engine-library.ts';
import { createEmbeddedEngine } from '../storage/analytics/embedded-engine.ts';
import { encodeRows } from '../storage/analytics/encode-rows.ts';
import { createMetrics } from '../telemetry/metrics.ts';
import { type Benchmark, closedLoop, compare } from './benchmark.ts';

const batchSize = 5_000;
const offers = 100_000;
/** One batch is made while another is written. */
const load = { workers: 2, durationMs: 4_000 };
const rounds = 4;
const steps = [1, 100].map((quantity) => ({ quantity, unitPrice: amount('0.0124') }));

let observed = 0;

const nextRow = (): ObservationRow => {
  observed += 1;
  const [supplierId, supplierSku] = [`supplier-${observed % 5}`, `SKU-${observed % offers}`];
  return {
    messageId: `obs_${String(observed).padStart(20, '0')}`,
    offerId: offerId(supplierId, supplierSku),
    supplierId,
    supplierSku,
    credentialId: `crd_${observed % 5}`,
    observedAt: new Date(1_772_323_200_000 + observed * 100),
    runId: 'run_bench',
    phase: 'prices',
    price: { kind: 'ladder', currency: 'EUR', steps },
    stock: observed % 1_000,
    leadTimeDays: observed % 60,
  };
};

const nextBatch = (): readonly ObservationRow[] => Array.from({ length: batchSize }, nextRow);

const openBare = async (folder: string) => {
  const { Session } = await loadEngine();
  const session = new Session(folder);
  const schema = new URL('../storage/analytics/schema/0001_messages.sql', import.meta.url);
  const [table = ''] = (await readFile(schema, 'utf8')).split(/;\s*$/m);
  session.query(table);
  return {
    insert: (lines: Uint8Array) => session.insert({ table: 'observation', values: lines, format: 'JSONEachRow' }),
    close: () => session.close(),
  };
};

/** Rows a second, ours and the library's. */
export const analyticsBenchmark: Benchmark = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'bench-analytics-'));
  const engine = createEmbeddedEngine({ folder: join(folder, 'ours') });
  const store = createAnalyticsStore(engine, createMetrics('bench').analytics);
  const bare = await openBare(join(folder, 'bare'));
  const ready = Array.from({ length: 20 }, () => encodeRows('observation', nextBatch()));
  let turn = 0;
  try {
    return [
      await compare({
        name: `observations, ${batchSize} a batch`,
        unit: 'rows/s',
        rounds,
        ours: () =>
          closedLoop({
            ...load,
            call: async () => {
              await store.insert('observation', nextBatch());
              return batchSize;
            },
          }),
        limit: () =>
          closedLoop({
            ...load,
            call: async () => {
              turn += 1;
              await bare.insert(ready[turn % ready.length] ?? Buffer.alloc(0));
              return batchSize;
            },
          }),
      }),
    ];
  } finally {
    await engine.close();
    bare.close();
    await rm(folder, { recursive: true, force: true });
  }
};
