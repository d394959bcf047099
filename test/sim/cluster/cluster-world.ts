import { createBackPressure } from '../../../actors/connector/back-pressure.ts';
import { createConnector } from '../../../actors/connector/create-connector.ts';
import type { CredentialState } from '../../../actors/connector/credential-state.ts';
import type { CredentialMessage } from '../../../actors/connector/messages.ts';
import type { ActorSystem, Behaviour, Handle } from '../../../actors/runtime/handle.ts';
import { createActorSystem } from '../../../actors/runtime/system.ts';
import { type ConnectorControl, inForce } from '../../../domain/ingestion/connector-control.ts';
import type { Connector } from '../../../domain/ingestion/connector-state.ts';
import { healthRules } from '../../../domain/ingestion/credential-health.ts';
import { createMetrics } from '../../../telemetry/metrics.ts';
import { noWants } from '../../support/no-wants.ts';
import { credential } from '../../support/offers.ts';
import { recordingLogger } from '../../support/recording-logger.ts';
import { untoldOutage } from '../../support/untold-outage.ts';
import { createVirtualTime, type VirtualTime } from '../virtual-time.ts';
import { callsAtOnce, createClusterJudge, maxAttempts } from './cluster-judge.ts';
import { type ClusterStore, createClusterStore, type Reach } from './cluster-store.ts';
import { type Account, clientOfAccount, createSupplier, skus, type Weather } from './cluster-supplier.ts';
import { amongVirtualProcesses, startProcess, type VirtualProcess } from './virtual-process.ts';

/**
 * A cluster of processes that run the connectors' own code, over one store, one bus and one
 * supplier, through minutes of faults: the store and the bus go away or hang, single calls take a
 * minute, the supplier throttles, fails and hangs, processes are cut off from the store, stopped,
 * killed and started again, operators pause. Everything that must never happen is checked at the
 * instant at which it would.
 */

const minuteMs = 60_000;
const stormMs = 8 * minuteMs;
const calmMs = 6 * minuteMs;
const leaseTtlMs = 7_000;
const takeoverMs = 10_000;
const accounts: readonly Account[] = ['bulk', 'lookups'];

/** What can go wrong. */
export const clusterFaults = [
  'store_away',
  'store_hangs',
  'bus_away',
  'bus_hangs',
  'weather',
  'killed',
  'leaves',
  'cut_off',
  'stopped',
  'paused',
] as const;

/** Something that can go wrong. */
export type ClusterFault = (typeof clusterFaults)[number];

/** What a run comes to. */
export interface ClusterReport {
  readonly faults: readonly string[];
  readonly calls: number;
  readonly ticks: number;
  readonly refreshes: number;
  readonly takeovers: number;
}

/** A process with its connectors. */
interface Member {
  readonly process: VirtualProcess;
  readonly system: ActorSystem;
  readonly handles: ReadonlyMap<Account, Handle<CredentialMessage>>;
  readonly connectors: Map<Account, Connector>;
}

const hex = (time: VirtualTime): string =>
  Array.from({ length: 32 }, () => Math.floor(time.random() * 16).toString(16)).join('');

const supplier = {
  id: 'acme',
  name: 'acme',
  plugin: 'simulated',
  baseUrl: 'http://supplier',
  route: { supplierId: 'acme' },
  createsProducts: true,
  settings: {},
};

const retryRules = {
  idlePollMs: 2_000,
  maxAttempts,
  backoff: { initialMs: 500, maxMs: 10_000 },
  health: { ...healthRules, probe: { initialMs: 5_000, maxMs: minuteMs / 2 } },
};

/** The same behaviour, of which every state is shown. */
const shown = (
  behaviour: Behaviour<CredentialMessage, CredentialState>,
  show: (connector: Connector) => void,
): Behaviour<CredentialMessage, CredentialState> => {
  const showing = (state: CredentialState): CredentialState => {
    show(state.connector);
    return state;
  };
  return {
    ...behaviour,
    start: (context) => showing(behaviour.start(context)),
    receive: (state, message, context) => showing(behaviour.receive(state, message, context)),
  };
};

