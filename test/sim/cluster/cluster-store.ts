import { Failure, unavailable } from '../../../domain/errors.ts';
import { type Health, sound } from '../../../domain/ingestion/credential-health.ts';
import { soundLookups } from '../../../domain/ingestion/lookup-health.ts';
import type { Observation } from '../../../domain/ingestion/observation.ts';
import type {
  ConnectorLeases,
  CredentialStates,
  LeaseToken,
  LookupQueue,
  OfferConfirmations,
  PublishConfirmations,
  PublishObservations,
  RateBudgetStore,
  StoredSession,
  TickStore,
} from '../../../domain/ingestion/ports.ts';
import type { Tick, TickKind } from '../../../domain/ingestion/tick.ts';
import type { Simulation } from '../simulation.ts';
import { skus } from './cluster-supplier.ts';
import { deliverTo, presentProcess, type VirtualProcess } from './virtual-process.ts';

/**
 * The store and the bus that all processes of a simulated cluster share. A call takes its time both
 * ways; the store may be away, hang without ever answering, or take a minute for a single call,
 * which then still does what it was called for.
 */

/** How the store or the bus is reached. */
export type Reach = 'well' | 'away' | 'hanging';

interface StoredLease {
  readonly owner: string;
  readonly token: LeaseToken;
  readonly expiresAt: number;
}

/** A part in the queue of look-ups. */
interface Queued {
  dueAt: number;
  askedAt: number | undefined;
}

/** What is stored of one credential. */
export interface Stored {
  lease: StoredLease | undefined;
  readonly ticks: Map<string, Tick>;
  health: Health;
  session: StoredSession | undefined;
  /** Since when everything that is read in bulk has been read. */
  refreshedSince: number;
  readonly queue: Map<string, Queued>;
}

/** Told what reaches the store and the bus, at the instant at which it does. */
export interface StoreWitness {
  publishBegins(process: VirtualProcess, credentialId: string): void;
  publishEnds(process: VirtualProcess, credentialId: string): void;
  published(observations: readonly Observation[]): void;
  saved(tick: Tick, token: LeaseToken): void;
  /** Something that the process was waiting for fails or will not come. */
  failed(process: VirtualProcess): void;
}

/** The store and the bus. */
export interface ClusterStore {
  reach: Reach;
  busReach: Reach;
  /** Processes that the store does not answer, while others get their answers. */
  readonly cutOff: Set<string>;
  readonly credentials: ReadonlyMap<string, Stored>;
  readonly ports: ClusterPorts;
}

/** What connectors use of it. */
export interface ClusterPorts {
  readonly leases: ConnectorLeases;
  readonly ticks: TickStore;
  readonly states: CredentialStates;
  readonly lookupQueue: LookupQueue;
  readonly refreshes: { settle(credentialId: string, since: Date, kinds: readonly string[]): Promise<void> };
  readonly budgets: RateBudgetStore;
  readonly confirmations: OfferConfirmations;
  readonly publish: PublishObservations;
  readonly publishConfirmations: PublishConfirmations;
  /** Observations that wait to be applied: never any. */
  readonly backlog: () => Promise<number>;
}

const minuteMs = 60_000;

const emptyStored = (): Stored => ({
  lease: undefined,
  ticks: new Map(),
  health: sound,
  session: undefined,
  refreshedSince: Number.NEGATIVE_INFINITY,
  queue: new Map(skus.map((sku) => [sku, { dueAt: 0, askedAt: undefined }])),
});

