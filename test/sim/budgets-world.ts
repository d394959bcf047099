import { type Budget, createBudget } from '../../actors/connector/budget.ts';
import type { EndpointBudgets } from '../../actors/connector/suppliers/supplier-client.ts';
import type { AnswerClass } from '../../domain/ingestion/answer-class.ts';
import type { OrderInForce, RateLimit } from '../../domain/ingestion/connector-control.ts';
import { afterThrottle, factorAt, fullRate, type LearnedRate } from '../../domain/ingestion/learned-rate.ts';
import { askEveryMs, leaseMs } from '../../domain/ingestion/lease-rules.ts';
import type { RateBudgetStore } from '../../domain/ingestion/ports.ts';
import {
  type BudgetState,
  budgetOf,
  decide,
  type Pace,
  type RateBudget,
  unusedBudgets,
} from '../../domain/ingestion/rate-budget.ts';
import { untoldOutage } from '../support/untold-outage.ts';
import { createVirtualTime, type VirtualTime } from './virtual-time.ts';

/**
 * Processes that spend the budgets of the same credentials at full demand, over one store that goes
 * away and comes back, is slow, or hangs; the supplier throttles now and then, processes are killed
 * with units in hand, operators lower rates for a while. Every request is noted at its instant, and
 * every window of every budget is counted in the end.
 */

const endpoints: Readonly<Record<string, EndpointBudgets>> = {
  search: [{ rate: 20, periodMs: 1_000, burst: 1 }, budgetOf(600, 60_000)],
  details: [budgetOf(120, 60_000), budgetOf(1_000, 3_600_000)],
};
const credentials = ['crd_1', 'crd_2'];
const lifeMs = 90_000;

/**
 * A process that is killed has renewed its lease no longer ago than it may, and nobody takes its
 * place before that ends.
 */
const soonestTakeoverMs = leaseMs - askEveryMs(leaseMs);

/** What a run comes to. */
export interface BudgetReport {
  readonly faults: readonly string[];
  readonly requests: number;
  readonly fallbacks: number;
  /** The share of its tightest budget that the busiest endpoint used. */
  readonly utilisation: number;
}

/** How the store is reached. */
type Weather = 'well' | 'away' | 'slow' | 'hanging';

interface Row {
  state: BudgetState;
  learned: LearnedRate;
  notBefore: number;
}

/**
 * The store as the SQL has it, on the clock of the simulation; `weather` says how it is reached.
 */
const createModelStore = (time: VirtualTime, weather: () => Weather): RateBudgetStore => {
  const rows = new Map<string, Row>();
  const never = new AbortController().signal;
  const rowOf = (key: string): Row => {
    const row = rows.get(key) ?? { state: unusedBudgets, learned: fullRate, notBefore: 0 };
    rows.set(key, row);
    return row;
  };
  const reach = async (): Promise<void> => {
    switch (weather()) {
      case 'well':
        return time.pause(time.between(0, 3), never);
      case 'slow':
        return time.pause(time.between(0, 400), never);
      case 'away':
        await time.pause(1, never);
        throw new Error('the store is away');
      case 'hanging':
        await time.pause(time.between(100, 5_000), never);
        throw new Error('the connection was lost');
    }
  };
  return {
    take: async ({ key, paces, limit, ...asked }) => {
      await reach();
      const row = rowOf(key);
      const now = time.now();
      const factor = factorAt(row.learned, now);
      const borne = <Each extends Pace>(pace: Each): Each => ({ ...pace, intervalMs: pace.intervalMs / factor });
      const asking = { ...asked, paces: paces.map(borne), limit: limit && borne(limit), notBefore: row.notBefore };
      const decided = decide(row.state, asking, now);
      row.state = decided.state;
      await reach();
      return decided.kind === 'granted'
        ? { kind: 'granted', units: decided.units, waitMs: Math.max(0, decided.at - time.now()), factor }
        : { kind: 'refused', waitMs: decided.waitMs, factor };
    },
    refund: async (key, { paces, limit, factor: taken = 0 }, units) => {
      await reach();
      const row = rowOf(key);
      const factor = Math.max(taken, factorAt(row.learned, time.now()));
      const less = (arrival: number, pace: Pace): number => arrival - (units * pace.intervalMs) / factor;
      const { arrivals, limit: ordered } = row.state;
      row.state = {
        arrivals: arrivals.map((arrival, at) => (paces[at] === undefined ? arrival : less(arrival, paces[at]))),
        limit:
          limit === undefined || limit.since !== ordered.since
            ? ordered
            : { ...ordered, arrival: less(ordered.arrival, limit) },
      };
      await reach();
    },
    adjustRate: async (key, { isTooFast, waitMs }) => {
      await reach();
      const row = rowOf(key);
      if (isTooFast) row.learned = afterThrottle(row.learned, time.now());
      row.notBefore = Math.max(row.notBefore, time.now() + waitMs);
    },
  };
};

interface Request {
  readonly key: string;
  readonly at: number;
}

/** The orders of an operator, with the time for which they held. */
interface Order {
  readonly limits: Readonly<Record<string, RateLimit>>;
  readonly from: number;
  readonly to: number;
}

/** As connectors hear of it; one without limits is no order. */
const inForceOf = (order: Order | undefined): OrderInForce<'rates'> | undefined =>
  order === undefined || Object.keys(order.limits).length === 0
    ? undefined
    : { kind: 'rates', limits: order.limits, until: new Date(8.64e15), givenAt: new Date(order.from) };