/** Runs the cluster of one seed, in which these things go wrong. */
export const runCluster = (seed: number, faults: readonly ClusterFault[] = clusterFaults): Promise<ClusterReport> => {
  const time = createVirtualTime(seed);
  const judge = createClusterJudge(time);
  const store = createClusterStore(time, accounts, judge);
  const cluster = createMembers(time, store);
  judge.watch({
    connector: (process, id) => cluster.connector(process, id as Account),
    stored: (id) => store.credentials.get(id),
  });
  const weather: { now: Weather } = { now: 'fair' };
  const fetchOf = createSupplier(time, () => weather.now, judge);
  let takeovers = 0;

  /** Nothing else going wrong, another process has the credentials of a dead one in time. */
  const expectTakeover = (dead: VirtualProcess): void => {
    const { failures } = judge;
    const held = accounts.filter((id) => store.credentials.get(id)?.lease?.owner === dead.name);
    time.after(takeoverMs, () => {
      if (judge.failures > failures) return;
      takeovers += held.length;
      for (const id of held) {
        const lease = store.credentials.get(id)?.lease;
        if (lease?.owner === dead.name) judge.blame(`${id} was not taken over from ${dead.name}`);
      }
    });
  };

  const refresh = (): void => {
    if (time.now() >= stormMs + calmMs / 2) return;
    time.after(time.between(500, 20_000), refresh);
    const since = time.now();
    const account = accounts[time.between(0, 1)] ?? 'bulk';
    const sku = skus[time.between(0, skus.length - 1)] ?? 'A';
    requestRefresh({ time, store, cluster }, account, sku, () => judge.refreshed(account, sku, since));
  };

  return amongVirtualProcesses(fetchOf, async () => {
    for (const name of ['p1', 'p2', 'p3']) cluster.start(name);
    const storm = createStorm({ time, store, cluster, weather });
    storm.blow(faults, stormMs);
    time.after(time.between(1_000, 20_000), refresh);
    await time.live(stormMs);
    storm.calm();
    await time.live(stormMs + calmMs / 2);
    const owner = store.credentials.get('bulk')?.lease?.owner;
    const victim = cluster.members().find(({ process }) => process.name === owner);
    if (victim !== undefined) {
      victim.process.kill();
      expectTakeover(victim.process);
    }
    await time.live(stormMs + calmMs);
    for (const id of accounts) {
      const stored = store.credentials.get(id);
      const isWell = [...(stored?.ticks.values() ?? [])].some(
        ({ startedAt, state }) =>
          startedAt.getTime() >= stormMs && state.kind === 'finished' && state.outcome === 'success',
      );
      if (!isWell) judge.blame(`${id} did not recover`);
      if (stored?.health.kind !== 'sound') judge.blame(`${id} still counts as failing`);
    }
    return { ...judge.report(), takeovers };
  });
};

interface World {
  readonly time: VirtualTime;
  readonly store: ClusterStore;
  readonly cluster: ReturnType<typeof createMembers>;
}

/** Asks for news as a job does, again and again until they are there. */
const requestRefresh = ({ time, store, cluster }: World, account: Account, sku: string, done: () => void): void => {
  const since = time.now();
  const stored = store.credentials.get(account);
  if (stored === undefined) return;
  const look = (): void => {
    const queued = stored.queue.get(sku);
    const seen = account === 'bulk' ? stored.refreshedSince : queued?.askedAt;
    if (seen !== undefined && seen >= since) {
      done();
      return;
    }
    if (account === 'bulk') cluster.tell('bulk', { kind: 'wanted', since: new Date(since) });
    else stored.queue.set(sku, { askedAt: seen, dueAt: Math.min(queued?.dueAt ?? since, since) });
    time.after(1_000, look);
  };
  look();
};

const createMembers = (time: VirtualTime, store: ClusterStore) => {
  const members = new Map<string, Member>();
  const metrics = createMetrics('test');
  let lives = 0;
  let runs = 0;
  let control: ConnectorControl = {};

  const connectorOf = (account: Account, process: VirtualProcess, show: (connector: Connector) => void) => {
    const pause = pauseIn(process);
    // A clock that old code does not know of goes unused.
    const ownership = { owner: process.name, ttlMs: leaseTtlMs, monotonicMs: () => time.now() };
    const behaviour = createConnector(
      supplier,
      { ...credential({ id: account, supplierId: 'acme' }), secret: {} },
      clientOfAccount(account),
      {
        ...store.ports,
        wantQueue: noWants,
        refreshes: { ...store.ports.refreshes, wanted: async () => new Map() },
        ownership,
        outage: untoldOutage,
        fetch: (url, init) => fetch(url, init),
        metrics,
        log: recordingLogger(),
        now: () => new Date(time.now()),
        newRunId: () => {
          runs += 1;
          return `run_${runs}`;
        },
        newNonce: () => hex(time),
        random: time.random,
        onSecret: () => undefined,
        pause,
        awaitCapacity: createBackPressure({
          backlog: store.ports.backlog,
          limit: 0,
          unmatched: async () => 0,
          patientLimit: 0,
          pause,
          random: time.random,
        }),
        intervals: { catalogueMs: 3 * minuteMs, pricesMs: minuteMs / 2, stocksMs: minuteMs },
        lookupIntervals: { topMs: minuteMs, otherMs: minuteMs },
        workers: callsAtOnce[account],
        retryRules,
      },
    );
    return shown(behaviour, show);
  };

  const start = (name: string): void => {
    lives += 1;
    const process = startProcess(time, `${name}/${lives}`);
    process.run(() => {
      const observer = { handled() {}, rejected() {}, restarted() {}, gaveUp() {}, stopFailed() {}, deadLetter() {} };
      const system = createActorSystem({
        now: () => new Date(time.now()),
        random: time.random,
        observer: { ...observer, escalated() {} },
      });
      const connectors = new Map<Account, Connector>();
      const handles = new Map(
        accounts.map((account) => {
          const behaviour = connectorOf(account, process, (connector) => connectors.set(account, connector));
          return [account, system.spawn(account, behaviour)] as const;
        }),
      );
      members.set(name, { process, system, handles, connectors });
      for (const handle of handles.values()) handle.tell(orders(control));
    });
  };

  const orders = (next: ConnectorControl): CredentialMessage => ({
    kind: 'control',
    control: inForce(next, new Date(time.now())),
    replyTo: undefined,
  });
  const tell = (account: Account, message: CredentialMessage): void => {
    for (const { process, handles } of members.values()) process.after(1, () => handles.get(account)?.tell(message));
  };

  return {
    start,
    tell,
    members: () => [...members.values()],
    names: () => [...members.keys()],
    member: (name: string) => members.get(name),
    connector: (process: VirtualProcess, account: Account) =>
      [...members.values()].find((each) => each.process === process)?.connectors.get(account),
    order: (next: ConnectorControl): void => {
      control = next;
      for (const account of accounts) tell(account, orders(next));
    },
    /**
     * Operators' orders end at their time by themselves; the supplier's actor says so to its
     * connectors.
     */
    orders: () => orders(control),
  };
};

