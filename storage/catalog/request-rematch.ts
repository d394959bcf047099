import type { RematchTrigger } from '../../domain/matching/rematch-ports.ts';
import { type AnySql, run } from '../pool/pool.ts';

/** Asks for a run over all offers; false when one of that trigger waits already. */
export const requestRematch = async (
  sql: AnySql,
  trigger: Exclude<RematchTrigger, 'new_canonical' | 'alias_changed'>,
  by: string | undefined,
): Promise<boolean> => {
  const { count } = await run(sql`
    insert into rematch_run (trigger, requested_by) values (${trigger}, ${by ?? null})
    on conflict (trigger) where started_at is null do nothing`);
  return count > 0;
};
