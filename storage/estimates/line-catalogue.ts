/**
 * Products as the resolver of lines looks for them: every method is one statement for a whole file,
 * and every key in it one look into an index (of the migration of line choices, and those of search
 * and identity).
 *
 * Database down: every method throws `Failure` of kind `unavailable`.
 */
import type postgres from 'postgres';
import type {
  CandidatesByKey,
  LineCatalogue,
  ProductCandidate,
  SkuProduct,
  Supply,
  WantedFigure,
} from '../../domain/estimate/resolve/ports.ts';
import { aliasedManufacturers } from '../catalog/manufacturers.ts';
import { productsByNumber, productsByToken } from '../catalog/products-by-key.ts';
import { profilesInForce } from '../catalog/profiles.ts';
import { arrayLiteral } from '../pool/array-literal.ts';
import { run, type Sql } from '../pool/pool.ts';
import { type CandidateRow, candidateColumns, storedCandidate } from './line-candidates.ts';

type KeyedRow = CandidateRow & { readonly key: string };

/** Products whose number goes on behind the asked one, of each at most. */
const longerAtMost = 8;

/**
 * Products that are read for the figures of one line, at most, by characteristics; of descriptions
 * three times as many.
 */
const figuredAtMost = 40;

/**
 * Descriptions are looked through where fewer than so many products are known by their
 * characteristics.
 */
const fewByCharacteristics = 10;

const keyed = (rows: readonly KeyedRow[]): CandidatesByKey =>
  new Map([...Map.groupBy(rows, ({ key }) => key)].map(([key, group]) => [key, group.map(storedCandidate)]));

const word = (text: string): string => `'${text.replace(/['\\]/g, '$&$&')}'`;

/**
 * Words of parts that have such figures and are none of the kinds that figures name: they would
 * fill the answer.
 */
const otherParts = ['thermistor', 'ntc', 'array', 'network', 'bead'];

/** The text of a query for any of the spellings together with all that must occur beside them. */
const wordsQuery = ({ spellings, chipSizes, dielectrics }: WantedFigure): string | undefined => {
  if (spellings.length === 0 || chipSizes.length === 0) return undefined;
  const any = (alternatives: readonly (readonly string[])[]): string =>
    `(${alternatives.map((words) => words.map(word).join(' & ')).join(' | ')})`;
  const besides = [chipSizes, dielectrics].filter((words) => words.length > 0);
  const all = [spellings, ...besides.map((words) => words.map((each) => [each]))].map(any);
  return [...all, ...otherParts.map((each) => `!${word(each)}`)].join(' & ');
};

/**
 * PostgreSQL has no arrays of arrays of different lengths: they travel as texts. Null where any
 * will do.
 */
const anyOf = (texts: readonly string[]): string | undefined => (texts.length === 0 ? undefined : arrayLiteral(texts));

// `offset 0` keeps each key a look into the index, also while the statistics of a catalogue that
// was just filled are missing.

const readsByKey = (sql: Sql): Pick<LineCatalogue, 'byNumber' | 'byToken' | 'byPrefix'> => {
  const byKey =
    (query: (keys: readonly string[]) => postgres.PendingQuery<KeyedRow[]>) =>
    async (keys: readonly string[]): Promise<CandidatesByKey> =>
      keys.length === 0 ? new Map() : keyed(await run(query(keys)));
  return {
    byNumber: byKey((keys) => productsByNumber<CandidateRow>(sql, candidateColumns, keys)),
    byToken: byKey((tokens) => productsByToken<CandidateRow>(sql, candidateColumns, tokens)),
    byPrefix: byKey(
      (compacts) => sql<KeyedRow[]>`
        select key, product.*
        from unnest(${arrayLiteral(compacts)}::text[]) as given (key),
          lateral products_by_beginning(given.key, ${longerAtMost}) with ordinality as met (id, place),
          lateral (select ${sql.unsafe(candidateColumns)} from product where id = met.id offset 0) product
        order by key, place`,
    ),
  };
};

