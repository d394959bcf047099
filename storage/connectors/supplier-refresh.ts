import { Failure } from '../../domain/errors.ts';
import type { Transaction } from '../pool/pool.ts';

/**
 * Notes that everything of a supplier is asked for now. Throws `exhausted`, with the time to wait,
 * when that was done within the cool-down, by any customer and in any process. By the server's
 * clock.
 */
export const noteSupplierRefresh = async (
  transaction: Transaction,
  supplierId: string,
  coolDownMs: number,
): Promise<void> => {
  const coolDown = transaction`${coolDownMs} * interval '1 ms'`;
  const noted = await transaction`
    insert into supplier_refresh as last (supplier_id, asked_at) values (${supplierId}, clock_timestamp())
    on conflict (supplier_id) do update set asked_at = excluded.asked_at
    where last.asked_at + ${coolDown} <= clock_timestamp()
    returning supplier_id`;
  if (noted.length > 0) return;
  const [last] = await transaction<{ agoMs: number }[]>`
    select extract(epoch from clock_timestamp() - asked_at)::float8 * 1000 as "agoMs"
    from supplier_refresh where supplier_id = ${supplierId}`;
  const agoMs = last?.agoMs ?? 0;
  const waitMs = Math.max(1_000, Math.ceil(coolDownMs - agoMs));
  const seconds = (ms: number): string => `${Math.ceil(ms / 1_000)} s`;
  throw new Failure(
    'exhausted',
    `a refresh of the whole supplier was asked for ${seconds(agoMs)} ago; ask again in ${seconds(waitMs)}, or for single offers`,
    { retryAfterMs: waitMs },
  );
};

/**
 * The jobs were cancelled: where one had not begun, no supplier was asked, and the next refresh
 * need not wait.
 */
export const forgetSupplierRefreshes = async (transaction: Transaction, jobIds: readonly string[]): Promise<void> => {
  await transaction`
    delete from supplier_refresh using enrichment_job as job
    where job.id = any(${[...jobIds]}::text[]) and job.started_at is null and job.type = 'refresh_observation'
      and supplier_refresh.supplier_id = job.target ->> 'supplier_id'`;
};
