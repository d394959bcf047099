import type { Cause } from '../../domain/store-context.ts';
import type { AnySql } from '../pool/pool.ts';

/**
 * The requests that began aggregates, by the id of each: what their first event was written for.
 * One whose first event has been archived has its own id as correlation id.
 */
export const causesOf = async (
  sql: AnySql,
  aggregateType: string,
  ids: readonly string[],
): Promise<(id: string) => Cause> => {
  const rows = await sql<{ id: string; correlationId: string; traceparent: string | null }[]>`
    select aggregate_id as id, correlation_id as "correlationId", traceparent from event
    where aggregate_type = ${aggregateType} and aggregate_id = any(${[...ids]}::text[]) and version = 1`;
  const causes = new Map(rows.map(({ id, ...cause }) => [id, cause]));
  return (id) => {
    const { correlationId = id, traceparent } = causes.get(id) ?? {};
    return { correlationId, traceparent: traceparent ?? undefined };
  };
};
