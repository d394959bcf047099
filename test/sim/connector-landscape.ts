import type { AnswerClass } from '../../domain/ingestion/answer-class.ts';
import { type ConnectorControl, inForce } from '../../domain/ingestion/connector-control.ts';
import { type Health, sound } from '../../domain/ingestion/credential-health.ts';
import type { TickHistory } from '../../domain/ingestion/schedule.ts';
import type { Tick } from '../../domain/ingestion/tick.ts';
import type { Simulation } from './simulation.ts';

/** What connectors share: one store and the suppliers, each with the faults that a seed gives it. */

/** Whether the store answered. */
export type Answered<T> = { readonly kind: 'ok'; readonly value: T } | { readonly kind: 'failed' };

interface Lease {
  readonly owner: string;
  readonly token: number;
  readonly expiresAt: number;
}

/** What is stored of one credential. */
export interface Stored {
  lease: Lease | undefined;
  /** The last state of each run. */
  readonly ticks: Map<string, Tick>;
  history: TickHistory;
  health: Health;
}

/** The store of all processes. */
export interface Store {
  isUp: boolean;
  control: ConnectorControl;
  readonly credentials: ReadonlyMap<string, Stored>;
  /** Does something in the store after its latency, unless it is down when it gets there. */
  ask<T>(work: () => T, then: (answer: Answered<T>) => void): void;
  /** The credential's data, if that token is the present lease's. */
  under(credentialId: string, token: number): Stored | undefined;
  controlNow(): ConnectorControl;
}

/** Makes a store with nothing in it but the credentials. */
export const createStore = (sim: Simulation, credentialIds: readonly string[]): Store => {
  const credentials = new Map<string, Stored>(
    credentialIds.map((id) => [id, { lease: undefined, ticks: new Map(), history: {}, health: sound }]),
  );
  const store: Store = {
    isUp: true,
    control: {},
    credentials,
    ask: (work, then) =>
      sim.after(sim.between(1, 20), () => {
        const answer = store.isUp ? ({ kind: 'ok', value: work() } as const) : ({ kind: 'failed' } as const);
        sim.after(sim.between(1, 20), () => then(answer));
      }),
    under: (credentialId, token) => {
      const stored = credentials.get(credentialId);
      return stored?.lease?.token === token ? stored : undefined;
    },
    controlNow: () => inForce(store.control, new Date(sim.now())),
  };
  return store;
};

/** Takes the lease of a credential as the real store does; the token, or undefined while another holds it. */
export const acquire = (stored: Stored, owner: string, ttlMs: number, nowMs: number): number | undefined => {
  const { lease } = stored;
  if (lease !== undefined && lease.owner !== owner && lease.expiresAt > nowMs) return undefined;
  const token = (lease?.token ?? 0) + 1;
  stored.lease = { owner, token, expiresAt: nowMs + ttlMs };
  return token;
};

/** Keeps a lease; false when it has passed to another. */
export const renew = (stored: Stored, token: number, ttlMs: number, nowMs: number): boolean => {
  if (stored.lease?.token !== token) return false;
  stored.lease = { ...stored.lease, expiresAt: nowMs + ttlMs };
  return true;
};

/** How a supplier behaves at present; each answer is drawn from it. */
export type Weather = 'fair' | 'throttling' | 'failing' | 'hanging';

/** What a request comes to: an answer after some time, or none before it is given up. */
export interface Reply {
  readonly afterMs: number;
  readonly answer: AnswerClass;
}

const callTimeoutMs = 30_000;

/** The supplier's reply to one request in the weather of the moment. */
export const replyOf = (sim: Simulation, weather: Weather): Reply => {
  const afterMs = sim.between(20, 2_000);
  switch (weather) {
    case 'fair':
      return { afterMs, answer: { kind: 'success' } };
    case 'throttling': {
      const retryAfterMs = sim.chance(0.5) ? sim.between(0, 60_000) : undefined;
      return { afterMs, answer: { kind: 'throttled', window: 'burst', retryAfterMs } };
    }
    case 'failing':
      return sim.chance(0.5)
        ? { afterMs, answer: { kind: 'upstream_fault', retryAfterMs: undefined } }
        : { afterMs, answer: { kind: 'success' } };
    case 'hanging':
      return { afterMs: callTimeoutMs, answer: { kind: 'upstream_fault', retryAfterMs: undefined } };
  }
};
