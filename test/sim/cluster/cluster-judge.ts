import type { Connector } from '../../../domain/ingestion/connector-state.ts';
import type { Observation } from '../../../domain/ingestion/observation.ts';
import type { LeaseToken } from '../../../domain/ingestion/ports.ts';
import type { Tick } from '../../../domain/ingestion/tick.ts';
import type { Simulation } from '../simulation.ts';
import type { Stored, StoreWitness } from './cluster-store.ts';
import { type Account, type SuppliersCall, type SupplierWitness, skus } from './cluster-supplier.ts';
import type { VirtualProcess } from './virtual-process.ts';

/** Sees everything that happens in a simulated cluster and says what must never have happened. */
export interface ClusterJudge extends SupplierWitness, StoreWitness {
  /** Is told where to find what connectors hold and what is stored. */
  watch(of: {
    readonly connector: (process: VirtualProcess, credentialId: string) => Connector | undefined;
    readonly stored: (credentialId: string) => Stored | undefined;
  }): void;
  /** A refresh that was requested at that instant is told to be complete. */
  refreshed(account: Account, sku: string, sinceMs: number): void;
  blame(what: string): void;
  /** How often something went wrong for anybody. */
  readonly failures: number;
  report(): {
    readonly faults: readonly string[];
    readonly calls: number;
    readonly ticks: number;
    readonly refreshes: number;
  };
}

/** Requests of one credential that may be under way at once. */
export const callsAtOnce: Readonly<Record<Account, number>> = { bulk: 1, lookups: 2 };

/** Attempts at a page before its tick is given up. */
export const maxAttempts = 3;

/** After this long a publish that has not ended is given up, and its page is tried again. */
const publishGivenUpMs = 15_000;

/** What the latest observation says of a SKU. */
interface Known {
  readonly statement: number;
  readonly observedAt: Date;
}

interface Publish {
  readonly process: VirtualProcess;
  readonly credentialId: string;
  readonly stopsBefore: number;
  readonly beganAt: number;
}

const keyOf = (credentialId: string, sku: string): string => `${credentialId} ${sku}`;

/** Makes the judge of a cluster. */
export const createClusterJudge = (sim: Simulation): ClusterJudge => {
  const faults: string[] = [];
  const calls = new Set<SuppliersCall>();
  const publishes = new Set<Publish>();
  const statedAt = new Map<number, number>();
  const seen = new Set<string>();
  const known = new Map<string, Known>();
  const newest = new Map<string, number>();
  const placesOfRun = new Map<string, Set<string>>();
  const pagesOfRun = new Map<string, number>();
  /** Failures of a process since its tick last came forward, by process and lease. */
  const failuresOf = new Map<VirtualProcess, number>();
  const tally = { calls: 0, ticks: 0, refreshes: 0, failures: 0 };
  let world: Parameters<ClusterJudge['watch']>[0] = { connector: () => undefined, stored: () => undefined };

  const blame = (what: string): void => {
    if (faults.length < 10) faults.push(`at ${sim.now()} ms: ${what}`);
  };
  const expectLease = (process: VirtualProcess, credentialId: string, what: string): void => {
    const lease = world.stored(credentialId)?.lease;
    if (lease?.owner !== process.name || lease.expiresAt <= sim.now())
      blame(`${process.name} began ${what} of ${credentialId} without the lease`);
  };
  /** A process that was stopped since cannot have ended what it had begun. */
  const couldEnd = (each: { readonly process: VirtualProcess; readonly stopsBefore: number }): boolean =>
    each.process.isAlive && each.process.stops === each.stopsBefore;

  const expectAllowed = ({ process, account, phase }: SuppliersCall): void => {
    const connector = world.connector(process, account);
    const pause = connector?.control.pause;
    if (pause !== undefined && pause.until.getTime() > sim.now())
      blame(`${process.name} asked ${account}/${phase} while paused`);
    // A page of look-ups that has begun sends its other requests too.
    const health = account === 'bulk' ? connector?.health : undefined;
    if (health?.kind === 'failing' && health.probeAt.getTime() > sim.now()) blame(`${account} asked before its probe`);
  };

  const note = (observation: Observation): void => {
    const { id, credentialId, supplierSku, price, runId, phase, observedAt } = observation;
    const places = placesOfRun.get(runId) ?? new Set();
    placesOfRun.set(runId, places.add(`${phase} ${supplierSku}`));
    if (price?.kind !== 'ladder' || seen.has(id)) return;
    seen.add(id);
    const statement = Number(price.ladder.breaks[0]?.price);
    const key = keyOf(credentialId, supplierSku);
    newest.set(key, Math.max(newest.get(key) ?? 0, statement));
    const before = known.get(key);
    if (before === undefined || observedAt >= before.observedAt) known.set(key, { statement, observedAt });
  };

  return {
    watch: (of) => {
      world = of;
    },
    blame,
    get failures() {
      return tally.failures;
    },
    stated: (statement) => statedAt.set(statement, sim.now()),
    failed: (process) => {
      tally.failures += 1;
      failuresOf.set(process, (failuresOf.get(process) ?? 0) + 1);
    },
    callBegins: (call) => {
      tally.calls += 1;
      expectLease(call.process, call.account, `a ${call.phase} call`);
      expectAllowed(call);
      const others = [...calls].filter((each) => each.account === call.account && couldEnd(each));
      if (others.length >= callsAtOnce[call.account] || others.some(({ process }) => process !== call.process))
        blame(`${call.process.name} called for ${call.account} beside ${others.map(({ process }) => process.name)}`);
      calls.add(call);
    },
    callEnds: (call) => void calls.delete(call),
    publishBegins: (process, credentialId) => {
      expectLease(process, credentialId, 'a publish');
      // What another process began under its lease may still be on its way.
      const isBeside = [...publishes].some(
        (each) =>
          each.process === process &&
          each.credentialId === credentialId &&
          couldEnd(each) &&
          sim.now() - each.beganAt < publishGivenUpMs,
      );
      if (isBeside) blame(`two pages of ${credentialId} publish at once`);
      publishes.add({ process, credentialId, stopsBefore: process.stops, beganAt: sim.now() });
    },
    publishEnds: (process, credentialId) => {
      for (const each of publishes)
        if (each.process === process && each.credentialId === credentialId) publishes.delete(each);
    },
    published: (observations) => observations.forEach(note),
    saved: (tick: Tick, _token: LeaseToken) => {
      const { runId, counters, state, kind, credentialId } = tick;
      const before = pagesOfRun.get(runId) ?? 0;
      if (counters.pages < before) blame(`progress of ${runId} fell`);
      pagesOfRun.set(runId, counters.pages);
      if (state.kind !== 'finished') return;
      tally.ticks += 1;
      const phases = kind === 'lookup' ? [] : kind === 'catalogue' ? ['catalogue', 'prices'] : [kind];
      const places = placesOfRun.get(runId) ?? new Set();
      const isWhole = phases.every((phase) => skus.every((sku) => places.has(`${phase} ${sku}`)));
      if (state.outcome === 'success' && !isWhole) blame(`${runId} of ${credentialId} ended with pages lost`);
    },
    refreshed: (account, sku, sinceMs) => {
      tally.refreshes += 1;
      const key = keyOf(account, sku);
      const said = known.get(key)?.statement ?? 0;
      const at = statedAt.get(said) ?? Number.NEGATIVE_INFINITY;
      if (at < sinceMs) blame(`the refresh of ${key} since ${sinceMs} left a price of ${at}`);
      if (said !== newest.get(key)) blame(`the refresh of ${key} left an older price than was published`);
    },
    report: () => ({ faults, ...tally }),
  };
};
