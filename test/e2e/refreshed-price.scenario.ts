import { defaultProfile } from '../../domain/catalog.ts';
import { offerId } from '../../domain/ids.ts';
import { demoCustomer } from '../../gateway/wire/demo.ts';
import { demoCatalogue } from '../../ops/demo/catalogue/catalogue.ts';
import { shareOf } from '../../ops/demo/catalogue/combine.ts';
import { startDemoLookupSupplier } from '../../ops/demo/lookup-supplier.ts';
import { meridian } from '../../ops/demo/supplier-profile.ts';
import { createCatalogStore } from '../../storage/catalog-store.ts';
import { createSealer } from '../../storage/sealing.ts';
import { createSupplierStore } from '../../storage/supplier-store.ts';
import { untraced } from '../support/event-samples.ts';
import { eventually } from '../support/eventually.ts';
import { testNats } from '../support/nats.ts';
import { testDatabase } from '../support/postgres.ts';
import { testKey } from '../support/sealer.ts';
import { watchToEnd } from '../support/server-sent-events.ts';
import { type Service, startService } from '../support/service.ts';

/**
 * Prices that have grown old, one after the other: each is made to look hours old, is seen STALE, a job to refresh it is watched to
 * its end, and the price is asked for at once.
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

const customerKey = 'os_customer-key-of-refreshed-prices';
const seed = 'refreshed';
const hourMs = 3_600_000;

/** Runs so many rounds over one supplier that answers look-ups. */
export const runRefreshes = async (rounds: number): Promise<RefreshReport> => {
  const products = shareOf(demoCatalogue(seed), 20);
  const [database, nats, supplier] = await Promise.all([
    testDatabase(),
    testNats(),
    startDemoLookupSupplier({ products, seed, apiKey: 'open sesame', profile: { ...meridian, share: 1 } }),
  ]);
  const { sql } = database.pool;
  const suppliers = createSupplierStore(sql, createSealer({ activeKeyId: '1', keys: new Map([['1', testKey(7)]]) }));
  await createCatalogStore(sql).upsert(
    [...products].map(({ manufacturer, mpn }) => ({ profileId: defaultProfile.id, manufacturer, mpn })),
    new Date(),
    untraced,
  );
  const route = { supplierId: meridian.id };
  const record = { id: meridian.id, name: meridian.name, plugin: 'demo-lookup', baseUrl: supplier.url, route };
  await suppliers.putSupplier({ ...record, createsProducts: false, settings: {} });
  await suppliers.putCredential({
    id: 'crd_lookup',
    supplierId: meridian.id,
    scope: 'customer',
    ownerId: demoCustomer.id,
    label: 'own account',
    secret: { apiKey: 'open sesame' },
  });
  let service: Service | undefined;
  try {
    service = await startService({
      DATABASE_URL: database.url,
      NATS_URL: nats.url,
      SECRETS_KEY: Buffer.from(testKey(7)).toString('base64'),
      HOST: '127.0.0.1',
      DEMO: 'off',
      BOOTSTRAP_CUSTOMER_KEY: customerKey,
    });
    const api = apiOf(service);
    const offers = await eventually(async () => {
      const rows = await sql<{ id: string }[]>`select id from offer where product_id is not null order by id`;
      return rows.length >= products.size / 2 && rows.map(({ id }) => id);
    }, 60_000);

    const age = async (id: string): Promise<void> => {
      const then = new Date(Date.now() - 7 * hourMs).toISOString();
      await sql`
        update offer_view set last_observed_at = ${new Date(then)}, known = jsonb_set(known::jsonb, '{stated}', (
          select jsonb_agg(jsonb_set(source, '{0}', to_jsonb(${then}::text)))
          from jsonb_array_elements(known::jsonb -> 'stated') as source))::json
        where offer_id = ${id}`;
      await eventually(async () => (await api.verdict(id)) === 'STALE');
    };

    const ends: string[] = [];
    const verdicts: string[] = [];
    const tookMs: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const id = offers[round % offers.length] ?? offerId('', '');
      await age(id);
      const begin = performance.now();
      const last = await api.refresh(id);
      ends.push(last.status);
      verdicts.push(await api.verdict(id));
      tookMs.push(performance.now() - begin);
    }
    return { ends, verdicts, tookMs: tookMs.toSorted((a, b) => a - b) };
  } finally {
    await service?.stop();
    await supplier.close();
    await database.close();
    await nats.close();
  }
};

interface JobJson {
  readonly id: string;
  readonly status: string;
}

const apiOf = ({ httpUrl }: Service) => {
  const headers = { 'x-api-key': customerKey, 'content-type': 'application/json' };
  const post = async (path: string, body: object): Promise<unknown> => {
    const answer = await fetch(`${httpUrl}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(await answer.text());
    return answer.json();
  };
  return {
    verdict: async (id: string): Promise<string> => {
      const price = (await post('/v1/pricing', { offer_id: id, quantity: 100 })) as { freshness?: { status: string } };
      return price.freshness?.status ?? 'none';
    },
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
