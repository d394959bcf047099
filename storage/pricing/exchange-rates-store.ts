/**
 * Exchange rates. A rate that is corrected gets a row beside the first one, so that what was known
 * at an instant stays known. It is recorded later than the one before even within a millisecond, or
 * once the clock was set back.
 *
 * Database down: every method throws `Failure` of kind `unavailable`; rates are written all or
 * none.
 */

import type { DailyRate } from '../../domain/pricing/exchange-rates.ts';
import type { ExchangeRateStore, RatesAdded } from '../../domain/pricing/ports.ts';
import type { WriteContext } from '../../domain/store-context.ts';
import { audited, withAuditRecord } from '../audit/with-audit-record.ts';
import { appendEvents, type OnWrite } from '../event-log/event-store.ts';
import { run, type Sql } from '../pool/pool.ts';
import { beginPricingChange } from './pricing-revision.ts';

/** The last one given of each currency and day. */
const distinct = (rates: readonly DailyRate[]): readonly DailyRate[] => [
  ...new Map(rates.map((rate) => [`${rate.currency} ${rate.day}`, rate])).values(),
];

const daysOf = (rates: readonly DailyRate[]): { firstDay: string; lastDay: string } => {
  const days = rates.map(({ day }) => day).sort();
  return { firstDay: days[0] ?? '', lastDay: days.at(-1) ?? '' };
};

const auditedRates = (given: readonly DailyRate[], context: WriteContext) =>
  audited('exchange_rates', Object.values(daysOf(given)).join('/'), context, (added: RatesAdded) => added);

/** Creates the store. */
export const createExchangeRateStore = (sql: Sql, options: { readonly onWrite?: OnWrite } = {}): ExchangeRateStore => ({
  rates: async ({ first, last }, at, readOptions) => {
    const rows = await run(
      sql<DailyRate[]>`
        select distinct on (currency, day) currency, day, trim_scale(rate)::text as rate from exchange_rate
        where day between ${first}::text::date and ${last}::text::date and (${at ?? null}::timestamptz is null or recorded_at <= ${at ?? null})
        order by currency, day, recorded_at desc`,
      readOptions,
    );
    return [...rows];
  },

  add: (given, { by, context }) =>
    withAuditRecord(sql, auditedRates(given, context), async (transaction) => {
      const rates = distinct(given);
      const recordedAt = await beginPricingChange(transaction);
      const inserted = await run(transaction`
        insert into exchange_rate (currency, day, recorded_at, rate)
        select given.currency, given.day, greatest(${recordedAt}, known.recorded_at + interval '1 millisecond'), given.rate
        from unnest(
          ${rates.map(({ currency }) => currency)}::text[], ${rates.map(({ day }) => day)}::text[]::date[],
          ${rates.map(({ rate }) => rate)}::text[]::numeric[]
        ) as given(currency, day, rate)
        left join lateral (
          select rate, recorded_at from exchange_rate as earlier
          where earlier.currency = given.currency and earlier.day = given.day order by recorded_at desc limit 1
        ) as known on true
        where given.rate is distinct from known.rate`);
      const added = inserted.count;
      if (added > 0) {
        const event = { type: 'exchange_rates.imported', ...daysOf(rates), rates: added, by } as const;
        await appendEvents(transaction, [event], context, options.onWrite);
      }
      return { added, unchanged: given.length - added };
    }),
});
