/**
 * Matches as humans see and judge them. A verdict is kept in a table of its own and counted on the
 * offer in the same transaction, with the offer locked: a decision that was made without knowing of
 * it names an older count and is not written any more. The offer goes back into the backlog, where
 * the verdict decides, or what is left without it.
 *
 * Database down: every method throws `Failure` of kind `unavailable`; a verdict is kept whole, with
 * its event, or not at all.
 */
import { notFound } from '../../domain/errors.ts';
import type { DomainEvent } from '../../domain/events.ts';
import type {
  CurrentMatch,
  LabelledPair,
  MatchReview,
  MatchVerdict,
  Orphan,
  UndoneDecision,
} from '../../domain/matching/ports.ts';
import { audited, withAuditRecord } from '../audit/with-audit-record.ts';
import { upsertProducts } from '../catalog/upsert-products.ts';
import { appendEvents, type OnWrite } from '../event-log/event-store.ts';
import { type Nullable, withoutNulls } from '../pool/nullable-row.ts';
import { run, type Sql, type Transaction } from '../pool/pool.ts';
import { doubtfulMatches } from './doubtful-matches.ts';
import { decisionOf, latestRecord, tellUndone, undoing } from './human-decisions.ts';

interface LabelledRow {
  readonly offer_id: string;
  readonly product_id: string;
  readonly verdict: 'confirm' | 'reject';
  readonly note: string | null;
  readonly given_by: string;
  readonly given_at: Date;
  readonly offer: Nullable<LabelledPair['offer']>;
  readonly product: Nullable<LabelledPair['product']>;
}

const labelledPair = (row: LabelledRow): LabelledPair => ({
  verdict: {
    offerId: row.offer_id,
    productId: row.product_id,
    verdict: row.verdict,
    note: row.note ?? undefined,
    by: row.given_by,
    at: row.given_at,
  },
  offer: withoutNulls<LabelledPair['offer']>(row.offer),
  product: withoutNulls<LabelledPair['product']>(row.product),
});

/** Locks the offer, counts the verdict on it and puts it back into the backlog. */
const reopen = async (transaction: Transaction, offerId: string): Promise<void> => {
  const { count } = await transaction`
    update offer set verdicts = verdicts + 1, matched_at = null, match_strategy = null where id = ${offerId}`;
  if (count === 0) throw notFound('offer', offerId);
};

type MatchReads = Pick<MatchReview, 'match' | 'orphans' | 'labelled' | 'lastDecision'>;

const matchReads = (sql: Sql): MatchReads => ({
  match: async (offerId, options) => {
    const [row] = await run(
      sql<Nullable<CurrentMatch>[]>`
        select product_id as "productId", match_confidence as confidence, match_strategy as strategy,
          match_rule as rule, match_evidence as evidence, matched_at as "matchedAt"
        from offer where id = ${offerId}`,
      options,
    );
    return row && withoutNulls<CurrentMatch>(row);
  },

  lastDecision: async (offerId, options) => {
    const [row] = await run(latestRecord(sql, offerId), options);
    return row && decisionOf(row);
  },

  orphans: async (after, limit, options) => {
    const rows = await run(
      sql<Nullable<Orphan>[]>`
        select id as "offerId", matched_at as "matchedAt", supplier_id as "supplierId", supplier_sku as "supplierSku",
          manufacturer, mpn, description, match_rule as rule
        from offer
        where matched_at is not null and match_confidence = 'unmatched'
          and (matched_at, id) > (${after?.matchedAt ?? new Date(0)}, ${after?.offerId ?? ''})
        order by matched_at, id limit ${limit}`,
      options,
    );
    return rows.map(withoutNulls<Orphan>);
  },

  labelled: async (after, limit) => {
    const rows = await run(sql<LabelledRow[]>`
      select offer_id, match_verdict.product_id, verdict, note, given_by, given_at,
        json_build_object('manufacturer', offer.manufacturer, 'mpn', offer.mpn, 'description', offer.description) as offer,
        json_build_object('manufacturer', product.manufacturer, 'mpn', product.mpn, 'description', product.description)
          as product
      from match_verdict join offer on offer.id = offer_id join product on product.id = match_verdict.product_id
      where (offer_id, match_verdict.product_id) > (${after?.offerId ?? ''}, ${after?.productId ?? ''})
      order by offer_id, match_verdict.product_id limit ${limit}`);
    return rows.map(labelledPair);
  },
});

/** Keeps a verdict; one offer is confirmed as one product only. */
const keepVerdict = async (
  transaction: Transaction,
  { offerId, productId, verdict, note, by, at }: MatchVerdict,
): Promise<void> => {
  if (verdict === 'confirm')
    await transaction`
      delete from match_verdict
      where offer_id = ${offerId} and product_id <> ${productId} and verdict = 'confirm'`;
  await transaction`
    insert into match_verdict (offer_id, product_id, verdict, note, given_by, given_at)
    values (${offerId}, ${productId}, ${verdict}, ${note ?? null}, ${by}, ${at})
    on conflict (offer_id, product_id) do update set
      verdict = excluded.verdict, note = excluded.note, given_by = excluded.given_by, given_at = excluded.given_at`;
};

