import type { Sql } from '../../../storage/pool/pool.ts';
import type { Service } from '../../support/service.ts';
import { headers } from './replica.ts';

/** How an estimate has ended, and the versions that its events tell of, in their order. */
export interface EndedEstimate {
  readonly id: string;
  readonly status: string;
  readonly versions: readonly number[];
}

/** Asks a process for an estimate of so many parts that are known. Throws what it answers else. */
export const askForEstimate = async ({ httpUrl }: Service, sql: Sql, lines: number): Promise<string> => {
  const parts = await sql<{ mpn: string }[]>`select mpn from product order by id limit ${lines}`;
  const body = JSON.stringify({ lines: parts.map(({ mpn }) => ({ raw_text: `10x ${mpn}` })) });
  const answer = await fetch(`${httpUrl}/v1/estimates`, { method: 'POST', headers, body });
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
  return ((await answer.json()) as { id: string }).id;
};

/** The estimates that have come to an end so far. */
export const endedEstimates = async (sql: Sql, ids: readonly string[]): Promise<readonly EndedEstimate[]> =>
  sql<{ id: string; status: string; versions: number[] }[]>`
    select id, status, array(
      select (data ->> 'version')::int from event
      where aggregate_type = 'estimate' and aggregate_id = estimate.id and data ->> 'version' is not null
      order by position) as versions
    from estimate where id = any(${ids as string[]}) and status in ('ready', 'error') order by id`;
