import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pass } from 'node:timers/promises';
import { demoCatalogue } from '../../ops/demo/catalogue/catalogue.ts';
import { shareOf } from '../../ops/demo/catalogue/combine.ts';
import { startDemoLookupSupplier } from '../../ops/demo/lookup-supplier.ts';
import { eventually } from '../support/eventually.ts';
import { ownPostgres } from '../support/own-postgres.ts';
import type { SpendOrder } from './spend-budget-process.ts';

/**
 * Two processes spend one budget at full demand, for so long, against a supplier that counts. Where
 * there is an outage, the store is killed in the middle and comes back after it.
 */

/** Twenty a second, in windows that a late packet does not matter to. */
const budget = { rate: 100, periodMs: 5_000, burst: 1 };
const sharers = 2;
const apiKey = 'the-api-key';

/**
 * How long, and how long without the store; 0: never. By how much the clock of one of the two is
 * ahead; left out: by nothing.
 */
export interface SharedBudgetOrder {
  readonly durationMs: number;
  readonly outageMs: number;
  readonly aheadMs?: number;
}

/** What the supplier saw. */
export interface SharedBudgetReport {
  /** The most requests in any window of the budget, as a share of what it allows. */
  readonly busiest: number;
  /** Requests over the whole time, as a share of what it allows. */
  readonly utilisation: number;
  readonly duringOutage: number;
  /** Decisions that the processes made without the store. */
  readonly fallbacks: number;
}

const clockAhead = join(import.meta.dirname, '../support/clock-ahead-process.ts');

const startSpender = (order: SpendOrder, aheadMs: number) => {
  const program = join(import.meta.dirname, 'spend-budget-process.ts');
  const child = spawn(process.execPath, ['--import', clockAhead, program, JSON.stringify(order)], {
    env: { ...process.env, CLOCK_AHEAD_MS: String(aheadMs) },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const ended = once(child, 'exit');
  return {
    ready: () => lines.next(),
    stop: async (): Promise<number> => {
      child.stdin.write('stop\n');
      const said = await lines.next();
      await ended;
      return (JSON.parse(String(said.value)) as { fallbacks: number }).fallbacks;
    },
  };
};

/** Runs it. */
export const spendTogether = async ({
  durationMs,
  outageMs,
  aheadMs = 0,
}: SharedBudgetOrder): Promise<SharedBudgetReport> => {
  const products = shareOf(demoCatalogue('demo'), 10);
  const [postgres, supplier] = await Promise.all([
    ownPostgres(),
    startDemoLookupSupplier({ products, seed: 'shared', apiKey }),
  ]);
  try {
    const [part] = [...products];
    const supplierUrl = `${supplier.url}/parts?numbers=${encodeURIComponent(part?.mpn ?? '')}&apikey=${apiKey}`;
    const order: SpendOrder = { databaseUrl: postgres.url, supplierUrl, budget, sharers };
    const spenders = [0, aheadMs].map((ahead) => startSpender(order, ahead));
    await Promise.all(spenders.map((each) => each.ready()));
    await eventually(() => supplier.calls().length > 0);
    const startedAt = Date.now();
    let outage = { from: 0, to: 0 };
    if (outageMs > 0) {
      await pass((durationMs - outageMs) / 2);
      await postgres.kill();
      const from = Date.now();
      await pass(outageMs);
      outage = { from, to: Date.now() };
      await postgres.restart();
    }
    await pass(Math.max(0, durationMs - (Date.now() - startedAt)));
    const elapsedMs = Date.now() - startedAt;
    const fallbacks = await Promise.all(spenders.map((each) => each.stop()));
    const calls = supplier.calls();
    return {
      busiest: supplier.busiest(budget.periodMs) / budget.rate,
      utilisation:
        calls.filter(({ atMs }) => atMs <= startedAt + elapsedMs).length /
        ((budget.rate * elapsedMs) / budget.periodMs),
      duringOutage: calls.filter(({ atMs }) => atMs > outage.from && atMs < outage.to).length,
      fallbacks: fallbacks.reduce((sum, each) => sum + each, 0),
    };
  } finally {
    await supplier.close();
    await postgres.close();
  }
};