const pauseIn =
  (process: VirtualProcess) =>
  (ms: number, signal: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      const abort = (): void => reject(signal.reason);
      if (signal.aborted) abort();
      signal.addEventListener('abort', abort, { once: true });
      process.after(ms, () => {
        signal.removeEventListener('abort', abort);
        resolve();
      });
    });

/** Faults, one every few seconds. */
const createStorm = ({ time, store, cluster, weather }: World & { readonly weather: { now: Weather } }) => {
  const someName = (): string => cluster.names()[time.between(0, cluster.names().length - 1)] ?? 'p1';
  const restart = (name: string): void => {
    const member = cluster.member(name);
    member?.process.kill();
    time.after(time.between(100, minuteMs / 2), () => {
      if (cluster.member(name) === member) cluster.start(name);
    });
  };
  const leave = (name: string): void => {
    const member = cluster.member(name);
    if (member === undefined || member.process.isStopped || !member.process.isAlive) return;
    const end = (): void => {
      if (cluster.member(name) === member) restart(name);
    };
    member.process.run(() => void member.system.stop(6_000).then(end));
  };
  const cutOff = (name: string): void => {
    const process = cluster.member(name)?.process.name ?? '';
    store.cutOff.add(process);
    time.after(time.between(1_000, minuteMs / 2), () => store.cutOff.delete(process));
  };
  const forAWhile = (begin: () => void, end: () => void): void => {
    begin();
    time.after(time.between(100, minuteMs / 3), end);
  };
  const reach = (which: 'reach' | 'busReach', is: Reach) => (): void =>
    forAWhile(
      () => {
        store[which] = is;
      },
      () => {
        store[which] = 'well';
      },
    );
  const faults: Readonly<Record<ClusterFault, () => void>> = {
    store_away: reach('reach', 'away'),
    store_hangs: reach('reach', 'hanging'),
    bus_away: reach('busReach', 'away'),
    bus_hangs: reach('busReach', 'hanging'),
    weather: () => {
      weather.now = (['fair', 'fair', 'throttling', 'failing', 'hanging'] as const)[time.between(0, 4)] ?? 'fair';
    },
    killed: () => restart(someName()),
    leaves: () => leave(someName()),
    cut_off: () => cutOff(someName()),
    stopped: () => cluster.member(someName())?.process.stopFor(time.between(1_000, minuteMs / 2)),
    paused: () => {
      const pauseMs = time.between(1_000, minuteMs / 2);
      const [givenAt, until] = [new Date(time.now()), new Date(time.now() + pauseMs)];
      cluster.order({ pause: { kind: 'pause', reason: 'simulated', givenAt, until } });
      time.after(pauseMs + 1, () => cluster.order({}));
    },
  };
  const blow = (kinds: readonly ClusterFault[], untilMs: number): void => {
    if (time.now() >= untilMs) return;
    time.after(time.between(1_000, 20_000), () => blow(kinds, untilMs));
    const kind = kinds[time.between(0, kinds.length - 1)];
    if (kind !== undefined) faults[kind]();
  };
  return {
    blow,
    calm: (): void => {
      store.reach = 'well';
      store.busReach = 'well';
      store.cutOff.clear();
      weather.now = 'fair';
      cluster.order({});
    },
  };
};
