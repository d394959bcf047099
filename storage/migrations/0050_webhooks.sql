-- Webhooks: HTTPS endpoints of customers, and what they are told of changes.
--
-- Every event that a customer may be told of leaves a row in `webhook_cause` in the transaction of its change. One process at a
-- time takes these rows away and writes a delivery for each endpoint that wants the change. A delivery stays under one id whatever
-- the number of its attempts.

create table webhook_endpoint (
  id              text        primary key,
  customer_id     text        not null references customer (id),
  url             text        not null,
  description     text        not null default '',
  event_types     text[]      not null,
  -- Sealed for this row. It signs and is never sent.
  secret          text        not null,
  -- The one before the last rotation, which signs besides until `previous_until`.
  previous_secret text,
  previous_until  timestamptz,
  created_at      timestamptz not null,
  -- Null: in use.
  disabled_at     timestamptz,
  disabled_why    text        check (disabled_why in ('by_customer', 'by_operator', 'gone', 'backlog')),
  version         int         not null default 1,
  -- The lease of the process that delivers to it.
  owner           text,
  token           int         not null default 0,
  owned_until     timestamptz,
  check ((previous_secret is null) = (previous_until is null)),
  check ((disabled_at is null) = (disabled_why is null))
);

create index webhook_endpoint_customer on webhook_endpoint (customer_id, created_at desc, id desc);

create table webhook_cause (
  position       bigint      primary key,
  aggregate_type text        not null,
  aggregate_id   text        not null,
  version        int         not null,
  recorded_at    timestamptz not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);

create table webhook_delivery (
  endpoint_id    text        not null references webhook_endpoint (id) on delete cascade,
  -- The same in every attempt, and for every endpoint that is told of the change.
  id             text        not null,
  customer_id    text        not null references customer (id),
  -- The order in which changes of a subject are told.
  place          bigint      not null generated always as identity,
  type           text        not null,
  subject        text        not null,
  body           text        not null,
  correlation_id text        not null,
  traceparent    text,
  created_at     timestamptz not null,
  state          text        not null check (state in ('pending', 'delivered', 'dead')),
  -- Why it is dead.
  reason         text,
  -- No attempt begins later.
  deadline_at    timestamptz not null,
  -- When the next attempt is due; null while an earlier change of the subject is pending, and at the end.
  next_at        timestamptz,
  attempts       int         not null default 0,
  -- Of the attempts: those that failed since the change arose or was replayed.
  failures       int         not null default 0,
  -- The latest attempts, the last one at the end.
  attempt_log    jsonb       not null default '[]',
  settled_at     timestamptz,
  primary key (endpoint_id, id)
);

create index webhook_delivery_due on webhook_delivery (endpoint_id, next_at) where next_at is not null;
create index webhook_delivery_dead on webhook_delivery (endpoint_id, place) where state = 'dead';
create index webhook_delivery_pending on webhook_delivery (endpoint_id, subject, place) where state = 'pending';
create index webhook_delivery_page on webhook_delivery (endpoint_id, place desc);
create index webhook_delivery_settled on webhook_delivery (settled_at) where settled_at is not null;
create index webhook_delivery_customer on webhook_delivery (customer_id);

-- What happens while nobody has an endpoint is told to nobody.
create function note_webhook_causes() returns trigger
language plpgsql security definer as $$
begin
  if exists (select from webhook_endpoint where disabled_at is null) then
    insert into webhook_cause (position, aggregate_type, aggregate_id, version, recorded_at)
    select position, aggregate_type, aggregate_id, version, enqueued_at from appended
    where aggregate_type in ('estimate', 'enrichment_job');
  end if;
  return null;
end $$;

do $$
begin
  execute format('alter function note_webhook_causes() set search_path = %I, pg_temp', current_schema());
end $$;

create trigger outbox_noted_for_webhooks after insert on outbox
  referencing new table as appended for each statement execute function note_webhook_causes();

alter table webhook_endpoint enable row level security;
create policy background on webhook_endpoint using (current_user <> 'offerstream_request');
create policy tenant on webhook_endpoint to offerstream_request
  using (customer_id = current_setting('offerstream.customer', true));

alter table webhook_delivery enable row level security;
create policy background on webhook_delivery using (current_user <> 'offerstream_request');
create policy tenant on webhook_delivery to offerstream_request
  using (customer_id = current_setting('offerstream.customer', true));

-- A secret is written by requests, and read by those who sign alone.
grant select (id, customer_id, url, description, event_types, previous_until, created_at, disabled_at, disabled_why, version,
    token),
  insert, update, delete on webhook_endpoint to offerstream_request;
grant select, insert, update, delete on webhook_delivery to offerstream_request;
