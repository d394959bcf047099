/**
 * Prices that are held back. Rows of `held_price` follow the holds in `offer_view`, in the
 * transaction that writes these.
 */
import { type Snapshot, viewKey } from '../../domain/ingestion/fold.ts';
import type { ViewKnowledge } from '../../domain/ingestion/price-hold.ts';
import type { HeldPrice, HeldPriceMark, HeldPrices } from '../../domain/offers/held-prices.ts';
import { decodeKnowledge, type KnowledgeDocument } from '../catalog/knowledge-document.ts';
import { arrayLiteral } from '../pool/array-literal.ts';
import { type Nullable, withoutNulls } from '../pool/nullable-row.ts';
import { run, type Sql, type Transaction } from '../pool/pool.ts';
import type { StoredView } from './offer-views.ts';

/** A view that has a hold after a batch, or had one before it. */
export interface HoldChange extends Omit<HeldPriceMark, 'since'> {
  /** Undefined: nothing is held back any more. */
  readonly since: Date | undefined;
}

/**
 * What a batch says of holds: of nearly every batch nothing. One that goes on is written again, in
 * case a process of the version before, which kept no list, has begun it.
 */
export const holdChanges = (
  snapshots: readonly Snapshot[],
  before: ReadonlyMap<string, StoredView>,
): readonly HoldChange[] => {
  const isHeld = ({ known: { priceHold } }: { readonly known: ViewKnowledge }): boolean => priceHold !== undefined;
  if (!snapshots.some(isHeld) && !before.values().some(isHeld)) return [];
  const last = new Map(snapshots.map((each) => [viewKey(each.offerId, each.observation.credentialId), each]));
  return [...last].flatMap(
    ([
      key,
      {
        offerId,
        observation: { credentialId },
        known,
      },
    ]) => {
      const [earlier, now] = [before.get(key)?.known.priceHold?.since, known.priceHold?.since];
      return earlier === undefined && now === undefined ? [] : [{ offerId, credentialId, since: now }];
    },
  );
};

/** Writes what has changed of holds; the views are there. */
export const recordHolds = (sql: Transaction, changes: readonly HoldChange[]) => sql`
  with now as materialized (
    select * from unnest(
      ${arrayLiteral(changes.map(({ offerId }) => offerId))}::text[],
      ${arrayLiteral(changes.map(({ credentialId }) => credentialId))}::text[],
      ${arrayLiteral(changes.map(({ since }) => since))}::timestamptz[]) as each (offer_id, credential_id, since)
  ), ended as (
    delete from held_price using now
    where (held_price.offer_id, held_price.credential_id) = (now.offer_id, now.credential_id) and now.since is null
  )
  insert into held_price (offer_id, credential_id, since)
  select offer_id, credential_id, since from now where since is not null
  on conflict (offer_id, credential_id) do update set since = excluded.since
  where held_price.since <> excluded.since`;

type Row = Nullable<Omit<HeldPrice, 'jump' | 'held' | 'counting' | 'countingSeenAt'>> & {
  readonly known: KnowledgeDocument;
};

/** Nothing where the hold ended while the row was read. */
const heldPriceOf = ({ known, ...row }: Row): readonly HeldPrice[] => {
  const { price, priceHold } = decodeKnowledge(known);
  if (price === undefined || priceHold === undefined) return [];
  const { confirmed, jump } = priceHold;
  const plain = withoutNulls<Omit<HeldPrice, 'jump' | 'held' | 'counting' | 'countingSeenAt'>>(row);
  return [{ ...plain, jump, held: price.value, counting: confirmed.value, countingSeenAt: confirmed.at }];
};

/** The prices that are held back, of a migrated database. `unavailable` while it is down. */
export const createHeldPrices = (sql: Sql): HeldPrices => ({
  list: async (after, limit, options) => {
    const rows = await run(
      sql<Row[]>`
        select held_price.since, offer_id as "offerId", credential_id as "credentialId", offer.supplier_id as "supplierId",
          supplier_sku as "supplierSku", manufacturer, mpn, product_id as "productId", label as "credentialLabel", known
        from held_price join offer_view using (offer_id, credential_id) join offer on offer.id = offer_id
          join credential on credential.id = credential_id
        where withdrawn_at is null and (known -> 'hold') is not null
          and (${after?.since ?? null}::timestamptz is null or (held_price.since, offer_id, credential_id)
            < (${after?.since ?? null}, ${after?.offerId ?? ''}, ${after?.credentialId ?? ''}))
        order by held_price.since desc, offer_id desc, credential_id desc limit ${limit}`,
      options,
    );
    return rows.flatMap(heldPriceOf);
  },
});
