-- What the service does to tables themselves is done by functions that run as the owner of the tables, so that the role that the
-- service runs as needs no more than rows. Who may call them stands in storage/grants.sql.

-- As before, with a bound: whoever may call it need not be able to fill the database with tables.
create or replace function ensure_month_partitions(parent regclass, months_ahead int) returns void
language plpgsql security definer as $$
declare
  this_month timestamp := date_trunc('month', now() at time zone 'UTC');
  month      timestamp;
  partition  text;
begin
  if months_ahead not between 0 and 24 then
    raise exception 'partitions are made for 24 months ahead at most, not for %', months_ahead;
  end if;
  perform pg_advisory_xact_lock(7200102);
  for offset_months in 0 .. months_ahead loop
    month := this_month + make_interval(months => offset_months);
    partition := (select relname from pg_class where oid = parent) || to_char(month, '_YYYY_MM');
    if to_regclass(quote_ident(partition)) is null then
      execute format(
        'create table %I partition of %s for values from (%L) to (%L)',
        partition, parent, month at time zone 'UTC', (month + interval '1 month') at time zone 'UTC');
    end if;
  end loop;
end $$;

-- Drops a month of events that is known to be in the archive. It takes no writes from before it is counted again; appends to other
-- months wait for the moment of detaching only. Whoever wants to append queues up behind it, so it does not wait for long.
create function drop_event_month(month_partition text, known_events int) returns void
language plpgsql security definer set lock_timeout = '2s' as $$
declare
  found   regclass;
  counted int;
begin
  select inhrelid into found
  from pg_inherits join pg_class on pg_class.oid = inhrelid
  where inhparent = 'event'::regclass and relname = month_partition;
  if found is null then
    raise exception '% is no month of events', month_partition;
  end if;
  execute format('lock table %s in share mode', found);
  execute format('select count(*) from %s', found) into counted;
  if counted <> known_events then
    raise exception '% has changed meanwhile', month_partition;
  end if;
  execute format('alter table event detach partition %s', found);
  execute format('drop table %s', found);
end $$;

do $$
declare
  guarded regprocedure;
begin
  foreach guarded in array array['ensure_month_partitions(regclass, int)', 'drop_event_month(text, int)']::regprocedure[] loop
    -- Names in them mean tables of this schema, whatever whoever calls them has put before it.
    execute format('alter function %s set search_path = %I, pg_temp', guarded, current_schema());
    execute format('revoke execute on function %s from public', guarded);
  end loop;
end $$;