/**
 * Runs one seed; without storm nothing goes wrong. Two processes lose the store together, one alone
 * in every way there is.
 */
export const runBudgets = async (seed: number, isStormy: boolean): Promise<BudgetReport> => {
  const time = createVirtualTime(seed);
  const processCount = 1 + (seed % 2);
  const badWeathers = processCount === 1 ? (['away', 'hanging', 'slow'] as const) : (['away', 'hanging'] as const);
  let weather: Weather = 'well';
  let isThrottling = false;
  let orders: readonly Order[] = [{ limits: {}, from: 0, to: Number.POSITIVE_INFINITY }];
  const store = createModelStore(time, () => weather);
  const requests: Request[] = [];
  const running = new Map<string, Process>();
  let fallbacks = 0;

  const answer = (): AnswerClass => {
    if (!isThrottling || !time.chance(0.2)) return { kind: 'success' };
    const retryAfterMs = time.chance(0.5) ? time.between(0, 3_000) : undefined;
    return { kind: 'throttled', window: 'burst', retryAfterMs };
  };

  const demand = async (budget: Budget, id: string, endpoint: string, signal: AbortSignal): Promise<void> => {
    for (;;) {
      await budget.take(endpoint, 1, signal);
      requests.push({ key: `${id} ${endpoint}`, at: time.now() });
      budget.recordAnswer(endpoint, answer(), []);
    }
  };

  const start = (name: string): void => {
    const life = new AbortController();
    const budgets = credentials.map((id) => {
      const budget = createBudget({ supplierId: 'acme', id }, endpoints, {
        store,
        now: () => new Date(time.now()),
        pause: time.pause,
        onFallback: () => {
          fallbacks += 1;
        },
        outage: untoldOutage,
        sharers: processCount,
      });
      budget.override(inForceOf(orders.at(-1)));
      // It ends when its process does.
      for (const endpoint of Object.keys(endpoints)) demand(budget, id, endpoint, life.signal).catch(() => undefined);
      return budget;
    });
    running.set(name, { life, budgets });
  };

  const order = (): void => {
    const now = time.now();
    const limits: Order['limits'] = time.chance(0.5) ? { search: { rate: time.between(1, 5), periodMs: 1_000 } } : {};
    orders = [
      ...orders.map((each) => ({ ...each, to: Math.min(each.to, now) })),
      { limits, from: now, to: Number.POSITIVE_INFINITY },
    ];
    for (const { budgets } of running.values()) for (const budget of budgets) budget.override(inForceOf(orders.at(-1)));
  };

  const storm = (): void => {
    time.after(time.between(500, 8_000), storm);
    switch (time.between(0, 4)) {
      case 0:
      case 1:
        weather = badWeathers[time.between(0, badWeathers.length - 1)] ?? 'away';
        time.after(time.between(50, 10_000), () => {
          weather = 'well';
        });
        return;
      case 2:
        isThrottling = !isThrottling;
        return;
      case 3: {
        const name = `p${time.between(1, processCount)}`;
        running.get(name)?.life.abort(new Error('killed'));
        running.delete(name);
        time.after(soonestTakeoverMs + time.between(10, 3_000), () => {
          if (!running.has(name)) start(name);
        });
        return;
      }
      case 4:
        order();
        return;
    }
  };

  for (let each = 1; each <= processCount; each += 1) start(`p${each}`);
  if (isStormy) storm();
  await time.live(lifeMs);
  for (const { life } of running.values()) life.abort(new Error('the end'));
  const used = requests.filter(({ key }) => key === 'crd_1 search').length;
  const utilisation = used / allowedIn(endpoints.search?.[1] ?? budgetOf(1, 1), lifeMs);
  return { faults: faultsIn(requests, orders), requests: requests.length, fallbacks, utilisation };
};

/** A process that spends. */
interface Process {
  readonly life: AbortController;
  readonly budgets: readonly Budget[];
}

/** What was more than any budget, or any order while it held, allows. */
const faultsIn = (requests: readonly Request[], orders: readonly Order[]): readonly string[] =>
  credentials.flatMap((id) =>
    Object.entries(endpoints).flatMap(([endpoint, budgets]) => {
      const key = `${id} ${endpoint}`;
      const instants = requests.filter((each) => each.key === key).map(({ at }) => at);
      const overspent = budgets.flatMap((budget) => excess(key, instants, budget));
      const disobeyed = orders.flatMap(({ limits, from, to }) => {
        const limit = limits[endpoint];
        return limit === undefined
          ? []
          : excess(
              `${key}, ordered`,
              instants.filter((at) => at >= from && at < to),
              limit,
            );
      });
      return [...overspent, ...disobeyed];
    }),
  );

const excess = (what: string, instants: readonly number[], { rate, periodMs }: RateLimit): readonly string[] => {
  const most = busiest(instants, periodMs);
  return most > rate ? [`${what}: ${most} in ${periodMs} ms, ${rate} allowed`] : [];
};

const allowedIn = ({ rate, periodMs }: RateBudget, ms: number): number => (rate * ms) / periodMs;

/** The most requests that any half-open window holds; the instants are in order. */
const busiest = (instants: readonly number[], windowMs: number): number => {
  let most = 0;
  let first = 0;
  instants.forEach((at, index) => {
    while ((instants[first] ?? 0) <= at - windowMs) first += 1;
    most = Math.max(most, index - first + 1);
  });
  return most;
};