const judgedEvent = ({ offerId, productId, verdict }: MatchVerdict, by: string) =>
  ({
    type: verdict === 'confirm' ? 'offer.match_confirmed' : 'offer.match_rejected',
    offerId,
    productId,
    by,
  }) as const;

const refuseUnknownProducts = async (transaction: Transaction, ids: readonly string[]): Promise<void> => {
  const known = await transaction<{ id: string }[]>`select id from product where id = any(${ids}::text[])`;
  const missing = ids.find((id) => !known.some((product) => product.id === id));
  if (missing !== undefined) throw notFound('product', missing);
};

type Verdicts = Pick<MatchReview, 'recordVerdict' | 'withdraw' | 'createProduct'>;

const verdicts = (sql: Sql, onWrite: OnWrite | undefined): Verdicts => ({
  recordVerdict: (verdict, context) =>
    withAuditRecord(sql, audited('match', verdict.offerId, context), async (transaction) => {
      await reopen(transaction, verdict.offerId);
      await refuseUnknownProducts(transaction, [verdict.productId]);
      await keepVerdict(transaction, verdict);
      await appendEvents(transaction, [judgedEvent(verdict, verdict.by)], context, onWrite);
    }),

  createProduct: ({ product, ...creation }, context) =>
    withAuditRecord(sql, audited('match', creation.offerId, context), async (transaction) => {
      const known = await transaction`select from offer where id = ${creation.offerId}`;
      if (known.length === 0) throw notFound('offer', creation.offerId);
      // Products before offers, as every writer goes.
      const drafts = { drafts: [product], observedAt: creation.at, context, onWrite, origin: 'offer' } as const;
      const { productIds } = await upsertProducts(transaction, drafts);
      const verdict = { ...creation, productId: productIds[0] ?? '', verdict: 'confirm' } as const;
      await reopen(transaction, creation.offerId);
      await keepVerdict(transaction, verdict);
      await appendEvents(transaction, [judgedEvent(verdict, creation.by)], context, onWrite);
    }),

  withdraw: ({ offerId, productId }, { by, context }) =>
    withAuditRecord(sql, audited('match', offerId, context), async (transaction) => {
      const known = await transaction`select from offer where id = ${offerId} for update`;
      if (known.length === 0) throw notFound('offer', offerId);
      const rows = await transaction<{ product_id: string }[]>`
        delete from match_verdict
        where offer_id = ${offerId} and (${productId ?? null}::text is null or product_id = ${productId ?? null})
        returning product_id`;
      if (rows.length === 0) return 0;
      await reopen(transaction, offerId);
      const type = 'offer.match_verdict_withdrawn';
      const withdrawn = rows.map((row) => ({ type, offerId, productId: row.product_id, by }) as const);
      await appendEvents(transaction, withdrawn, context, onWrite);
      return rows.length;
    }),
});

/** Puts what is to be in force in the place of what is. */
const replaceVerdicts = async (
  transaction: Transaction,
  { offerId, by }: UndoneDecision,
  restored: readonly MatchVerdict[],
): Promise<readonly DomainEvent[]> => {
  const present = await transaction<Pick<MatchVerdict, 'productId' | 'verdict'>[]>`
    delete from match_verdict where offer_id = ${offerId} returning product_id as "productId", verdict`;
  for (const verdict of restored) await keepVerdict(transaction, verdict);
  const isIn = (verdicts: readonly Pick<MatchVerdict, 'productId'>[], productId: string): boolean =>
    verdicts.some((verdict) => verdict.productId === productId);
  const taken = present.filter(({ productId }) => !isIn(restored, productId));
  const given = restored.filter(
    ({ productId, verdict }) => !present.some((each) => each.productId === productId && each.verdict === verdict),
  );
  return [
    ...taken.map(({ productId }) => ({ type: 'offer.match_verdict_withdrawn', offerId, productId, by }) as const),
    ...given.map((verdict) => judgedEvent(verdict, by)),
  ];
};

const undo =
  (sql: Sql, onWrite: OnWrite | undefined): MatchReview['undo'] =>
  (undone, context) =>
    withAuditRecord(
      sql,
      audited('match', undone.offerId, context, () => tellUndone(undone.decisionId)),
      async (transaction) => {
        const known = await transaction`select from offer where id = ${undone.offerId} for update`;
        if (known.length === 0) throw notFound('offer', undone.offerId);
        const [latest] = await latestRecord(transaction, undone.offerId);
        const restored = undoing(latest, undone);
        if (restored === undefined) return;
        await refuseUnknownProducts(
          transaction,
          restored.map(({ productId }) => productId),
        );
        const events = await replaceVerdicts(transaction, undone, restored);
        await reopen(transaction, undone.offerId);
        await appendEvents(transaction, events, context, onWrite);
      },
    );

/** Creates the store on a migrated database; `onWrite` counts the events that it appends. */
export const createMatchReview = (sql: Sql, { onWrite }: { readonly onWrite?: OnWrite } = {}): MatchReview => ({
  ...matchReads(sql),
  doubtful: doubtfulMatches(sql),
  ...verdicts(sql, onWrite),
  undo: undo(sql, onWrite),
});
