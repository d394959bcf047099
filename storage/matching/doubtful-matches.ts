/** Matches that a human should look at: those that are less than strong. */
import type { DoubtfulMatch, MatchReview } from '../../domain/matching/ports.ts';
import { type Nullable, withoutNulls } from '../pool/nullable-row.ts';
import { run, type Sql } from '../pool/pool.ts';

type Row = Nullable<Omit<DoubtfulMatch, 'product'>> & { readonly product: Nullable<DoubtfulMatch['product']> };

const matchOf = ({ product, ...row }: Row): DoubtfulMatch => ({
  ...withoutNulls<Omit<DoubtfulMatch, 'product'>>(row),
  product: withoutNulls<DoubtfulMatch['product']>(product),
});

/**
 * Reads a page of them from the index, level by level, so that a page costs the same however many
 * there are.
 */
export const doubtfulMatches =
  (sql: Sql): MatchReview['doubtful'] =>
  async ({ confidences, after, limit }, options) => {
    const rows = await run(
      sql<Row[]>`
        select doubt.id as "offerId", doubt.matched_at as "matchedAt", supplier_id as "supplierId",
          supplier_sku as "supplierSku", doubt.manufacturer, doubt.mpn, doubt.description,
          match_confidence as confidence, match_strategy as strategy, match_rule as rule, match_evidence as evidence,
          json_build_object('id', product.id, 'manufacturer', product.manufacturer, 'mpn', product.mpn,
            'description', product.description) as product
        from unnest(${confidences}::text[]) as level
        cross join lateral (
          select * from offer
          where match_confidence = level and match_confidence in ('weak', 'probable') and matched_at is not null
            and (${after?.matchedAt ?? null}::timestamptz is null
              or (matched_at, id) < (${after?.matchedAt ?? null}, ${after?.offerId ?? ''}))
          order by matched_at desc, id desc limit ${limit}
        ) as doubt
        join product on product.id = doubt.product_id
        order by doubt.matched_at desc, doubt.id desc limit ${limit}`,
      options,
    );
    return rows.map(matchOf);
  };
