import { Failure, notFound } from '../../domain/errors.ts';
import type { PackageAttrition } from '../../domain/estimate/attrition.ts';
import type { PackageAttritions } from '../../domain/estimate/ports.ts';
import { audited, withAuditRecord } from '../audit/with-audit-record.ts';
import { run, type Sql } from '../pool/pool.ts';
import { beginPricingChange } from '../pricing/pricing-revision.ts';

/** Packages of which something is said, at most: they are read for each basket. */
const maxPackages = 500;

/** Creates the store. */
export const createPackageAttritions = (sql: Sql): PackageAttritions => ({
  all: async (options) => [
    ...(await run(
      sql<
        PackageAttrition[]
      >`select package, percent::float8 as percent, pieces from package_attrition order by package`,
      options,
    )),
  ],

  put: ({ package: key, percent, pieces }, { context }) =>
    withAuditRecord(sql, audited('package_attrition', key, context), async (transaction) => {
      await beginPricingChange(transaction);
      await transaction`
        insert into package_attrition (package, percent, pieces) values (${key}, ${percent}, ${pieces})
        on conflict (package) do update set percent = excluded.percent, pieces = excluded.pieces`;
      const [row] = await transaction<{ count: number }[]>`select count(*)::int as count from package_attrition`;
      if ((row?.count ?? 0) > maxPackages)
        throw new Failure('failed_precondition', `there is a default for ${maxPackages} packages already`);
    }),

  remove: (key, { context }) =>
    withAuditRecord(sql, audited('package_attrition', key, context), async (transaction) => {
      await beginPricingChange(transaction);
      const { count } = await transaction`delete from package_attrition where package = ${key}`;
      if (count === 0) throw notFound('package', key);
    }),
});
