-- The message bus on PostgreSQL: streams, the position of each durable consumer, and what it was handed and has not settled.

-- A stream is the rows of its name in order of sequence. Sequences are given under an advisory lock that is held until the
-- commit, so that whoever sees a message sees all before it.
create table bus_message (
  stream       text        not null,
  sequence     bigint      generated always as identity,
  message_id   text        not null,
  subject      text        not null,
  headers      json        not null,
  payload      bytea       not null,
  published_at timestamptz not null default clock_timestamp(),
  primary key (stream, sequence)
);

-- Finds what was published under an id within the deduplication window. Not unique: after the window an id may come again.
create index bus_message_id on bus_message (stream, message_id);

create table bus_consumer (
  stream   text   not null,
  durable  text   not null,
  -- Everything up to here was handed over at least once, or is not for this consumer.
  position bigint not null default 0,
  -- The subjects that it reads; null for all.
  subjects text[],
  primary key (stream, durable)
);

-- Handed over and not settled: hidden until visible_at, then handed over again. Rows live for milliseconds, hence the vacuum
-- settings: by the number of dead rows and not by a share of a table that is nearly always empty.
create table bus_unsettled (
  stream     text        not null,
  durable    text        not null,
  sequence   bigint      not null,
  deliveries int         not null,
  visible_at timestamptz not null,
  primary key (stream, durable, sequence)
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 20000);

-- Stores messages in order, leaving out ids that came within the window, and wakes consumers of other processes. A function,
-- because its statements must see one after the other: the insert what was committed while the lock was waited for. Publishers
-- are serialised by the lock until they commit, so that order of sequence is order of commit.
create function bus_publish(
  streams text[], message_ids text[], subjects text[], all_headers text[], payloads bytea[],
  channel text, lock_key bigint, window_ms int
) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(lock_key);
  insert into bus_message (stream, message_id, subject, headers, payload)
  select incoming.stream, incoming.message_id, incoming.subject, incoming.headers::json, incoming.payload
  from unnest(streams, message_ids, subjects, all_headers, payloads)
    with ordinality as incoming (stream, message_id, subject, headers, payload, place)
  where not exists (
    select from bus_message earlier
    where earlier.stream = incoming.stream
      and earlier.message_id = incoming.message_id
      and earlier.published_at > clock_timestamp() - window_ms * interval '1 ms'
  )
  order by incoming.place;
  perform pg_notify(channel, stream) from unnest(streams) as stream group by stream;
end
$$;
