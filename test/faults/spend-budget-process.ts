import { setTimeout as delay } from 'node:timers/promises';
import { createBudget } from '../../actors/connector/budget.ts';
import { createRateBudgetStore } from '../../storage/connectors/rate-budget-store.ts';
import { openPool } from '../../storage/pool/pool.ts';
import { untoldOutage } from '../support/untold-outage.ts';

/**
 * A process that spends the budget of one credential at full demand until it is told to stop, and
 * then says how often it had to decide without the store: `node spend-budget-process.ts '{...}'`.
 */

/** What it is told. */
export interface SpendOrder {
  readonly databaseUrl: string;
  readonly supplierUrl: string;
  readonly budget: { readonly rate: number; readonly periodMs: number; readonly burst: number };
  readonly sharers: number;
}

const order = JSON.parse(process.argv[2] ?? '{}') as SpendOrder;
const pool = openPool({ url: order.databaseUrl, maxConnections: 2, applicationName: 'spender' });
await pool.sql`select 1`;
const end = new AbortController();
let fallbacks = 0;
const budget = createBudget(
  { supplierId: 'meridian', id: 'crd_shared' },
  { parts: [order.budget] },
  {
    store: createRateBudgetStore(pool.sql),
    now: () => new Date(),
    pause: (ms, signal) => delay(ms, undefined, { signal }),
    onFallback: () => {
      fallbacks += 1;
    },
    outage: untoldOutage,
    sharers: order.sharers,
  },
);

/** As many at once as answers may be slow. */
const lanes = 4;

const spend = async (): Promise<void> => {
  while (!end.signal.aborted) {
    await budget.take('parts', 1, end.signal);
    await (await fetch(order.supplierUrl)).arrayBuffer();
  }
};

process.stdout.write('ready\n');
process.stdin.once('data', () => end.abort(new Error('told to stop')));
await Promise.allSettled(Array.from({ length: lanes }, spend));
process.stdout.write(`${JSON.stringify({ fallbacks })}\n`);
process.exit(0);
