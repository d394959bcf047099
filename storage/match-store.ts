/**
 * The matcher's view of the database: offers that wait, products that may be theirs, and the decisions.
 *
 * A decision is written only where it still has a meaning: for an offer that nothing has decided since its maker or number last
 * changed, or whose decision becomes another one. So two matchers that took the same offers write each decision once, a decision
 * made on what an offer no longer says is dropped (`decidedOn`), and what a human has decided stays. Products are created
 * first, then offers are locked in the order of their ids, then events are appended: the order in which every writer goes.
 *
 * Database down: every method throws `Failure` of kind `unavailable`; a batch of decisions is written whole or not at all, and
 * may be recorded again.
 */
import type { LifecycleStatus } from '../domain/catalog.ts';
import type { MatchDecision, MatchStore, PendingOffer, WriteContext } from '../domain/ports.ts';
import { appendInTransaction, type OnWrite } from './event-store.ts';
import { inTransaction, run, type Sql, type Transaction } from './pool.ts';
import { arrayLiteral } from './statements/array-literal.ts';
import { aliasedMakers } from './statements/makers.ts';
import { upsertProducts } from './statements/upsert-products.ts';

interface PendingRow {
  readonly id: string;
  readonly supplier_id: string;
  readonly manufacturer: string | null;
  readonly mpn: string | null;
  readonly description: string | null;
  readonly lifecycle: LifecycleStatus | null;
  readonly replaced_by_mpn: string | null;
  readonly attributes: Readonly<Record<string, string>>;
  readonly creates_products: boolean;
}

const pendingOffer = (row: PendingRow): PendingOffer => ({
  offerId: row.id,
  supplierId: row.supplier_id,
  manufacturer: row.manufacturer ?? undefined,
  mpn: row.mpn ?? undefined,
  description: row.description ?? undefined,
  lifecycle: row.lifecycle ?? undefined,
  replacedByMpn: row.replaced_by_mpn ?? undefined,
  attributes: row.attributes,
  createsProducts: row.creates_products,
});

/** Up to this many are counted one by one; beyond, the planner's statistics of the partial index answer. */
const countedExactly = 10_000;

/** Creates the store on a migrated database; `onWrite` counts the events that it appends. */
export const createMatchStore = (sql: Sql, { onWrite }: { readonly onWrite?: OnWrite } = {}): MatchStore => ({
  backlog: async (limit) => {
    const rows = await run(sql<PendingRow[]>`
      select offer.id, supplier_id, manufacturer, mpn, description, lifecycle, replaced_by_mpn, attributes, creates_products
      from offer join supplier on supplier.id = supplier_id
      where matched_at is null and mpn is not null
      order by offer.created_at, offer.id limit ${limit}`);
    return rows.map(pendingOffer);
  },
  candidates: (mpnKeys) =>
    run(sql<{ productId: string; manufacturerKey: string; mpn: string; mpnKey: string }[]>`
      select id as "productId", manufacturer_key as "manufacturerKey", mpn, mpn_key as "mpnKey"
      from product where mpn_key = any(${arrayLiteral(mpnKeys)}::text[])
      order by id`),
  aliases: (manufacturerKeys) => aliasedMakers(sql, manufacturerKeys),
  record: async (decisions, context, now) => {
    if (decisions.length === 0) return;
    await inTransaction(sql, (transaction) => record(transaction, { decisions, context, now, onWrite }));
  },
  sizes: async () => {
    const [row] = await run(sql<{ backlog: number; orphans: number }[]>`
      select
        (select count(*)::int from (select from offer where matched_at is null and mpn is not null limit ${countedExactly}) waiting) as backlog,
        (select count(*)::int from (
          select from offer where matched_at is not null and match_confidence = 'unmatched' limit ${countedExactly}
        ) orphan) as orphans`);
    return {
      backlog: await orEstimate(sql, row?.backlog ?? 0, 'offer_backlog'),
      orphans: await orEstimate(sql, row?.orphans ?? 0, 'offer_orphans'),
    };
  },
});

