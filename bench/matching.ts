/**
 * The matcher against a large catalogue, by its own store on a database as durable as the
 * service's: batches of offers, as large as the matcher's, are read, decided and recorded with
 * their events, one after another. `PRODUCTS` says how many products there are, 1,000,000 when left
 * out, `OFFERS` how many offers are decided, 20,000 when left out.
 *
 * Offers of the deterministic row name maker and number. Of those of the other row half name a
 * number alone and half have nothing but a description, with the number somewhere in it, so that
 * every one goes through blocking and every strategy.
 *
 * The bare side reads the same offers and writes the very same decisions, offers, events and
 * outbox, by plain statements: no evidence is looked up, nothing is decided and nothing is checked.
 */
import { decideOffers } from '../actors/matching/decide-offers.ts';
import { matcherBatchSize } from '../actors/matching/matcher.ts';
import type { MatchDecision } from '../domain/matching/ports.ts';
import { matchPolicy } from '../gateway/wire/matching.ts';
import { createMatchStore } from '../storage/matching/match-store.ts';
import { arrayLiteral } from '../storage/pool/array-literal.ts';
import { inTransaction, type Pool, type Sql } from '../storage/pool/pool.ts';
import { createMetrics } from '../telemetry/metrics.ts';
import { type Benchmark, type BenchmarkRow, percentile } from './benchmark.ts';
import { withScratchPostgres } from './scratch-postgres.ts';

const products = Number(process.env.PRODUCTS ?? 1_000_000);
const offers = Number(process.env.OFFERS ?? 20_000);
const insertedAtOnce = 50_000;
const context = { correlationId: 'cor_bench', traceparent: undefined };

/** A part number of 12 characters that says nothing of its neighbours'. */
const number = (at: string) => `upper(substr(md5(${at}::text), 1, 6)) || '-' || lpad(${at}::text, 7, '0')`;
const manufacturer = (at: string) => `'Maker ' || chr(65 + ${at} % 26) || chr(65 + ${at} / 26 % 26)`;

const fillCatalogue = async ({ sql }: Pool): Promise<void> => {
  for (let from = 0; from < products; from += insertedAtOnce) {
    await sql.unsafe(`
      insert into product (id, profile_id, manufacturer_key, manufacturer, mpn, mpn_key, mpn_compact, description)
      select 'prd_' || at, 'electronic-component', upper(replace(${manufacturer('at')}, ' ', '')), ${manufacturer('at')},
        ${number('at')}, replace(${number('at')}, '-', ''), replace(${number('at')}, '-', ''),
        'thick film resistor ' || at % 97 || ' kohm 0603'
      from generate_series(${from}, ${Math.min(products, from + insertedAtOnce) - 1}) as at`);
  }
  await sql`truncate product_newcomer`;
  await sql.unsafe('vacuum analyze product');
  await sql`
    insert into supplier (id, name, plugin, base_url, creates_products)
    values ('bench', 'Bench', 'none', 'http://localhost', false)`;
};

type Kind = 'named' | 'scored';

/** Puts offers of parts from all over the catalogue into the backlog, in place of those before. */
const fillBacklog = async ({ sql }: Pool, kind: Kind): Promise<void> => {
  await sql`truncate offer, event_stream, event, outbox cascade`;
  const step = Math.max(1, Math.floor(products / offers));
  const part = `(at * ${step})`;
  const texts =
    kind === 'named'
      ? `${manufacturer(part)}, ${number(part)}, null`
      : `null, case when at % 2 = 0 then ${number(part)} end,
         ${manufacturer(part)} || ' ' || ${number(part)} || ' thick film resistor 0603, reel'`;
  await sql.unsafe(`
    insert into offer (id, supplier_id, supplier_sku, manufacturer, mpn, description)
    select 'ofr_' || at, 'bench', at::text, ${texts} from generate_series(0, ${offers - 1}) as at`);
  await sql.unsafe('vacuum analyze offer');
};

/** How a pass over the backlog went. */
interface Pass {
  readonly rate: number;
  readonly batchesMs: readonly number[];
  readonly residentMib: readonly number[];
}

/** Works a backlog off, a batch at a time; `batch` tells how many offers it has decided. */
const pass = async (batch: () => Promise<number>): Promise<Pass> => {
  const batchesMs: number[] = [];
  const residentMib: number[] = [];
  const begin = performance.now();
  for (let decided = 0; decided < offers; ) {
    const since = performance.now();
    const done = await batch();
    decided += done;
    batchesMs.push(performance.now() - since);
    residentMib.push(process.memoryUsage().rss / 2 ** 20);
  }
  return { rate: (offers * 1_000) / (performance.now() - begin), batchesMs, residentMib };
};

const ours = ({ sql }: Pool): Promise<Pass> => {
  const store = createMatchStore(sql);
  const metrics = createMetrics('bench');
  return pass(async () => {
    const waiting = await store.backlog(matcherBatchSize);
    const decisions = await decideOffers(waiting, { store, policy: matchPolicy, metrics });
    await store.record(decisions, context, new Date());
    return decisions.length;
  });
};

