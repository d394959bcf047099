import { eventually } from '../support/eventually.ts';
import { type LookUpWorld, lookUpKey, lookUpWorld } from '../support/look-up-world.ts';
import { watchToEnd } from '../support/server-sent-events.ts';
import { type Service, startService } from '../support/service.ts';

/**
 * Prices that have grown old, one after the other: each is made to look hours old, is seen STALE, a
 * job to refresh it is watched to its end, and the price is asked for at once.
 */

/** What became of the rounds. */
export interface RefreshReport {
  /** How the job of each round ended. */
  readonly ends: readonly string[];
  /** The freshness of the price that was asked for next, by round. */
  readonly verdicts: readonly string[];
  /** From the request of a job to its end, in milliseconds, ascending. */
  readonly tookMs: readonly number[];
}

const hourMs = 3_600_000;

/** Runs so many rounds over one supplier that answers look-ups. */
export const runRefreshes = async (rounds: number): Promise<RefreshReport> => {
  const world = await lookUpWorld(20);
  let service: Service | undefined;
  try {
    service = await startService(world.environment);
    const api = apiOf(service);
    const offers = await offersOf(world);
    const ends: string[] = [];
    const verdicts: string[] = [];
    const tookMs: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const id = offers[round % offers.length] ?? '';
      await makeOld(world, id);
      await eventually(async () => (await api.verdict(id)) === 'STALE');
      const begin = performance.now();
      const last = await api.refresh(id);
      ends.push(last.status);
      verdicts.push(await api.verdict(id));
      tookMs.push(performance.now() - begin);
    }
    return { ends, verdicts, tookMs: tookMs.toSorted((a, b) => a - b) };
  } finally {
    await service?.stop();
    await world.close();
  }
};

/** The offers, once most of the products have one. */
export const offersOf = ({ database, products }: LookUpWorld): Promise<readonly string[]> =>
  eventually(async () => {
    const rows = await database.pool.sql<{ id: string }[]>`
      select id from offer where product_id is not null order by id`;
    return rows.length >= products / 2 && rows.map(({ id }) => id);
  }, 60_000);

/** Makes what is known of an offer look hours old. */
const makeOld = async ({ database }: LookUpWorld, id: string): Promise<void> => {
  const then = new Date(Date.now() - 7 * hourMs);
  await database.pool.sql`
    update offer_view set last_observed_at = ${then}, known = jsonb_set(known::jsonb, '{stated}', (
      select jsonb_agg(jsonb_set(source, '{0}', to_jsonb(${then.toISOString()}::text)))
      from jsonb_array_elements(known::jsonb -> 'stated') as source))::json
    where offer_id = ${id}`;
};

/** The price of an offer as a customer gets it, as far as it is looked at here. */
interface PriceJson {
  readonly freshness?: { readonly status: string };
  readonly unit_price_decimal?: string;
}

interface JobJson {
  readonly id: string;
  readonly status: string;
}

/** Asks a service for prices and for jobs, as the customer of the world. */
export const apiOf = ({ httpUrl }: Service) => {
  const headers = { 'x-api-key': lookUpKey, 'content-type': 'application/json' };
  const post = async (path: string, body: object): Promise<unknown> => {
    const answer = await fetch(`${httpUrl}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(await answer.text());
    return answer.json();
  };
  const price = async (id: string): Promise<PriceJson> =>
    (await post('/v1/pricing', { offer_id: id, quantity: 100 })) as PriceJson;
  return {
    verdict: async (id: string): Promise<string> => (await price(id)).freshness?.status ?? 'none',
    /** What one piece costs; not a number when no price is known. */
    unitPrice: async (id: string): Promise<number> => Number.parseFloat((await price(id)).unit_price_decimal ?? ''),
    /** The job as its watcher saw it last. */
    refresh: async (id: string): Promise<JobJson> => {
      const job = (await post('/v1/enrichment-jobs', {
        type: 'refresh_observation',
        target: { offer_id: id },
        priority: 'high',
      })) as JobJson;
      const events = await watchToEnd(`${httpUrl}/v1/enrichment-jobs/${job.id}/events`, headers);
      return events.at(-1) as JobJson;
    },
  };
};
