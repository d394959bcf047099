-- Watches: rules of customers over a product or an offer. A watch is looked at when something of what it watches may have changed,
-- and now and then. Each time its rule comes true leaves a numbered row, which readers of its events go on from.

create table watch (
  id             text        primary key,
  customer_id    text        not null references customer (id),
  -- For whom it is looked at: as the key or token that made it.
  key_id         text        not null,
  group_ids      text[]      not null,
  product_id     text,
  offer_id       text,
  quantity       int         not null,
  rule           jsonb       not null,
  -- What was seen last, and what it is compared with.
  state          jsonb       not null,
  created_at     timestamptz not null,
  -- The number of the latest notice; 0: none.
  latest         int         not null default 0,
  checked_at     timestamptz,
  due_at         timestamptz not null,
  -- What made it due, as far as that is known.
  correlation_id text,
  traceparent    text,
  owner          text,
  token          int         not null default 0,
  owned_until    timestamptz,
  check (num_nonnulls(product_id, offer_id) = 1)
);

create index watch_customer on watch (customer_id, created_at desc, id desc);
create index watch_product on watch (product_id) where product_id is not null;
create index watch_offer on watch (offer_id) where offer_id is not null;
create index watch_due on watch (due_at);

create table watch_notice (
  watch_id       text        not null references watch (id) on delete cascade,
  number         int         not null,
  customer_id    text        not null references customer (id),
  type           text        not null,
  data           jsonb       not null,
  occurred_at    timestamptz not null,
  correlation_id text        not null,
  primary key (watch_id, number)
);

create index watch_notice_age on watch_notice (occurred_at);
create index watch_notice_customer on watch_notice (customer_id);

-- Offers that may have changed and that somebody watches, by themselves or by their product. Nothing is locked by writing them.
create table watched_change (
  position bigint not null primary key generated always as identity,
  offer_id text   not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);

create function note_watched_changes() returns trigger
language plpgsql security definer as $$
begin
  if exists (select from watch) then
    insert into watched_change (offer_id)
    select distinct changed.offer_id from changed
    where exists (select from watch where watch.offer_id = changed.offer_id)
      or exists (select from offer join watch on watch.product_id = offer.product_id where offer.id = changed.offer_id);
  end if;
  return null;
end $$;

do $$
begin
  execute format('alter function note_watched_changes() set search_path = %I, pg_temp', current_schema());
end $$;

create trigger offer_change_noted_for_watches after insert on offer_change
  referencing new table as changed for each statement execute function note_watched_changes();

alter table watch enable row level security;
create policy background on watch using (current_user <> 'offerstream_request');
create policy tenant on watch to offerstream_request
  using (customer_id = current_setting('offerstream.customer', true));

alter table watch_notice enable row level security;
create policy background on watch_notice using (current_user <> 'offerstream_request');
create policy tenant on watch_notice to offerstream_request
  using (customer_id = current_setting('offerstream.customer', true));

grant select, insert, delete on watch to offerstream_request;
grant select on watch_notice to offerstream_request;