/** The count, or what the last vacuum of the index found when there are more than are counted. */
const orEstimate = async (sql: Sql, counted: number, index: string): Promise<number> => {
  if (counted < countedExactly) return counted;
  const [row] = await run(
    sql<{ rows: number }[]>`select reltuples::float8 as rows from pg_class where oid = to_regclass(${index})`,
  );
  return Math.max(counted, row?.rows ?? 0);
};

interface Recording {
  readonly decisions: readonly MatchDecision[];
  readonly context: WriteContext;
  readonly now: Date;
  readonly onWrite: OnWrite | undefined;
}

const record = async (sql: Transaction, { decisions, context, now, onWrite }: Recording): Promise<void> => {
  const decided = await withCreatedProducts(sql, { decisions, context, now, onWrite });
  const written = await writeDecisions(sql, decided, now);
  const events = decided
    .filter(({ offerId }) => written.has(offerId))
    .map(
      ({ offerId, productId, confidence, rule }) =>
        ({ event: { type: 'offer.matched', offerId, productId, confidence, rule }, expected: 'any' }) as const,
    );
  await appendInTransaction(sql, events, context, onWrite);
};

/** Creates the products that decisions ask for, or finds that they exist by now, and puts their ids into the decisions. */
const withCreatedProducts = async (
  sql: Transaction,
  { decisions, context, now, onWrite }: Recording,
): Promise<readonly MatchDecision[]> => {
  const drafts = decisions.flatMap(({ create }) => (create === undefined ? [] : [create]));
  const { productIds } = await upsertProducts(sql, { drafts, observedAt: now, context, onWrite });
  const idOf = new Map(drafts.map((draft, at) => [draft, productIds[at]]));
  return decisions.map((decision) =>
    decision.create === undefined ? decision : { ...decision, productId: idOf.get(decision.create) },
  );
};

/** Writes the decisions that still have a meaning; returns the ids of their offers. */
const writeDecisions = async (
  sql: Transaction,
  decisions: readonly MatchDecision[],
  now: Date,
): Promise<ReadonlySet<string>> => {
  const column = (value: (decision: MatchDecision) => string | undefined) => arrayLiteral(decisions.map(value));
  const rows = await sql<{ id: string }[]>`
    with given as (
      select * from unnest(
        ${column(({ offerId }) => offerId)}::text[], ${column(({ productId }) => productId)}::text[],
        ${column(({ confidence }) => confidence)}::text[], ${column(({ strategy }) => strategy)}::text[],
        ${column(({ rule }) => rule)}::text[], ${column(({ evidence }) => JSON.stringify(evidence))}::jsonb[],
        ${column(({ decidedOn }) => (decidedOn === undefined ? undefined : 'yes'))}::text[],
        ${column(({ decidedOn }) => decidedOn?.manufacturer)}::text[], ${column(({ decidedOn }) => decidedOn?.mpn)}::text[]
      ) as decision (id, product_id, confidence, strategy, rule, evidence, depends, manufacturer, mpn)
    ), standing as (
      select given.* from given join offer using (id)
      where (given.depends is null
          or (offer.manufacturer, offer.mpn) is not distinct from (given.manufacturer, given.mpn))
        and (offer.matched_at is null or (
          (offer.product_id, offer.match_confidence, offer.match_rule)
            is distinct from (given.product_id, given.confidence, given.rule)
          and (offer.match_strategy is distinct from 'human' or given.strategy = 'human')
        ))
      order by id for update of offer
    )
    update offer set
      product_id = standing.product_id, match_confidence = standing.confidence, match_strategy = standing.strategy,
      match_rule = standing.rule, match_evidence = standing.evidence, matched_at = ${now}
    from standing where offer.id = standing.id
    returning offer.id`;
  return new Set(rows.map(({ id }) => id));
};
