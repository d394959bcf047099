-- What operators do, each record with the hash of the one before, and the erasure of customers.

create table audit_record (
  -- Without gaps; 1 is the first that was ever written.
  position      bigint primary key,
  recorded_at   timestamptz not null,
  -- key:ID, jwt:SUBJECT, tool:NAME, service or anonymous.
  actor         text not null,
  -- Of the actor.
  customer_id   text,
  -- The address of the peer, or user@machine of a tool.
  origin        text,
  request_id    text,
  operation     text not null,
  target_kind   text,
  target_id     text,
  outcome       text not null check (outcome in ('done', 'refused', 'failed')),
  -- Why it was refused or failed.
  reason        text,
  -- JSON, kept to the letter because it is hashed.
  before        text,
  after         text,
  previous_hash bytea not null,
  hash          bytea not null
);

create index audit_record_time on audit_record (recorded_at);
create index audit_record_actor on audit_record (actor, position);
create index audit_record_target on audit_record (target_id, position);

-- A field as it is hashed: its length in bytes and the bytes, or `-` for one that is absent. See domain/audit/chain.ts.
create function audit_field(value text) returns text
  language sql immutable parallel safe
  return coalesce(octet_length(value) || ':' || value, '-') || ',';

create function audit_time(value timestamptz) returns text
  language sql stable parallel safe
  return to_char(value at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"');

-- Writes one record behind the last. The lock is held to the end of the transaction, so this comes last in it.
create function append_audit(
  by_actor text, of_customer text, from_origin text, of_request text, did text, on_kind text, on_id text,
  with_outcome text, for_reason text, was text, became text
) returns bigint
language plpgsql as $$
declare
  place    bigint;
  previous bytea;
  at       timestamptz;
begin
  perform pg_advisory_xact_lock(7200133);
  -- A statement of its own, so that it sees what was committed while the lock was waited for.
  select position + 1, hash into place, previous from audit_record order by position desc limit 1;
  place := coalesce(place, 1);
  previous := coalesce(previous, decode(repeat('00', 32), 'hex'));
  at := clock_timestamp();
  insert into audit_record values (
    place, at, by_actor, of_customer, from_origin, of_request, did, on_kind, on_id, with_outcome, for_reason, was, became,
    previous,
    sha256(convert_to(
      audit_field(encode(previous, 'hex')) || audit_field(place::text) || audit_field(audit_time(at))
        || audit_field(by_actor) || audit_field(of_customer) || audit_field(from_origin) || audit_field(of_request)
        || audit_field(did) || audit_field(on_kind) || audit_field(on_id) || audit_field(with_outcome)
        || audit_field(for_reason) || audit_field(was) || audit_field(became),
      'UTF8'
    ))
  );
  return place;
end $$;

-- Records are written once. Only `cut_audit` takes any away.
create function keep_audit() returns trigger
language plpgsql as $$
begin
  if tg_op = 'DELETE' and current_setting('offerstream.cuts_audit', true) = 'on' then
    return old;
  end if;
  raise exception 'audit records are neither changed nor deleted' using errcode = 'insufficient_privilege';
end $$;

create trigger audit_record_kept before update or delete on audit_record
  for each row execute function keep_audit();
create trigger audit_record_not_emptied before truncate on audit_record
  for each statement execute function keep_audit();

-- Takes away the oldest records, those from before an instant, so many at most, and says so in a record that keeps the hash of
-- the last of them: what is left can still be verified. Runs as the owner of the table, so that the service needs no right to
-- delete. Returns how many went.
create function cut_audit(before_time timestamptz, at_most int) returns bigint
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  oldest  bigint;
  through bigint;
  anchor  bytea;
begin
  perform pg_advisory_xact_lock(7200133);
  select min(position) into oldest from audit_record;
  -- The first that is young enough stays, and all behind it, whatever their times are.
  select coalesce(
    (select min(position) - 1 from audit_record where recorded_at >= before_time),
    (select max(position) from audit_record)
  ) into through;
  through := least(through, oldest + at_most - 1);
  if through is null or through < oldest then
    return 0;
  end if;
  select hash into anchor from audit_record where position = through;
  perform append_audit(
    'service', null, null, null, 'audit.cut', 'audit', through::text, 'done', null, null,
    json_build_object('through', through::text, 'hash', encode(anchor, 'hex'))::text
  );
  perform set_config('offerstream.cuts_audit', 'on', true);
  delete from audit_record where position <= through;
  perform set_config('offerstream.cuts_audit', 'off', true);
  return through - oldest + 1;
end $$;

-- Erasures of customers: what was erased so far, added to with every step, so that one that was cut off goes on.
create table customer_erasure (
  id           bigint generated always as identity primary key,
  customer_id  text not null,
  -- When the customer was created.
  known_since  timestamptz not null,
  requested_by text not null,
  requested_at timestamptz not null default now(),
  -- Null: it was begun and has not come to its end.
  finished_at  timestamptz,
  -- By table, how many rows.
  erased       json not null default '{}'
);

create index customer_erasure_customer on customer_erasure (customer_id, id desc);

create unique index customer_erasure_unfinished on customer_erasure (customer_id) where finished_at is null;
