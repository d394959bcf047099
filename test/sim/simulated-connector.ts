import {
  type Connector,
  type ConnectorAction,
  type ConnectorEvent,
  type ConnectorRules,
  step,
  unowned,
} from '../../domain/ingestion/connector.ts';
import { type ConnectorControl, inForce } from '../../domain/ingestion/connector-control.ts';
import { phasesOf } from '../../domain/ingestion/schedule.ts';
import { advance, type Tick } from '../../domain/ingestion/tick.ts';
import { acquire, renew, replyOf, type Store, type Weather } from './connector-landscape.ts';
import type { Simulation } from './simulation.ts';

/** One connector of one process, driven as its actor drives it, with every effect a step of the simulation. */

/** What the outside is told of a connector's deeds, to judge them by. */
export interface Witness {
  requestBegins(who: SimulatedConnector, tick: Tick): void;
  requestEnds(who: SimulatedConnector): void;
  published(tick: Tick): void;
  saved(tick: Tick): void;
}

/** What a connector lives in. */
export interface Surroundings {
  readonly sim: Simulation;
  readonly store: Store;
  readonly weather: () => Weather;
  readonly isBusUp: () => boolean;
  readonly witness: Witness;
  readonly newRunId: () => string;
}

/** A connector of one process. */
export interface SimulatedConnector {
  readonly credentialId: string;
  readonly process: string;
  readonly connector: Connector;
  /** Gives orders; they are in force when this returns. */
  instruct(control: ConnectorControl): void;
  /** Ends everything at once, as a killed process does. */
  crash(): void;
}

const leaseTtlMs = 10_000;
const keepAgainMs = 1_000;
const marginShare = 0.1;
const pagesOfPhase = 3;