const bare = ({ sql }: Pool, byOffer: ReadonlyMap<string, MatchDecision>): Promise<Pass> =>
  pass(async () => {
    const rows = await sql<{ id: string }[]>`
      select id, manufacturer, mpn, description from offer where matched_at is null order by created_at, id
      limit ${matcherBatchSize}`;
    const decisions = rows.flatMap(({ id }) => byOffer.get(id) ?? []);
    await writeBare(sql, decisions);
    return decisions.length;
  });

/** What a pass has decided, as it is stored. Throws when an offer found no product. */
const readDecisions = async ({ sql }: Pool): Promise<ReadonlyMap<string, MatchDecision>> => {
  const rows = await sql<(MatchDecision & { keys: readonly string[] | null })[]>`
    select id as "offerId", product_id as "productId", match_confidence as confidence, match_strategy as strategy,
      match_rule as rule, match_evidence as evidence, blocking_keys as keys
    from offer`;
  return new Map(
    rows.map(({ keys, ...row }) => {
      if (row.productId === null) throw new Error(`offer ${row.offerId} found no product`);
      return [row.offerId, { ...row, ...(keys === null ? {} : { blockingKeys: keys }) }];
    }),
  );
};

const writeBare = (sql: Sql, decisions: readonly MatchDecision[]): Promise<void> =>
  inTransaction(sql, async (transaction) => {
    const ids = arrayLiteral(decisions.map(({ offerId }) => offerId));
    const data = arrayLiteral(
      decisions.map(({ offerId, productId, confidence, rule }) =>
        JSON.stringify({ offerId, productId, confidence, rule }),
      ),
    );
    await transaction`
      update offer set product_id = given.product_id, match_confidence = given.confidence, match_rule = given.rule,
        match_strategy = given.strategy, match_evidence = given.evidence, blocking_keys = given.keys::text[],
        matched_at = now()
      from unnest(
        ${ids}::text[], ${arrayLiteral(decisions.map(({ productId }) => productId))}::text[],
        ${arrayLiteral(decisions.map(({ confidence }) => confidence))}::text[],
        ${arrayLiteral(decisions.map(({ rule }) => rule))}::text[],
        ${arrayLiteral(decisions.map(({ strategy }) => strategy))}::text[],
        ${arrayLiteral(decisions.map(({ evidence }) => JSON.stringify(evidence)))}::jsonb[],
        ${arrayLiteral(decisions.map(({ blockingKeys }) => blockingKeys && arrayLiteral(blockingKeys)))}::text[]
      ) as given (id, product_id, confidence, rule, strategy, evidence, keys)
      where offer.id = given.id`;
    await transaction`insert into event_stream select 'offer', id, 1 from unnest(${ids}::text[]) as id`;
    await transaction`
      with appended as (
        insert into event (aggregate_type, aggregate_id, version, type, data, correlation_id)
        select 'offer', id, 1, 'offer.matched', data::jsonb, 'cor_bench'
        from unnest(${ids}::text[], ${data}::text[]) as given (id, data)
        returning position, aggregate_type, aggregate_id, version, recorded_at
      )
      insert into outbox (position, aggregate_type, aggregate_id, version, enqueued_at) select * from appended`;
  });

const rowOf = (name: string, mine: Pass, limit: Pass): BenchmarkRow => ({
  name,
  ours: mine.rate,
  limit: limit.rate,
  ratio: mine.rate / limit.rate,
  unit: 'offers/s',
  p50: percentile(mine.batchesMs, 0.5),
  p95: percentile(mine.batchesMs, 0.95),
  p99: percentile(mine.batchesMs, 0.99),
  limitP50: percentile(limit.batchesMs, 0.5),
  limitP95: percentile(limit.batchesMs, 0.95),
  limitP99: percentile(limit.batchesMs, 0.99),
});

/** The memory of the last quarter of a pass beside that of the second: a ratio of one is flat. */
const memoryRow = ({ residentMib }: Pass): BenchmarkRow => {
  const quarter = (which: number) =>
    residentMib.slice(Math.floor((residentMib.length * which) / 4), Math.ceil((residentMib.length * (which + 1)) / 4));
  const [early, late] = [quarter(1), quarter(3)];
  return {
    name: 'memory, last quarter beside second',
    ours: percentile(late, 0.5),
    limit: percentile(early, 0.5),
    ratio: percentile(late, 0.5) / percentile(early, 0.5),
    unit: 'MiB',
    p50: percentile(late, 0.5),
    p95: percentile(late, 0.95),
    p99: percentile(late, 0.99),
    limitP50: percentile(early, 0.5),
    limitP95: percentile(early, 0.95),
    limitP99: percentile(early, 0.99),
  };
};

/** Measures identity alone, and all strategies. */
export const matchingBenchmark: Benchmark = () =>
  withScratchPostgres(4, async (pool) => {
    await fillCatalogue(pool);
    const rows: BenchmarkRow[] = [];
    // The first pass fills caches and is not counted.
    await fillBacklog(pool, 'scored');
    await ours(pool);
    for (const [kind, name] of [
      ['named', 'matching, deterministic'],
      ['scored', 'matching, all strategies'],
    ] as const) {
      await fillBacklog(pool, kind);
      const mine = await ours(pool);
      const decided = await readDecisions(pool);
      await fillBacklog(pool, kind);
      rows.push(rowOf(name, mine, await bare(pool, decided)), memoryRow(mine));
    }
    return rows;
  });
