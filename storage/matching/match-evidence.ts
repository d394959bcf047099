import { manufacturerKey } from '../../domain/catalog/identity.ts';
import { ownNumbers, tokensOf } from '../../domain/matching/blocking.ts';
import type { MatchCandidate, MatchEvidence, MatchVerdict, PendingOffer } from '../../domain/matching/ports.ts';
import type { ReadOptions } from '../../domain/store-context.ts';
import { aliasedManufacturers } from '../catalog/manufacturers.ts';
import { profilesInForce } from '../catalog/profiles.ts';
import { arrayLiteral } from '../pool/array-literal.ts';
import { type AnySql, run } from '../pool/pool.ts';

interface CandidateRow extends Omit<MatchCandidate, 'description'> {
  readonly key: string;
  readonly description: string | null;
}

interface VerdictRow extends Omit<MatchVerdict, 'note'> {
  readonly note: string | null;
}

/** The columns of a verdict by the names that it has in the domain. */
const verdictColumns = `offer_id as "offerId", product_id as "productId", verdict, note, given_by as by, given_at as at`;

/** The verdict of a row. */
const storedVerdict = (row: VerdictRow): MatchVerdict => ({ ...row, note: row.note ?? undefined });

const distinct = (keys: readonly (string | undefined)[]): readonly string[] =>
  [...new Set(keys)].filter((key) => key !== undefined && key !== '') as string[];

const columns = `product.id as "productId", profile_id as "profileId", manufacturer_key as "manufacturerKey", manufacturer, mpn, mpn_key as "mpnKey", description`;

const byKey = (rows: readonly CandidateRow[]): ReadonlyMap<string, readonly MatchCandidate[]> =>
  Map.groupBy(
    rows.map(({ description, ...row }) => ({ ...row, description: description ?? undefined })),
    ({ key }) => key,
  );

// `offset 0` keeps each key a look into the index, also while the statistics of a catalogue that
// was just filled are missing.

const productsByNumber = async (sql: AnySql, keys: readonly string[], options: ReadOptions | undefined) =>
  keys.length === 0
    ? []
    : run(
        sql<CandidateRow[]>`
          select key, product.* from unnest(${arrayLiteral(keys)}::text[]) as given (key), lateral (
            select ${sql.unsafe(columns)} from product where mpn_key = given.key offset 0
          ) product`,
        options,
      );

const productsByToken = async (sql: AnySql, keys: readonly string[], options: ReadOptions | undefined) =>
  keys.length === 0
    ? []
    : run(
        sql<CandidateRow[]>`
          select key, product.* from unnest(${arrayLiteral(keys)}::text[]) as given (key), lateral (
            select ${sql.unsafe(columns)} from product
            where length(mpn_compact) = length(given.key) and mpn_compact = given.key collate "C"
            offset 0
          ) product`,
        options,
      );

const verdictsOn = async (sql: AnySql, offerIds: readonly string[], options: ReadOptions | undefined) => {
  if (offerIds.length === 0) return [];
  const rows = await run(
    sql<VerdictRow[]>`
      select ${sql.unsafe(verdictColumns)} from match_verdict where offer_id = any(${arrayLiteral(offerIds)}::text[])
      order by offer_id, product_id`,
    options,
  );
  return rows.map(storedVerdict);
};

/**
 * Reads everything that decisions over these offers may look at: the profiles first, because their
 * suffix rules say which numbers to look for, and then the rest together.
 */
export const readEvidence = async (
  sql: AnySql,
  offers: readonly PendingOffer[],
  options?: ReadOptions,
): Promise<MatchEvidence> => {
  const profiles = await profilesInForce(sql, options);
  const [aliases, byNumber, byToken, verdicts] = await Promise.all([
    aliasedManufacturers(sql, distinct(offers.map(({ manufacturer }) => manufacturerKey(manufacturer ?? '')))),
    productsByNumber(sql, distinct(offers.flatMap((offer) => ownNumbers(offer, profiles))), options),
    productsByToken(sql, distinct(offers.flatMap(tokensOf)), options),
    verdictsOn(
      sql,
      offers.filter((offer) => offer.verdicts > 0).map(({ offerId }) => offerId),
      options,
    ),
  ]);
  return {
    aliases,
    byNumber: byKey(byNumber),
    byToken: byKey(byToken),
    verdicts: Map.groupBy(verdicts, ({ offerId }) => offerId),
    profiles,
  };
};