/** Makes a store with nothing in it but the credentials. */
export const createClusterStore = (
  sim: Simulation,
  credentialIds: readonly string[],
  witness: StoreWitness,
): ClusterStore => {
  const credentials = new Map(credentialIds.map((id) => [id, emptyStored()]));
  const of = (id: string): Stored => {
    const stored = credentials.get(id);
    if (stored === undefined) throw new Error(`no credential ${id}`);
    return stored;
  };

  /** One call of the process that is running, there and back. */
  const call = <Result>(reachOf: () => Reach, work: () => Result): Promise<Result> => {
    const process = presentProcess();
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    const reply = (settle: () => void): void => {
      const backMs = sim.chance(0.002) ? sim.between(10_000, minuteMs) : sim.between(1, 20);
      if (backMs > minuteMs / 6) witness.failed(process);
      deliverTo(sim, process, backMs, settle);
    };
    const fail = (): void => {
      witness.failed(process);
      reply(() => reject(unavailable('the store', 1_000)));
    };
    const arrive = (): void => {
      const reach = store.cutOff.has(process.name) ? 'away' : reachOf();
      if (reach === 'away') {
        fail();
        return;
      }
      // Half of what hangs is done all the same, long after whoever asked has given up.
      if (reach === 'hanging') {
        witness.failed(process);
        if (sim.chance(0.5)) sim.after(sim.between(1_000, minuteMs), () => attempt(work));
        return;
      }
      const outcome = attempt(work);
      if (outcome.kind === 'refused') witness.failed(process);
      reply(() => (outcome.kind === 'done' ? resolve(outcome.result) : reject(outcome.error)));
    };
    if (sim.chance(0.002)) {
      witness.failed(process);
      sim.after(sim.between(10_000, minuteMs), () => {
        witness.failed(process);
        arrive();
      });
    } else sim.after(sim.between(1, 20), arrive);
    return promise;
  };
  const ask = <Result>(work: () => Result): Promise<Result> => call(() => store.reach, work);

  const requireLease = (credentialId: string, token: LeaseToken): Stored => {
    const stored = of(credentialId);
    if (stored.lease?.token !== token) throw new Failure('conflict', 'the lease has passed to another');
    return stored;
  };

  const ports: ClusterPorts = {
    leases: leasesOver(sim, of, ask),
    ticks: ticksOver(of, requireLease, ask, witness),
    states: {
      health: (id) => ask(() => of(id).health),
      saveHealth: ({ credentialId, health }, token) =>
        ask(() => {
          requireLease(credentialId, token).health = health;
        }),
      session: (id) => ask(() => of(id).session),
      saveSession: (id, session, token) =>
        ask(() => {
          requireLease(id, token).session = session;
        }),
    },
    lookupQueue: wantedOver(of, ask),
    refreshes: {
      settle: (id, since) =>
        ask(() => {
          const stored = of(id);
          const isRead = [...stored.ticks.values()].some(
            ({ state, startedAt }) => state.kind === 'finished' && state.outcome === 'success' && startedAt >= since,
          );
          if (isRead) stored.refreshedSince = Math.max(stored.refreshedSince, since.getTime());
        }),
    },
    budgets: {
      take: ({ cost }) =>
        ask(() => {
          const waitMs = sim.chance(0.1) ? sim.between(1_000, 15_000) : 0;
          return { kind: 'granted', units: cost, waitMs, factor: 1 } as const;
        }),
      refund: async () => undefined,
      adjustRate: async () => undefined,
    },
    // Nothing is ever known, so that all that is fetched must come over the bus.
    confirmations: { confirm: () => ask(() => new Set<string>()) },
    publishConfirmations: () => Promise.reject(new Error('something was confirmed')),
    publish: async (observations, credential) => {
      const process = presentProcess();
      witness.publishBegins(process, credential.id);
      try {
        await call(
          () => store.busReach,
          () => witness.published(observations),
        );
      } finally {
        witness.publishEnds(process, credential.id);
      }
    },
    backlog: () =>
      call(
        () => store.busReach,
        () => 0,
      ),
  };
  const store: ClusterStore = { reach: 'well', busReach: 'well', cutOff: new Set(), credentials, ports };
  return store;
};

type Attempted<Result> =
  | { readonly kind: 'done'; readonly result: Result }
  | { readonly kind: 'refused'; readonly error: unknown };

const attempt = <Result>(work: () => Result): Attempted<Result> => {
  try {
    return { kind: 'done', result: work() };
  } catch (error) {
    return { kind: 'refused', error };
  }
};

type Ask = <Result>(work: () => Result) => Promise<Result>;
type Of = (credentialId: string) => Stored;

