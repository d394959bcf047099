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
import type { CurrentMatch, LabelledPair, MatchReview, Orphan } from '../../domain/matching/ports.ts';
import { audited, withAuditRecord } from '../audit/with-audit-record.ts';
import { appendEvents, type OnWrite } from '../event-log/event-store.ts';
import { type Nullable, withoutNulls } from '../pool/nullable-row.ts';
import { run, type Sql, type Transaction } from '../pool/pool.ts';

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

type MatchReads = Pick<MatchReview, 'match' | 'orphans' | 'labelled'>;

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

const verdicts = (sql: Sql, onWrite: OnWrite | undefined): Omit<MatchReview, keyof MatchReads> => ({
  recordVerdict: ({ offerId, productId, verdict, note, by, at }, context) =>
    withAuditRecord(sql, audited('match', offerId, context), async (transaction) => {
      await reopen(transaction, offerId);
      const known = await transaction`select from product where id = ${productId}`;
      if (known.length === 0) throw notFound('product', productId);
      if (verdict === 'confirm')
        await transaction`
          delete from match_verdict
          where offer_id = ${offerId} and product_id <> ${productId} and verdict = 'confirm'`;
      await transaction`
        insert into match_verdict (offer_id, product_id, verdict, note, given_by, given_at)
        values (${offerId}, ${productId}, ${verdict}, ${note ?? null}, ${by}, ${at})
        on conflict (offer_id, product_id) do update set
          verdict = excluded.verdict, note = excluded.note, given_by = excluded.given_by, given_at = excluded.given_at`;
      const type = verdict === 'confirm' ? 'offer.match_confirmed' : 'offer.match_rejected';
      await appendEvents(transaction, [{ type, offerId, productId, by }], context, onWrite);
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

/** Creates the store on a migrated database; `onWrite` counts the events that it appends. */
export const createMatchReview = (sql: Sql, { onWrite }: { readonly onWrite?: OnWrite } = {}): MatchReview => ({
  ...matchReads(sql),
  ...verdicts(sql, onWrite),
});