const byOffer =
  (sql: Sql): LineCatalogue['byOffer'] =>
  async (offerIds, customerId) => {
    if (offerIds.length === 0) return new Map();
    const rows = await run(
      sql<(CandidateRow & { readonly offerId: string; readonly confidence: SkuProduct['confidence'] })[]>`
        select offer."offerId", offer.confidence, product.*
        from unnest(${arrayLiteral(offerIds)}::text[]) as given (id),
          lateral (
            select id as "offerId", match_confidence as confidence, product_id from offer
            where id = given.id and exists (
              select from offer_view join credential on credential.id = offer_view.credential_id
              where offer_view.offer_id = offer.id and (
                scope = 'system' or (scope = 'customer' and owner_id = ${customerId ?? null})
                or (scope = 'group' and owner_id in (
                  select group_id from group_member where customer_id = ${customerId ?? null}))))
            offset 0
          ) offer,
          lateral (select ${sql.unsafe(candidateColumns)} from product where id = offer.product_id offset 0) product
        where confidence <> 'unmatched'`,
    );
    return new Map(
      rows.map((row) => [
        row.offerId,
        { offerId: row.offerId, confidence: row.confidence, product: storedCandidate(row) },
      ]),
    );
  };

const byFigure =
  (sql: Sql): LineCatalogue['byFigure'] =>
  async (wanted) => {
    if (wanted.length === 0) return [];
    const rows = await run(
      sql<(CandidateRow & { readonly place: number })[]>`
        select place::int as place, ${sql.unsafe(candidateColumns)}
        from unnest(
          ${arrayLiteral(wanted.map(({ figure }) => figure))}::text[],
          ${arrayLiteral(wanted.map(({ value }) => value))}::float8[],
          ${arrayLiteral(wanted.map(({ chipSizes }) => anyOf(chipSizes)))}::text[],
          ${arrayLiteral(wanted.map(({ minVoltage }) => minVoltage))}::float8[],
          ${arrayLiteral(wanted.map(({ widestTolerance }) => widestTolerance))}::float8[],
          ${arrayLiteral(wanted.map(({ dielectrics }) => anyOf(dielectrics)))}::text[],
          ${arrayLiteral(wanted.map(wordsQuery))}::text[]
        ) with ordinality as given (figure, amount, sizes, volts, share, dielectrics, words, place),
        lateral products_by_figure(
          figure, amount, sizes::text[], row(volts, share, dielectrics::text[])::figure_limits,
          words::tsquery, ${fewByCharacteristics}, ${figuredAtMost}
        ) as product`,
    );
    const byPlace = Map.groupBy(rows, ({ place }) => place);
    return wanted.map((_, at): readonly ProductCandidate[] => [
      // A product may be found both ways.
      ...new Map((byPlace.get(at + 1) ?? []).map((row) => [row.productId, storedCandidate(row)])).values(),
    ]);
  };

const supply =
  (sql: Sql): LineCatalogue['supply'] =>
  async (productIds, customerId) => {
    if (productIds.length === 0) return new Map();
    const owners = ['system:', ...(customerId === undefined ? [] : [`customer:${customerId}`])];
    const rows = await run(
      sql<({ readonly id: string } & Supply)[]>`
        select given.id, known.*
        from unnest(${arrayLiteral(productIds)}::text[]) as given (id), lateral (
          select
            coalesce(bool_or(exists (
              select from json_array_elements(
                case when json_typeof(known -> 'stock') = 'array' then known -> 'stock' else '[]' end
              ) as place where (place ->> 1)::numeric > 0
            )), false) as "isInStock",
            coalesce(bool_or(json_typeof(known -> 'price') = 'object'), false) as "isPriced"
          from offer
          join offer_view on offer_view.offer_id = offer.id
          join credential on credential.id = offer_view.credential_id
          where offer.product_id = given.id
            and credential.scope || ':' || coalesce(credential.owner_id, '') = any(${arrayLiteral(owners)}::text[])
          having count(*) > 0
        ) known`,
    );
    return new Map(rows.map(({ id, isInStock, isPriced }) => [id, { isInStock, isPriced }]));
  };

/** Creates the catalogue on a migrated database. */
export const createLineCatalogue = (sql: Sql): LineCatalogue => ({
  profiles: () => profilesInForce(sql),

  suppliers: async () => [
    ...(await run(sql<{ id: string; name: string }[]>`select id, name from supplier order by id`)),
  ],

  manufacturers: (keys) => (keys.length === 0 ? Promise.resolve(new Map()) : aliasedManufacturers(sql, keys)),

  ...readsByKey(sql),
  byOffer: byOffer(sql),
  byFigure: byFigure(sql),
  supply: supply(sql),
});
