import type { DescribedOffer } from '../../domain/characteristics/offer-statements.ts';
import type { JobTarget } from '../../domain/enrichment/target.ts';
import type { CredentialScope } from '../../domain/offers/offer.ts';
import { isOfTarget } from '../jobs/target-offers.ts';
import { arrayLiteral } from '../pool/array-literal.ts';
import type { AnySql } from '../pool/pool.ts';
import { type StatementSource, withSources } from '../pool/statement-sources.ts';

/** A product as far as its characteristics are concerned. */
export interface ProductToDescribe {
  readonly id: string;
  readonly profileId: string;
  readonly manufacturer: string;
  readonly mpn: string;
  readonly characteristics: Readonly<Record<string, string>>;
  readonly observedAt: Date | null;
}

/** The ids of a target's products, as a query of one column `id`. */
export const productsOfTarget = (sql: AnySql, target: JobTarget) =>
  target.kind === 'product'
    ? sql`select id from product where id = ${target.productId}`
    : sql`select distinct product_id as id from offer where ${isOfTarget(sql, target)} and product_id is not null`;

/**
 * The target's next products in the order of ids; locked until the end of the transaction where
 * `isLocked`.
 */
export const nextProducts = (
  sql: AnySql,
  target: JobTarget,
  {
    after,
    limit,
    isLocked,
  }: { readonly after: string | undefined; readonly limit: number; readonly isLocked: boolean },
) => sql<ProductToDescribe[]>`
  select id, profile_id as "profileId", manufacturer, mpn, characteristics, observed_at as "observedAt"
  from product where id in (${productsOfTarget(sql, target)}) and id > ${after ?? ''}
  order by id limit ${limit} ${isLocked ? sql`for update` : sql``}`;

interface OfferRow {
  readonly id: string;
  readonly productId: string;
  readonly supplierId: string;
  readonly credentialScope: CredentialScope;
  readonly text: string | null;
  readonly attributes: Readonly<Record<string, string>>;
  /** Sources of other parts are among them, which is why only parts that are read count. */
  readonly stated: readonly StatementSource<'text' | 'attributes'>[];
}

/**
 * What the offers of the products say of them, by product. Left out are offers that no credential
 * sees, and those that are matched weakly: they may be about another product.
 */
export const describedOffers = async (
  sql: AnySql,
  productIds: readonly string[],
): Promise<ReadonlyMap<string, readonly DescribedOffer[]>> => {
  const rows = await sql<OfferRow[]>`
    select offer.id, offer.product_id as "productId", offer.supplier_id as "supplierId", seen.scope as "credentialScope",
      offer.description as text, offer.attributes, offer.stated
    from offer cross join lateral (
      select scope from offer_view join credential on credential.id = offer_view.credential_id
      where offer_view.offer_id = offer.id
      order by array_position(array['system', 'group', 'customer'], scope) limit 1
    ) as seen
    where offer.product_id = any(${arrayLiteral(productIds)}::text[]) and offer.match_confidence <> 'weak'
    order by offer.id`;
  const byProduct = new Map<string, DescribedOffer[]>();
  for (const row of rows) {
    const ofProduct = byProduct.get(row.productId) ?? [];
    ofProduct.push(describedOffer(row));
    byProduct.set(row.productId, ofProduct);
  }
  return byProduct;
};

const neverSaid = new Date(0);

const describedOffer = ({ id, supplierId, credentialScope, text, attributes, stated }: OfferRow): DescribedOffer => {
  const said = withSources({ text, attributes }, stated);
  return {
    id,
    supplierId,
    credentialScope,
    description: said.text?.value,
    describedAt: said.text?.at ?? neverSaid,
    attributes: said.attributes?.value ?? {},
    attributesAt: said.attributes?.at ?? neverSaid,
  };
};
