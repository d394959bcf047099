import { manufacturerKey } from '../../domain/catalog/identity.ts';
import type { Profiles } from '../../domain/identity/profile.ts';
import { ownNumbers, tokensOf } from '../../domain/matching/blocking.ts';
import type { MatchCandidate, MatchEvidence, MatchVerdict, PendingOffer } from '../../domain/matching/ports.ts';
import type { ReadOptions } from '../../domain/store-context.ts';
import { aliasedManufacturers } from '../catalog/manufacturers.ts';
import { productsByNumber, productsByToken } from '../catalog/products-by-key.ts';
import { profilesInForce } from '../catalog/profiles.ts';
import { arrayLiteral } from '../pool/array-literal.ts';
import { type Nullable, withoutNulls } from '../pool/nullable-row.ts';
import { type AnySql, run } from '../pool/pool.ts';

/** The columns of a verdict by the names that it has in the domain. */
const verdictColumns = `offer_id as "offerId", product_id as "productId", verdict, note, given_by as by, given_at as at`;

const distinct = (keys: readonly (string | undefined)[]): readonly string[] =>
  [...new Set(keys)].filter((key) => key !== undefined && key !== '') as string[];

const columns = `product.id as "productId", profile_id as "profileId", manufacturer_key as "manufacturerKey", manufacturer, mpn, mpn_key as "mpnKey", description`;

type Candidates = MatchEvidence['byNumber'];

const byKey = async (
  sql: AnySql,
  query: typeof productsByNumber<Nullable<MatchCandidate>>,
  keys: readonly string[],
  options: ReadOptions | undefined,
): Promise<Candidates> =>
  keys.length === 0
    ? new Map()
    : Map.groupBy(
        (await run(query(sql, columns, keys), options)).map(withoutNulls<MatchCandidate & { readonly key: string }>),
        ({ key }) => key,
      );

const verdictsOn = async (sql: AnySql, offerIds: readonly string[], options: ReadOptions | undefined) => {
  if (offerIds.length === 0) return [];
  const rows = await run(
    sql<Nullable<MatchVerdict>[]>`
      select ${sql.unsafe(verdictColumns)} from match_verdict where offer_id = any(${arrayLiteral(offerIds)}::text[])
      order by offer_id, product_id`,
    options,
  );
  return rows.map(withoutNulls<MatchVerdict>);
};

/**
 * Reads everything that decisions over these offers may look at: the profiles first, because their
 * suffix rules say which numbers to look for, and then the rest together.
 */
export const readEvidence = async (
  sql: AnySql,
  offers: readonly PendingOffer[],
  options?: ReadOptions & { readonly profiles?: Profiles },
): Promise<MatchEvidence> => {
  const profiles = options?.profiles ?? (await profilesInForce(sql, options));
  const [aliases, byNumber, byToken, verdicts] = await Promise.all([
    aliasedManufacturers(sql, distinct(offers.map(({ manufacturer }) => manufacturerKey(manufacturer ?? '')))),
    byKey(sql, productsByNumber, distinct(offers.flatMap((offer) => ownNumbers(offer, profiles))), options),
    byKey(sql, productsByToken, distinct(offers.flatMap(tokensOf)), options),
    verdictsOn(
      sql,
      offers.filter((offer) => offer.verdicts > 0).map(({ offerId }) => offerId),
      options,
    ),
  ]);
  return {
    aliases,
    byNumber,
    byToken,
    verdicts: Map.groupBy(verdicts, ({ offerId }) => offerId),
    profiles,
  };
};
