import type { AnySql } from '../pool/pool.ts';

/**
 * For the `with` of a statement: `requester`, the customers who wait for a job, and `reach`, the
 * credentials that each of them sees through, by the rule of `domain/pricing/source-selection.ts`.
 */
export const reaches = (sql: AnySql, jobId: string) => sql`
  requester as (
    select customer_id from enrichment_requester where job_id = ${jobId} and is_waiting
  ), reach as materialized (
    select customer_id, credential.id as credential_id
    from requester join credential on scope = 'system'
      or (scope = 'customer' and owner_id = customer_id)
      or (scope = 'group' and owner_id in (
        select group_id from group_member where group_member.customer_id = requester.customer_id))
  )`;
