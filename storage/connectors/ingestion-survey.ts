import type { CredentialUsage, IngestionSurvey, SupplierSurvey } from '../../domain/ingestion/ports.ts';
import { run, type Sql } from '../pool/pool.ts';

/**
 * How far the ingestion of each supplier is behind, from what is stored, so that every process sees
 * the same. Credentials that are disabled or have no secret are nobody's concern. A credential that
 * has never completed a tick is behind since its first began.
 */
export const createIngestionSurvey = (sql: Sql): IngestionSurvey => ({
  survey: (options) =>
    run(
      sql<SupplierSurvey[]>`
        select supplier.id as "supplierId",
          (
            select max(extract(epoch from clock_timestamp() - coalesce(
              (select finished_at from ingestion_tick as done
               where done.credential_id = credential.id and done.outcome = 'success'
               order by started_at desc limit 1),
              (select started_at from ingestion_tick as begun
               where begun.credential_id = credential.id order by started_at limit 1)
            )))::float8
            from credential
            where credential.supplier_id = supplier.id and disabled_at is null and secret is not null
          ) as "lagSeconds",
          (
            select count(*)::int from credential join lookup on lookup.credential_id = credential.id
            where credential.supplier_id = supplier.id and disabled_at is null and secret is not null
              and due_at <= clock_timestamp() and (is_top or urgency > 0)
          ) + (
            select count(*)::int from credential join part_want_lookup on part_want_lookup.credential_id = credential.id
            where credential.supplier_id = supplier.id and disabled_at is null and secret is not null
              and due_at <= clock_timestamp()
          ) as "waitingParts"
        from supplier where retired_at is null`,
      options,
    ),

  usage: (options) =>
    run(
      sql<CredentialUsage[]>`
        select credential.id as "credentialId",
          coalesce(max(usage_left(usage, usage_at, usage_window, epoch_ms())), 0) as used
        from credential left join rate_budget on split_part(key, ':', 3) = credential.id
        where disabled_at is null and secret is not null
        group by credential.id`,
      options,
    ),
});
