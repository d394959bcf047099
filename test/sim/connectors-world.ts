import type { ConnectorRules } from '../../domain/ingestion/connector.ts';
import { type ConnectorControl, inForce, nextEnd } from '../../domain/ingestion/connector-control.ts';
import { healthRules } from '../../domain/ingestion/credential-health.ts';
import type { Tick } from '../../domain/ingestion/tick.ts';
import { createStore, type Store, type Weather } from './connector-landscape.ts';
import { type SimulatedConnector, startConnector, type Witness } from './simulated-connector.ts';
import { createSimulation, type Simulation } from './simulation.ts';

/**
 * A cluster of processes over one store and one supplier with several credentials, through hours of faults: the store and the
 * bus go away and come back, the supplier throttles, fails and hangs, processes are killed and start again, operators pause.
 * Everything that must never happen is checked at the instant at which it would.
 */

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const processes = ['p1', 'p2', 'p3'];
const credentialIds = ['crd_1', 'crd_2'];
/** How long faults go on; after it everything works, so that everything must come to an end. */
const stormMs = 2 * hourMs;
const calmMs = 2 * hourMs;
const pollMs = 10_000;

/** What a run comes to. */
export interface Report {
  /** What went wrong, with the instant. */
  readonly faults: readonly string[];
  readonly requests: number;
  readonly finishedTicks: number;
  readonly simulatedHours: number;
}

/** What one process knows of the operator's orders. */
interface Process {
  connectors: SimulatedConnector[];
  control: ConnectorControl;
  /** Grows with every life. */
  life: number;
}

const rulesOf = (credentialId: string): ConnectorRules => ({
  supplierId: 'acme',
  credentialId,
  phases: ['catalogue', 'prices'],
  intervals: { catalogueMs: hourMs, pricesMs: 10 * minuteMs, stocksMs: hourMs },
  seekAgainMs: 2_000,
  maxAttempts: 8,
  backoff: { initialMs: 500, maxMs: minuteMs },
  health: healthRules,
  once: undefined,
});

/** Runs the cluster of one seed. */
export const runCluster = (seed: number): Report => {
  const sim = createSimulation(seed);
  const store = createStore(sim, credentialIds);
  const judge = createJudge(sim, store);
  const cluster = new Map<string, Process>(processes.map((name) => [name, { connectors: [], control: {}, life: 0 }]));
  let weather: Weather = 'fair';
  let isBusUp = true;
  let runs = 0;

  const apply = (process: Process, control: ConnectorControl): void => {
    process.control = control;
    for (const connector of process.connectors) connector.instruct(control);
  };

  /** Brings the stored orders into force, as the supplier's actor does; orders end by the process's own clock too. */
  const reload = (process: Process, life: number): void => {
    if (process.life !== life) return;
    store.ask(
      () => store.controlNow(),
      (answer) => {
        if (process.life !== life) return;
        const now = new Date(sim.now());
        apply(process, inForce(answer.kind === 'ok' ? answer.value : process.control, now));
        const end = nextEnd(process.control)?.getTime();
        if (end !== undefined && end - sim.now() < pollMs) sim.after(end - sim.now(), () => reload(process, life));
      },
    );
  };
  const poll = (process: Process, life: number): void => {
    if (process.life !== life) return;
    reload(process, life);
    sim.after(pollMs, () => poll(process, life));
  };

  const start = (name: string, process: Process): void => {
    process.life += 1;
    process.control = {};
    process.connectors = [];
    const { life } = process;
    // Connectors start with the orders that hold, so there are none before the store has told them.
    const begin = (): void =>
      store.ask(
        () => store.controlNow(),
        (answer) => {
          if (process.life !== life) return;
          if (answer.kind === 'failed') {
            sim.after(1_000, begin);
            return;
          }
          const surroundings = {
            sim,
            store,
            weather: () => weather,
            isBusUp: () => isBusUp,
            witness: judge.witness,
            newRunId: () => {
              runs += 1;
              return `run_${runs}`;
            },
          };
          process.connectors = credentialIds.map((id) =>
            startConnector(`${name}/${life}`, id, rulesOf(id), surroundings),
          );
          apply(process, inForce(answer.value, new Date(sim.now())));
          sim.after(pollMs, () => poll(process, life));
        },
      );
    begin();
  };

  const kill = (process: Process): void => {
    process.life += 1;
    for (const connector of process.connectors) {
      connector.crash();
      judge.died(connector);
    }
    process.connectors = [];
  };

  const restart = (name: string, process: Process): void => {
    kill(process);
    const { life } = process;
    sim.after(sim.between(100, minuteMs), () => {
      if (process.life === life) start(name, process);
    });
  };

  const order = (pauseMs: number): void => {
    if (!store.isUp) return;
    const until = new Date(sim.now() + pauseMs);
    store.control = { pause: { kind: 'pause', reason: 'simulated', until } };
    for (const process of cluster.values()) {
      if (sim.chance(0.1)) continue;
      const { life } = process;
      sim.after(sim.between(1, 50), () => reload(process, life));
    }
  };

  const storm = (): void => {
    if (sim.now() >= stormMs) return;
    sim.after(sim.between(1_000, 2 * minuteMs), storm);
    const [name = 'p1', process] = [...cluster][sim.between(0, processes.length - 1)] ?? [];
    switch (sim.between(0, 5)) {
      case 0:
        store.isUp = false;
        sim.after(sim.between(100, minuteMs), () => {
          store.isUp = true;
        });
        return;
      case 1:
        isBusUp = false;
        sim.after(sim.between(100, minuteMs), () => {
          isBusUp = true;
        });
        return;
      case 2:
      case 3:
        weather = (['fair', 'throttling', 'failing', 'hanging'] as const)[sim.between(0, 3)] ?? 'fair';
        return;
      case 4:
        if (process === undefined) return;
        restart(name, process);
        return;
      case 5:
        order(sim.between(1_000, 10 * minuteMs));
        return;
    }
  };

  for (const [name, process] of cluster) start(name, process);
  storm();
  sim.runUntil(stormMs);
  store.isUp = true;
  isBusUp = true;
  weather = 'fair';
  sim.runUntil(stormMs + calmMs);
  for (const id of credentialIds) judge.expectWell(id, stormMs);
  return { ...judge.report(), simulatedHours: (stormMs + calmMs) / hourMs };
};

