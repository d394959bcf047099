import type { DomainEvent } from '../../domain/events.ts';
import type { MatchDecision } from '../../domain/matching/ports.ts';
import type { WriteContext } from '../../domain/store-context.ts';
import { noteObservedBefore } from '../catalog/observed-products.ts';
import { noteMatched } from '../catalog/statements-due.ts';
import { upsertProducts } from '../catalog/upsert-products.ts';
import { appendEvents, type OnWrite } from '../event-log/event-store.ts';
import { arrayLiteral } from '../pool/array-literal.ts';
import type { Transaction } from '../pool/pool.ts';

/**
 * Writes decisions. A decision is written only where it still has a meaning: for an offer that
 * nothing has decided since its maker or number last changed, or whose decision becomes another
 * one. So two matchers that took the same offers write each decision once, a decision made on what
 * an offer or a human no longer says is dropped (`decidedOn`), and what a human has decided stays.
 * So is one that was made before somebody wanted the part of the offer, which it may create now.
 * An offer that made its product known finds that product from then on: `new_canonical`, decided
 * again, is `manufacturer_and_mpn`, which is no other decision. Products are created first, then
 * offers are locked in the order of their ids, then events are appended: the order in which every
 * writer goes.
 */

/** Decisions to be written, and for whom. */
export interface Recording {
  readonly decisions: readonly MatchDecision[];
  readonly context: WriteContext;
  readonly now: Date;
  readonly onWrite: OnWrite | undefined;
}

/**
 * Writes the decisions that still have a meaning, with their products and events; returns how many
 * those were.
 */
export const recordDecisions = async (sql: Transaction, recording: Recording): Promise<number> => {
  const decided = await withCreatedProducts(sql, recording);
  const written = await writeDecisions(sql, decided, recording.now);
  const touched = productsTouched(decided, written);
  if (touched.length > 0) await noteMatched(sql, touched);
  const joined = decided.filter((decision) => joinsProduct(decision, written)).map(({ offerId }) => offerId);
  if (joined.length > 0) await noteObservedBefore(sql, joined);
  const events = decided.flatMap((decision) => {
    const change = written.get(decision.offerId);
    return change === undefined ? [] : [matchedEvent(decision, change)];
  });
  await appendEvents(sql, events, recording.context, recording.onWrite);
  return written.size;
};

/** Whether an offer got a product that was not made of it. */
const joinsProduct = (
  { offerId, productId, create }: MatchDecision,
  written: ReadonlyMap<string, WrittenDecision>,
): boolean => {
  const change = written.get(offerId);
  return change !== undefined && create === undefined && productId !== change.previousProductId;
};

/**
 * Products that have got an offer or lost one. One that was made of its offer says already what the
 * offer says.
 */
const productsTouched = (
  decided: readonly MatchDecision[],
  written: ReadonlyMap<string, WrittenDecision>,
): readonly string[] =>
  decided.flatMap((decision) => {
    const previous = written.get(decision.offerId)?.previousProductId;
    const got = joinsProduct(decision, written) ? decision.productId : undefined;
    return [got, previous].filter((id) => id !== undefined);
  });

const matchedEvent = (
  { offerId, productId, confidence, rule }: MatchDecision,
  { previousProductId }: WrittenDecision,
): DomainEvent => ({
  type: 'offer.matched',
  offerId,
  productId,
  confidence,
  rule,
  ...(previousProductId === undefined || previousProductId === productId ? {} : { previousProductId }),
});

/**
 * Creates the products that decisions ask for, or finds that they exist by now, and puts their ids
 * into the decisions.
 */
const withCreatedProducts = async (
  sql: Transaction,
  { decisions, context, now, onWrite }: Recording,
): Promise<readonly MatchDecision[]> => {
  const drafts = decisions.flatMap(({ create, names }) => [create, names]).filter((draft) => draft !== undefined);
  const { productIds } = await upsertProducts(sql, { drafts, observedAt: now, context, onWrite, origin: 'offer' });
  const idOf = new Map(drafts.map((draft, at) => [draft, productIds[at]]));
  return decisions.map((decision) =>
    decision.create === undefined ? decision : { ...decision, productId: idOf.get(decision.create) },
  );
};

interface WrittenDecision {
  readonly previousProductId: string | undefined;
}

/** The keys of a decision as the text of an array; undefined where no product would change it. */
const keysOf = ({ blockingKeys }: MatchDecision): string | undefined =>
  blockingKeys === undefined ? undefined : arrayLiteral(blockingKeys);

/** Writes the decisions that still have a meaning; returns what each replaced, by offer. */
const writeDecisions = async (
  sql: Transaction,
  decisions: readonly MatchDecision[],
  now: Date,
): Promise<ReadonlyMap<string, WrittenDecision>> => {
  const column = (value: (decision: MatchDecision) => string | number | undefined) =>
    arrayLiteral(decisions.map(value));
  // First, so that the statement below sees what was found for a want meanwhile.
  await sql`
    select from offer where id = any(${column(({ offerId }) => offerId)}::text[]) order by id for update`;
  const rows = await sql<{ id: string; previous: string | null }[]>`
    with given as (
      select * from unnest(
        ${column(({ offerId }) => offerId)}::text[], ${column(({ productId }) => productId)}::text[],
        ${column(({ confidence }) => confidence)}::text[], ${column(({ strategy }) => strategy)}::text[],
        ${column(({ rule }) => rule)}::text[], ${column(({ evidence }) => JSON.stringify(evidence))}::jsonb[],
        ${column(({ decidedOn }) => (decidedOn === undefined ? undefined : 'yes'))}::text[],
        ${column(({ decidedOn }) => decidedOn?.manufacturer)}::text[], ${column(({ decidedOn }) => decidedOn?.mpn)}::text[],
        ${column(({ decidedOn }) => decidedOn?.description)}::text[],
        ${column(({ decidedOn }) => decidedOn?.verdicts)}::int[], ${column(keysOf)}::text[],
        ${column(({ decidedOn }) => (decidedOn?.createsProducts === false ? 'yes' : undefined))}::text[]
      ) as decision (
        id, product_id, confidence, strategy, rule, evidence, depends, manufacturer, mpn, description, verdicts, keys, unasked)
    ), standing as (
      select given.*, offer.product_id as previous from given join offer using (id)
      where (given.depends is null
          or (offer.manufacturer, offer.mpn) is not distinct from (given.manufacturer, given.mpn))
        and (given.depends is null or given.keys is null or offer.description is not distinct from given.description)
        and (given.verdicts is null or offer.verdicts = given.verdicts)
        and (given.unasked is null or (offer.matched_at is not null and given.product_id is not null)
          or not exists (select from part_want_offer where offer_id = offer.id))
        and (offer.matched_at is null or (
          (offer.product_id, offer.match_confidence, offer.match_rule)
            is distinct from (given.product_id, given.confidence,
              case when (offer.match_rule, given.rule) = ('new_canonical', 'manufacturer_and_mpn')
                then 'new_canonical' else given.rule end)
          and (offer.match_strategy is distinct from 'human' or given.strategy = 'human')
        ))
      order by id for update of offer
    )
    update offer set
      product_id = standing.product_id, match_confidence = standing.confidence, match_strategy = standing.strategy,
      match_rule = standing.rule, match_evidence = standing.evidence, matched_at = ${now},
      blocking_keys = standing.keys::text[]
    from standing where offer.id = standing.id
    returning offer.id, standing.previous`;
  return new Map(rows.map(({ id, previous }) => [id, { previousProductId: previous ?? undefined }]));
};
