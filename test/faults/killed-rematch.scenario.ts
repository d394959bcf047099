import { createCatalogStore } from '../../storage/catalog/catalog-store.ts';
import { untraced } from '../support/event-samples.ts';
import { eventually } from '../support/eventually.ts';
import { fullKey, storeKeys } from '../support/http-edge.ts';
import { fillMarket, sharedOffer } from '../support/market.ts';
import { type OwnPostgres, ownPostgres } from '../support/own-postgres.ts';
import { type Service, startService } from '../support/service.ts';

/**
 * A new manufacturer alias over many offers: the service decides all of them again in the
 * background, is killed halfway and started again, while a price is asked for over and over. In the
 * end everything is decided once more from scratch, to compare.
 */

/** What became of it. */
export interface KilledRematchReport {
  /** What the run says of itself. */
  readonly run: { readonly lookedAt: number; readonly cursorAtKill: string; readonly cursorAfter: string };
  /** Offers that the alias gave a product. */
  readonly matched: number;
  /** Events that say so. */
  readonly events: number;
  /** Offers of which the match from scratch is another one. */
  readonly differences: number;
  /**
   * How often a price was asked for while the run was under way, and how often that failed while
   * the service ran.
   */
  readonly prices: { readonly asked: number; readonly failed: number; readonly p99Ms: number };
  /** From the alias to the end of the run, with the restart. */
  readonly seconds: number;
}

/** Runs it. Throws when a part does not come to its end in the time. */
export const runKilledRematch = async (offers: number, deadlineMs: number): Promise<KilledRematchReport> => {
  const database = await ownPostgres();
  let service: Service | undefined;
  const start = async (): Promise<Service> => {
    service = await startService({
      DATABASE_URL: database.url,
      HOST: '127.0.0.1',
      BUS: 'embedded',
      DEMO: 'off',
      ROLES: 'gateway,worker',
      SECRETS_KEY: Buffer.alloc(32, 1).toString('base64'),
    });
    return service;
  };
  try {
    await fill(database, offers);
    await start();
    await eventually(() => isAtRest(database), deadlineMs);
    const begin = performance.now();
    await createCatalogStore(database.pool.sql).addAliases(
      [{ alias: 'Zenith Parts', manufacturer: 'Acme' }],
      'test',
      untraced,
    );
    const pricing = askForPrices(() => service);
    const cursorAtKill = await eventually(async () => {
      const { cursor, looked_at } = await aliasRun(database);
      return cursor !== null && looked_at >= offers / 2 && cursor;
    }, deadlineMs);
    const killed = service;
    service = undefined;
    await killed?.kill();
    const cursorAfter = (await aliasRun(database)).cursor ?? '';
    await start();
    await eventually(() => isAtRest(database), deadlineMs);
    const seconds = (performance.now() - begin) / 1_000;
    const prices = await pricing.end();
    const resumed = await matches(database);
    const { looked_at: lookedAt } = await aliasRun(database);
    const events = await count(database, `event where type = 'offer.matched' and data ->> 'confidence' = 'exact'`);
    await database.pool.sql`
      update offer set matched_at = null, product_id = null, match_confidence = 'unmatched' where id <> ${sharedOffer}`;
    await eventually(() => isAtRest(database), deadlineMs);
    const scratch = await matches(database);
    return {
      run: { lookedAt, cursorAtKill, cursorAfter },
      matched: [...resumed.values()].filter((productId) => productId !== null).length,
      events,
      differences: [...scratch].filter(([id, productId]) => resumed.get(id) !== productId).length,
      prices,
      seconds,
    };
  } finally {
    await service?.stop();
    await database.close();
  }
};

/**
 * Offers of a maker whom nobody knows, half of them of parts that Acme makes; and a market to ask
 * prices of.
 */
const fill = async ({ pool }: OwnPostgres, offers: number): Promise<void> => {
  await storeKeys(pool);
  await fillMarket(pool);
  await pool.sql`update supplier set creates_products = false`;
  await pool.sql`
    insert into product (id, profile_id, manufacturer_key, manufacturer, mpn, mpn_key, mpn_compact)
    select 'prd_acm' || at, 'electronic-component', 'ACME', 'Acme', 'ACM' || at, 'ACM' || at, 'ACM' || at
    from generate_series(0, ${offers - 1}, 2) as at`;
  await pool.sql`
    insert into offer (id, supplier_id, supplier_sku, manufacturer, mpn)
    select 'ofr_acm' || at, 'borealis', 'ACM' || at, 'Zenith Parts', 'ACM' || at from generate_series(0, ${offers - 1}) as at`;
};

const count = async ({ pool }: OwnPostgres, text: string): Promise<number> => {
  const [row] = await pool.sql.unsafe<{ count: number }[]>(`select count(*)::int from ${text}`);
  return row?.count ?? -1;
};

/** Whether nothing is left to be decided, for the first time or again. */
const isAtRest = async (database: OwnPostgres): Promise<boolean> =>
  (await count(database, 'offer where matched_at is null and (mpn is not null or description is not null)')) === 0 &&
  (await count(database, 'product_newcomer')) === 0 &&
  (await count(database, 'rematch_run where finished_at is null')) === 0;

/** The run of the alias: the latest of its kind, others are over by then. */
const aliasRun = async ({ pool }: OwnPostgres) => {
  const [row] = await pool.sql<{ cursor: string | null; looked_at: number }[]>`
    select cursor, looked_at from rematch_run where trigger = 'alias_changed' order by id desc limit 1`;
  if (row === undefined) throw new Error('there is no run');
  return row;
};

const matches = async ({ pool }: OwnPostgres): Promise<ReadonlyMap<string, string | null>> => {
  const rows = await pool.sql<{ id: string; product_id: string | null }[]>`
    select id, product_id from offer where id like 'ofr_acm%'`;
  return new Map(rows.map((row) => [row.id, row.product_id]));
};

/** Asks for one price over and over while there is a service. */
const askForPrices = (running: () => Service | undefined) => {
  let isEnded = false;
  let failed = 0;
  const latenciesMs: number[] = [];
  const body = JSON.stringify({ offer_id: sharedOffer, quantity: 10 });
  const headers = { 'x-api-key': fullKey, 'content-type': 'application/json' };
  const ask = async (service: Service): Promise<void> => {
    const begin = performance.now();
    const isGood = await fetch(`${service.httpUrl}/v1/pricing`, { method: 'POST', headers, body }).then(
      (answer) => answer.ok,
      () => false,
    );
    // What was under way when the service was killed is no failure of its.
    if (!isGood && running() === service) failed += 1;
    if (isGood) latenciesMs.push(performance.now() - begin);
  };
  const loop = async (): Promise<void> => {
    while (!isEnded) {
      const service = running();
      if (service !== undefined) await ask(service);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  };
  const ended = loop();
  return {
    end: async () => {
      isEnded = true;
      await ended;
      latenciesMs.sort((a, b) => a - b);
      const p99Ms = latenciesMs[Math.floor(latenciesMs.length * 0.99)] ?? 0;
      return { asked: latenciesMs.length + failed, failed, p99Ms };
    },
  };
};
