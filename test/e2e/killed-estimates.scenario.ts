import { fillEstimateWorld, keyOf, partNumber, storesOf, worldKey, worldSize } from '../support/estimate-world.ts';
import { eventually } from '../support/eventually.ts';
import { testNats } from '../support/nats.ts';
import { testDatabase } from '../support/postgres.ts';
import { seededRandom } from '../support/random.ts';
import { watchEvents } from '../support/server-sent-events.ts';
import { type Service, startService } from '../support/service.ts';

/**
 * A service that is killed again and again while estimates are parsed, optimised and recomputed: an
 * estimate is asked for in every round, the process is killed at a random moment of its life and
 * started again, and its watcher connects anew.
 */

interface Shown {
  readonly id: string;
  readonly version: number;
  readonly status: string;
  readonly total_price: number;
  readonly error_reason?: string;
}

/** What was seen of one estimate. */
export interface EstimateHistory {
  readonly id: string;
  /** What watchers were shown, in the order in which it came, over all their connections. */
  readonly shown: readonly Shown[];
  /** Versions in the order in which their events were stored. */
  readonly stored: readonly number[];
}

const headers = { 'x-api-key': keyOf('acme') };

/** A list long enough to be read on a thread, whose lines come to a few needs. */
const documentOf = (round: number): string => {
  const rows = Array.from({ length: 300 }, (_, at) => `${1 + ((round + at) % 50)},${partNumber(at % worldSize)}`);
  return `Quantity,MPN\n${rows.join('\n')}\n`;
};

const upload = async (service: Service, round: number): Promise<string> => {
  const body = new FormData();
  body.set('file', new Blob([documentOf(round)]), 'list.csv');
  const answer = await fetch(`${service.httpUrl}/v1/estimates`, { method: 'POST', headers, body });
  if (!answer.ok) throw new Error(await answer.text());
  return ((await answer.json()) as Shown).id;
};

/** Collects what a watcher is shown until its stream ends, however it ends. */
const collect = async (service: Service, id: string, shown: Shown[], signal: AbortSignal): Promise<void> => {
  try {
    const url = `${service.httpUrl}/v1/estimates/${id}/events`;
    for await (const state of watchEvents(url, headers, signal)) shown.push(state as Shown);
  } catch {
    // The process was killed, or the watcher leaves.
  }
};

const hasEnded = ({ status }: Shown): boolean => status === 'ready' || status === 'error';

/**
 * Kills the service so many times, each time at a moment of the seed's choice, and sees how the
 * estimates end.
 */
export const killWhileEstimating = async (rounds: number, seed: number): Promise<readonly EstimateHistory[]> => {
  const random = seededRandom(seed);
  const [database, nats] = await Promise.all([testDatabase(), testNats()]);
  await fillEstimateWorld(storesOf(database));
  const environment = {
    DATABASE_URL: database.url,
    NATS_URL: nats.url,
    SECRETS_KEY: worldKey.toString('base64'),
    HOST: '127.0.0.1',
    DEMO: 'off',
    ROLES: 'gateway,worker',
    BOOTSTRAP_CUSTOMER_KEY: 'os_customer-key-of-the-killed-world',
    BOOTSTRAP_ADMIN_KEY: 'os_admin-key-of-the-killed-world',
  };
  const shown = new Map<string, Shown[]>();
  let service = await startService(environment);
  try {
    for (let round = 0; round < rounds; round += 1) {
      const id = await upload(service, round);
      const states: Shown[] = [];
      shown.set(id, states);
      const watching = collect(service, id, states, new AbortController().signal);
      const waitMs = Math.floor(random() * 400);
      const { promise, resolve } = Promise.withResolvers<void>();
      setTimeout(resolve, waitMs);
      await promise;
      await service.kill();
      await watching;
      service = await startService(environment);
    }
    const leaving = new AbortController();
    const watching = [...shown].map(([id, states]) => collect(service, id, states, leaving.signal));
    await eventually(() => [...shown.values()].every((states) => states.some(hasEnded)), 150_000);
    leaving.abort();
    await Promise.all(watching);
    return await Promise.all(
      [...shown].map(async ([id, states]) => {
        const rows = await database.pool.sql<{ version: number }[]>`
          select (data ->> 'version')::int as version from event
          where aggregate_type = 'estimate' and aggregate_id = ${id} and data ->> 'version' is not null
          order by position`;
        return { id, shown: states, stored: rows.map(({ version }) => version) };
      }),
    );
  } finally {
    await service.stop();
    await nats.close();
    await database.close();
  }
};
