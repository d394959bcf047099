/**
 * Candidates for alternates, by the database function of migration 44.
 *
 * Database down: throws `Failure` of kind `unavailable`.
 */
import type { AlternateCandidates } from '../../domain/alternates/ports.ts';
import type { Product } from '../../domain/catalog/catalog.ts';
import { arrayLiteral } from '../pool/array-literal.ts';
import { withoutNulls } from '../pool/nullable-row.ts';
import { run, type Sql } from '../pool/pool.ts';
import { type ProductRow, productColumns } from './product-row.ts';

/** Creates the port on a migrated database. */
export const createAlternateCandidates = (sql: Sql): AlternateCandidates => ({
  candidates: async ({ profileId, figure, piece, phrases }, limit, options) => {
    const { name = null, value = null, size, minVoltage = null, widestTolerance = null } = figure ?? {};
    const rows = await run(
      sql<(ProductRow & { readonly ways: readonly number[] })[]>`
        select ${sql.unsafe(productColumns)}, ways from (
          select found_id, array_agg(way) as ways from alternate_candidates(
            ${profileId}, ${name}::text, ${value}::float8, ${size === undefined ? null : arrayLiteral([size])}::text[],
            row(${minVoltage}::float8, ${widestTolerance}::float8, null::text[])::figure_limits,
            ${piece}, ${arrayLiteral(phrases)}::text[], ${limit + 1}
          ) group by found_id
        ) found join product on product.id = found_id`,
      options,
    );
    const ways = rows.flatMap((row) => row.ways);
    return {
      products: rows.map(({ ways: _, ...row }) => withoutNulls<Product>(row)),
      isCut: [1, 2, 3].some((way) => ways.filter((each) => each === way).length > limit),
    };
  },
});