/** Starts a connector. */
export const startConnector = (
  process: string,
  credentialId: string,
  rules: ConnectorRules,
  world: Surroundings,
): SimulatedConnector => {
  const { sim, store, witness } = world;
  const stored = store.credentials.get(credentialId);
  if (stored === undefined) throw new Error(`no credential ${credentialId}`);
  let state: Connector = unowned;
  let isAlive = true;
  let token: number | undefined;
  let heldUntil = 0;
  let wakes = 0;
  let isKeepingHealth = false;
  let keptHealth: Connector['health'] = state.health;
  /** The page under way; aborting it ends its request at once. */
  let page = { isAborted: false, abort: (): void => undefined };

  const later = (ms: number, work: () => void): void =>
    sim.after(ms, () => {
      if (isAlive) work();
    });
  const ask = <T>(work: () => T, ok: (value: T) => void, failed: () => void): void =>
    store.ask(work, (answer) => {
      if (!isAlive) return;
      if (answer.kind === 'ok') ok(answer.value);
      else failed();
    });

  const on = (event: ConnectorEvent): void => {
    const next = step(state, event, rules, new Date(sim.now()));
    state = next.state;
    for (const action of next.actions) perform(action);
  };

  const perform = (action: ConnectorAction): void => {
    switch (action.kind) {
      case 'recover':
        recover();
        return;
      case 'wait': {
        wakes += 1;
        const wake = wakes;
        later(action.until.getTime() - sim.now(), () => {
          if (wake !== wakes) return;
          on(action.wake === 'due' ? { kind: 'due', runId: world.newRunId() } : { kind: 'rested' });
        });
        return;
      }
      case 'ingest_page':
        ingest(action.tick);
        return;
      case 'interrupt_page':
        page.isAborted = true;
        page.abort();
        return;
      case 'give_up':
        ask(
          () => save(action.tick),
          () => undefined,
          () => {
            state = { ...state, work: { kind: 'recovering' } };
            later(1_000, recover);
          },
        );
        return;
      case 'keep_health':
        keepHealth();
        return;
      case 'plan':
      case 'begin':
      case 'seek':
        return;
    }
  };

  const recover = (): void => {
    if (state.work.kind !== 'recovering') return;
    ask(
      () => {
        const unfinished = [...stored.ticks.values()].find((tick) => tick.state.kind === 'running');
        return { unfinished, history: stored.history, health: stored.health };
      },
      (found) => {
        keptHealth = found.health;
        on({ kind: 'recovered', ...found });
      },
      () => later(1_000, recover),
    );
  };

  /** Stores the health, and the latest again until the store has it, as the health keeper does. */
  const keepHealth = (): void => {
    const { health } = state;
    const held = token;
    if (isKeepingHealth || health === keptHealth || held === undefined) return;
    isKeepingHealth = true;
    const settle = (then: () => void): void => {
      isKeepingHealth = false;
      then();
    };
    ask(
      () => {
        const mine = store.under(credentialId, held);
        if (mine !== undefined) mine.health = health;
        return mine !== undefined;
      },
      (isKept) =>
        settle(() => {
          if (isKept) keptHealth = health;
          if (isKept) keepHealth();
          else later(keepAgainMs, keepHealth);
        }),
      () => settle(() => later(keepAgainMs, keepHealth)),
    );
  };

  /** Stores a tick under the lease; false when the lease has passed to another. */
  const save = (tick: Tick): boolean => {
    const mine = token === undefined ? undefined : store.under(credentialId, token);
    if (mine === undefined) return false;
    mine.ticks.set(tick.runId, tick);
    mine.history = { ...mine.history, [tick.kind]: tick.startedAt };
    witness.saved(tick);
    return true;
  };

  const ingest = (tick: Tick): void => {
    const mine = { isAborted: false, abort: (): void => undefined };
    page = mine;
    const failed = (retryAfterMs?: number): void => on({ kind: 'page_failed', reason: 'simulated', retryAfterMs });
    const saved = (of: Tick, then: () => void): void =>
      ask(
        () => save(of),
        (isSaved) => (isSaved ? then() : failed()),
        () => failed(),
      );
    const request = (): void => {
      if (mine.isAborted) {
        failed();
        return;
      }
      let isOver = false;
      const over = (then: () => void): void => {
        if (isOver) return;
        isOver = true;
        witness.requestEnds(self);
        then();
      };
      witness.requestBegins(self, tick);
      mine.abort = () => over(() => later(0, failed));
      const { afterMs, answer } = replyOf(sim, world.weather());
      later(afterMs, () =>
        over(() => {
          on({ kind: 'answered', answer, chance: sim.random() });
          if (answer.kind === 'success') publish();
          else failed(answer.kind === 'throttled' ? answer.retryAfterMs : undefined);
        }),
      );
    };
    const publish = (): void =>
      later(sim.between(1, 30), () => {
        if (mine.isAborted || !world.isBusUp()) {
          failed();
          return;
        }
        witness.published(tick);
        const next = advance(tick, outcomeOf(tick), phasesOf(tick.kind, rules.phases), new Date(sim.now()));
        saved(next, () => on({ kind: 'page_done', tick: next }));
      });
    if (tick.counters.pages === 0) saved(tick, request);
    else later(0, request);
  };

  const keepLease = (): void => {
    later(leaseTtlMs / 3, keepLease);
    const askedAt = sim.now();
    const held = token;
    ask(
      () => {
        if (held === undefined) return acquire(stored, process, leaseTtlMs, sim.now());
        return renew(stored, held, leaseTtlMs, sim.now()) ? held : undefined;
      },
      (now) => {
        if (now === undefined) {
          if (token === held && held !== undefined) loseLease();
          return;
        }
        heldUntil = askedAt + leaseTtlMs * (1 - marginShare);
        later(heldUntil - sim.now(), () => {
          if (token !== undefined && sim.now() >= heldUntil) loseLease();
        });
        if (token === now) return;
        token = now;
        on({ kind: 'owned' });
      },
      () => undefined,
    );
  };

  const loseLease = (): void => {
    token = undefined;
    on({ kind: 'disowned' });
  };

  const self: SimulatedConnector = {
    credentialId,
    process,
    get connector() {
      return state;
    },
    instruct: (control) => on({ kind: 'controlled', control: inForce(control, new Date(sim.now())) }),
    crash: () => {
      isAlive = false;
      page.abort = () => undefined;
    },
  };
  keepLease();
  return self;
};

/** Each phase has a few pages. */
const outcomeOf = (tick: Tick) => {
  const page = tick.state.kind === 'running' ? tick.state.position.page : 0;
  return {
    counts: { items: 1, prices: 0, stocks: 0, warehouses: 0 },
    nextCursor: page < pagesOfPhase ? String(page + 1) : undefined,
  };
};