const leasesOver = (sim: Simulation, of: Of, ask: Ask): ConnectorLeases => ({
  acquire: (id, owner, ttlMs) =>
    ask(() => {
      const stored = of(id);
      const { lease } = stored;
      if (lease !== undefined && lease.owner !== owner && lease.expiresAt > sim.now()) return undefined;
      const token = (lease?.token ?? 0n) + 1n;
      stored.lease = { owner, token, expiresAt: sim.now() + ttlMs };
      return token;
    }),
  renew: (id, token, ttlMs) =>
    ask(() => {
      const stored = of(id);
      if (stored.lease?.token !== token) return false;
      stored.lease = { ...stored.lease, expiresAt: sim.now() + ttlMs };
      return true;
    }),
  release: (id, token) =>
    ask(() => {
      const stored = of(id);
      if (stored.lease?.token === token) stored.lease = { ...stored.lease, token: token + 1n, expiresAt: sim.now() };
    }),
});

const ticksOver = (
  of: Of,
  requireLease: (credentialId: string, token: LeaseToken) => Stored,
  ask: Ask,
  witness: StoreWitness,
): TickStore => {
  const newestFirst = (id: string): readonly Tick[] =>
    [...of(id).ticks.values()].toSorted((a, b) => b.startedAt.getTime() - a.startedAt.getTime());
  return {
    save: (tick, token) =>
      ask(() => {
        const stored = requireLease(tick.credentialId, token);
        const before = stored.ticks.get(tick.runId);
        const isStale =
          before !== undefined && (before.state.kind === 'finished' || before.counters.pages > tick.counters.pages);
        if (isStale && tick.state.kind === 'running') throw new Failure('conflict', 'the run is further on');
        if (isStale) return;
        const other = [...stored.ticks.values()].find(
          ({ runId, state }) => runId !== tick.runId && state.kind === 'running',
        );
        if (other !== undefined) throw new Failure('conflict', 'another run is unfinished');
        stored.ticks.set(tick.runId, tick);
        witness.saved(tick, token);
      }),
    noteError: () => ask(() => undefined),
    unfinished: (id) => ask(() => newestFirst(id).find(({ state }) => state.kind === 'running')),
    latest: (id) => ask(() => newestFirst(id)[0]),
    history: (id) =>
      ask(() => {
        const history: Partial<Record<TickKind, Date>> = {};
        for (const { kind, startedAt } of newestFirst(id)) history[kind] ??= startedAt;
        return history;
      }),
    plan: () => ask(() => undefined),
  };
};

const wantedOver = (of: Of, ask: Ask): LookupQueue => ({
  enqueueNew: () => ask(() => undefined),
  health: () => ask(() => soundLookups),
  saveHealth: () => ask(() => undefined),
  // The supplier's own numbers are not known here, so that nothing can be asked for by them alone.
  due: (id, now, limit, only) =>
    ask(() =>
      [...(only === 'sku' ? [] : of(id).queue)]
        .filter(([, { dueAt }]) => dueAt <= now.getTime())
        .toSorted(([, a], [, b]) => a.dueAt - b.dueAt)
        .slice(0, limit)
        .map(([sku]) => ({ productId: sku, mpn: sku, skus: [], cause: undefined })),
    ),
  isPressing: (id, now) =>
    ask(() => [...of(id).queue.values()].some(({ dueAt }) => dueAt <= now.getTime() - 5 * minuteMs)),
  markAsked: (id, productIds, askedAt, { otherMs }) =>
    ask(() => {
      for (const sku of productIds)
        of(id).queue.set(sku, { askedAt: askedAt.getTime(), dueAt: askedAt.getTime() + otherMs });
    }),
  defer: (id, productIds, now) =>
    ask(() => {
      for (const sku of productIds) {
        const queued = of(id).queue.get(sku);
        if (queued !== undefined) queued.dueAt = now.getTime() + minuteMs / 2;
      }
    }),
  forecast: () => ask(() => undefined),
  queue: (id, now) =>
    ask(() => {
      const dues = [...of(id).queue.values()].map(({ dueAt }) => dueAt);
      return { due: dues.filter((at) => at <= now.getTime()).length, nextDueAt: new Date(Math.min(...dues)) };
    }),
});