/** What a run has published, as far as it counts. */
interface RunRecord {
  /** Places that were published, such as `catalogue 2`. */
  readonly published: Set<string>;
  pages: number;
}

/** Sees everything and says what was wrong. */
const createJudge = (sim: Simulation, store: Store) => {
  const faults: string[] = [];
  const underWay = new Map<string, SimulatedConnector>();
  const records = new Map<string, RunRecord>();
  let requests = 0;
  let finishedTicks = 0;

  const blame = (what: string): void => {
    if (faults.length < 10) faults.push(`at ${sim.now()} ms: ${what}`);
  };
  const recordOf = (runId: string): RunRecord => {
    const record = records.get(runId) ?? { published: new Set(), pages: 0 };
    records.set(runId, record);
    return record;
  };
  const placeOf = ({ state }: Tick): string =>
    state.kind === 'running' ? `${state.position.phase} ${state.position.page}` : 'end';

  const witness: Witness = {
    requestBegins: (who, tick) => {
      requests += 1;
      const { credentialId, connector } = who;
      if (underWay.has(credentialId)) blame(`two requests of ${credentialId} under way`);
      underWay.set(credentialId, who);
      if (connector.control.pause !== undefined) {
        const isOver = connector.control.pause.until.getTime() <= sim.now();
        if (!isOver) blame(`${who.process} began a request for ${tick.runId} while paused`);
      }
      const { health } = connector;
      if (health.kind === 'failing' && health.probeAt.getTime() > sim.now()) blame('a request before the probe');
    },
    requestEnds: (who) => {
      if (underWay.get(who.credentialId) === who) underWay.delete(who.credentialId);
    },
    published: (tick) => recordOf(tick.runId).published.add(placeOf(tick)),
    saved: (tick) => {
      const record = recordOf(tick.runId);
      if (tick.counters.pages < record.pages) blame(`progress of ${tick.runId} fell`);
      record.pages = tick.counters.pages;
      if (tick.counters.pages > record.published.size) blame(`${tick.runId} counts a page that was not published`);
      if (tick.state.kind !== 'finished') return;
      finishedTicks += 1;
      const isWhole = tick.counters.pages === record.published.size;
      if (tick.state.outcome === 'success' && !isWhole) blame(`${tick.runId} ended with pages counted twice or lost`);
    },
  };

  return {
    witness,
    /** A killed process has no requests any more. */
    died: (who: SimulatedConnector): void => witness.requestEnds(who),
    /** After the faults everything works again by itself. */
    expectWell: (credentialId: string, sinceMs: number): void => {
      const stored = store.credentials.get(credentialId);
      const isWell = [...(stored?.ticks.values() ?? [])].some(
        ({ state, startedAt }) =>
          startedAt.getTime() >= sinceMs && state.kind === 'finished' && state.outcome === 'success',
      );
      if (!isWell) blame(`${credentialId} did not recover`);
      if (stored?.health.kind !== 'sound') blame(`${credentialId} still counts as failing`);
    },
    report: () => ({ faults, requests, finishedTicks }),
  };
};
