/**
 * Import duties. A change counts as one of pricing, so that books follow it and changes wait for
 * each other: of two that are in each other's way the later is refused.
 *
 * Database down: every method throws `Failure` of kind `unavailable`.
 */
import { Failure, notFound } from '../../domain/errors.ts';
import { type DutyRate, isInTheWay, maxDutyRates } from '../../domain/pricing/duties/duty-rate.ts';
import type { DutyRateStore } from '../../domain/pricing/ports.ts';
import { audited, withAuditRecord } from '../audit/with-audit-record.ts';
import { type Nullable, withoutNulls } from '../pool/nullable-row.ts';
import { type AnySql, run, type Sql } from '../pool/pool.ts';
import { beginPricingChange } from './pricing-revision.ts';

type Row = Nullable<DutyRate>;

const rateOf = withoutNulls<DutyRate>;

const columns = (sql: AnySql) => sql`
  id, version, destination, hts_prefix as "htsPrefix", origin, trim_scale(rate)::text as rate,
  valid_from as "validFrom", valid_until as "validUntil"`;

/** Creates the store. */
export const createDutyRateStore = (sql: Sql): DutyRateStore => ({
  all: async (options) =>
    (await run(sql<Row[]>`select ${columns(sql)} from duty_rate order by id`, options)).map(rateOf),

  page: async (afterId, limit, options) => {
    const rows = sql<Row[]>`
      select ${columns(sql)} from duty_rate where id > ${afterId ?? ''} order by id limit ${limit}`;
    return (await run(rows, options)).map(rateOf);
  },

  rate: async (id, options) => {
    const [row] = await run(sql<Row[]>`select ${columns(sql)} from duty_rate where id = ${id}`, options);
    return row && rateOf(row);
  },

  put: (draft, { context }) =>
    withAuditRecord(sql, audited('duty_rate', draft.id, context), async (transaction) => {
      await beginPricingChange(transaction);
      const { id, destination, htsPrefix, origin = null, rate, validFrom = null, validUntil = null } = draft;
      const others = await transaction<Row[]>`
        select ${columns(transaction)} from duty_rate
        where id <> ${id} and destination = ${destination} and hts_prefix = ${htsPrefix} order by id`;
      const other = others.map(rateOf).find((each) => isInTheWay(each, draft));
      if (other !== undefined)
        throw new Failure('conflict', `duty rate ${JSON.stringify(other.id)} is for the same goods at the same time`);
      const [row] = await transaction<Row[]>`
        insert into duty_rate as kept (id, version, destination, hts_prefix, origin, rate, valid_from, valid_until)
        values (${id}, 1, ${destination}, ${htsPrefix}, ${origin}, ${rate}, ${validFrom}, ${validUntil})
        on conflict (id) do update set version = kept.version + 1, destination = excluded.destination,
          hts_prefix = excluded.hts_prefix, origin = excluded.origin, rate = excluded.rate,
          valid_from = excluded.valid_from, valid_until = excluded.valid_until
        returning ${columns(transaction)}`;
      const [held] = await transaction<{ count: number }[]>`select count(*)::int as count from duty_rate`;
      if ((held?.count ?? 0) > maxDutyRates)
        throw new Failure('failed_precondition', `there are ${maxDutyRates} duty rates already`);
      if (row === undefined) throw new Error('a duty rate was not stored');
      return rateOf(row);
    }),

  remove: (id, { context }) =>
    withAuditRecord(sql, audited('duty_rate', id, context), async (transaction) => {
      await beginPricingChange(transaction);
      const { count } = await transaction`delete from duty_rate where id = ${id}`;
      if (count === 0) throw notFound('duty rate', id);
    }),
});
