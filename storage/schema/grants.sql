-- What the roles of ops/roles.sql may do in this database. `npm run migrate` runs it after the
-- migrations, as the owner of the tables, where those roles exist; it may be run again and again.
-- The schema is the first of the search path.
--
-- offerstream_service reads and writes rows. It makes, changes and drops no table, and what is
-- written once it does not change. offerstream_archiver is it, and may drop a month of events that
-- is in the archive.

do $$
declare
  here       constant text := current_schema();
  written_once regclass;
begin
  execute format('grant usage on schema %I to offerstream_service', here);
  execute format('grant select, insert, update, delete on all tables in schema %I to offerstream_service', here);
  execute format('grant usage, select on all sequences in schema %I to offerstream_service', here);

  -- Partitions that are made between two runs are written to by way of their tables.
  execute format('alter default privileges in schema %I grant select on tables to offerstream_service', here);

  revoke insert, update, delete on schema_migration from offerstream_service;
  for written_once in
    select 'event'::regclass
    union all select inhrelid::regclass from pg_inherits where inhparent = 'event'::regclass
    union all select to_regclass('audit_record') where to_regclass('audit_record') is not null
  loop
    execute format('revoke update, delete on %s from offerstream_service', written_once);
  end loop;

  grant execute on function ensure_month_partitions(regclass, int) to offerstream_service;
  grant execute on function drop_event_month(text, int) to offerstream_archiver;
end $$;
