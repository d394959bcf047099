-- The event store and its outbox.

-- Makes the monthly partitions of a table that is partitioned by range of a timestamptz, from this month (UTC) on. One process
-- at a time; partitions that exist stay as they are.
create function ensure_month_partitions(parent regclass, months_ahead int) returns void
language plpgsql as $$
declare
  this_month timestamp := date_trunc('month', now() at time zone 'UTC');
  month      timestamp;
  partition  text;
begin
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

-- The version of every aggregate. Whoever appends locks the aggregate's row here first and draws positions after, so that
-- within one aggregate positions grow with versions, whatever the order in which transactions commit.
create table event_stream (
  aggregate_type text not null,
  aggregate_id   text not null,
  version        int  not null,
  primary key (aggregate_type, aggregate_id)
) with (fillfactor = 80); -- room for the next version on the same page: no index entry changes

create sequence event_position as bigint cache 1;

create table event (
  position       bigint      not null default nextval('event_position'),
  aggregate_type text        not null,
  aggregate_id   text        not null,
  version        int         not null,
  type           text        not null,
  data           jsonb       not null,
  correlation_id text        not null,
  traceparent    text,
  recorded_at    timestamptz not null default now(),
  primary key (aggregate_type, aggregate_id, version, recorded_at)
) partition by range (recorded_at);

select ensure_month_partitions('event', 3);

-- Events that are not published yet, by key into `event`; a published row is deleted. A row that failed waits until
-- `retry_at`, and its aggregate with it; one that is parked waits for an operator and holds back nothing.
create table outbox (
  position       bigint      primary key,
  aggregate_type text        not null,
  aggregate_id   text        not null,
  version        int         not null,
  enqueued_at    timestamptz not null, -- equals recorded_at of the event, which is part of its key
  attempts       int         not null default 0,
  last_error     text,
  retry_at       timestamptz,
  parked_at      timestamptz
) with (
  -- The table is a queue: nearly every row dies young, so it is vacuumed by count and not by its share of a tiny table.
  autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000, autovacuum_vacuum_insert_scale_factor = 0.5
);

create index outbox_waiting on outbox (retry_at) where retry_at is not null;
create index outbox_parked on outbox (position) where parked_at is not null;

-- Appends events to one aggregate and puts them into the outbox. `expected` is the version that the aggregate must have, 0 for
-- one that must not exist, null for any. Returns the version after the last event; raises ES409 when the version is another.
create function append_to_stream(
  of_type text, of_id text, expected int, types text[], datas text[], correlation text, trace text
) returns int
language plpgsql as $$
declare
  total  int := cardinality(types);
  latest int;
begin
  insert into event_stream as stream values (of_type, of_id, total)
  on conflict (aggregate_type, aggregate_id) do update set version = stream.version + total
  returning version into latest;
  if expected <> latest - total then
    raise exception '% % is at version %, expected %', of_type, of_id, latest - total, expected using errcode = 'ES409';
  end if;
  with appended as (
    insert into event (aggregate_type, aggregate_id, version, type, data, correlation_id, traceparent)
    select of_type, of_id, latest - total + place, event_type, event_data::jsonb, correlation, trace
    from unnest(types, datas) with ordinality as given (event_type, event_data, place)
    order by place
    returning position, version, recorded_at
  )
  insert into outbox (position, aggregate_type, aggregate_id, version, enqueued_at)
  select position, of_type, of_id, version, recorded_at from appended;
  return latest;
end $$;

-- The same for many events of many aggregates; the arrays run in parallel, one element an event, and events of one aggregate
-- get consecutive versions in the order given. Aggregates are locked in the order of their keys, so that two calls never wait
-- for each other in a circle. Returns each event's version in the order given.
create function append_to_streams(
  of_types text[], of_ids text[], expecteds int[], types text[], datas text[], correlation text, trace text
) returns int[]
language plpgsql as $$
declare
  versions int[];
  refused  text;
begin
  with given as materialized (
    select *, row_number() over (partition by of_type, of_id order by place)::int as turn
    from unnest(of_types, of_ids, expecteds, types, datas)
      with ordinality as given (of_type, of_id, expected, event_type, event_data, place)
  ), stream as (
    insert into event_stream as stream
    select of_type, of_id, max(turn) from given group by of_type, of_id order by of_type, of_id
    on conflict (aggregate_type, aggregate_id) do update set version = stream.version + excluded.version
    returning aggregate_type, aggregate_id, version
  ), numbered as materialized (
    select given.*, stream.version - max(turn) over (partition by of_type, of_id) + turn as version
    from given join stream on aggregate_type = of_type and aggregate_id = of_id
  ), appended as (
    insert into event (aggregate_type, aggregate_id, version, type, data, correlation_id, traceparent)
    select of_type, of_id, version, event_type, event_data::jsonb, correlation, trace from numbered order by place
    returning position, aggregate_type, aggregate_id, version, recorded_at
  ), enqueued as (
    insert into outbox (position, aggregate_type, aggregate_id, version, enqueued_at)
    select position, aggregate_type, aggregate_id, version, recorded_at from appended
  )
  select
    array_agg(version order by place),
    min(format('%s %s is at version %s, expected %s', of_type, of_id, version - 1, expected))
      filter (where expected <> version - 1)
  into versions, refused
  from numbered;
  if refused is not null then raise exception '%', refused using errcode = 'ES409'; end if;
  return versions;
end $$;
