-- Human verdicts on matches, and runs that decide offers again.

alter table offer
  -- How often a human has said something of its match: a decision that was made before the last time is void.
  add column verdicts int not null default 0,
  -- Numbers of products that would change the decision; null where none would. See domain/matching/blocking.ts.
  add column blocking_keys text[];

-- Without a list of pending entries, which every one of the thousands of look-ups for new products would read.
create index offer_blocking on offer using gin (blocking_keys) with (fastupdate = off) where blocking_keys is not null;

-- An offer without a part number can be found by what its description says.
drop index offer_backlog;
create index offer_backlog on offer (created_at, id) where matched_at is null and (mpn is not null or description is not null);

-- Decisions that a new product can change bear keys from now on: those of before are made again.
update offer set matched_at = null where matched_at is not null and match_confidence not in ('exact', 'strong');

-- What humans have said: kept apart from the offer, so that it outlives every decision.
create table match_verdict (
  offer_id   text not null references offer,
  product_id text not null references product,
  verdict    text not null check (verdict in ('confirm', 'reject')),
  note       text,
  given_by   text not null,
  given_at   timestamptz not null,
  primary key (offer_id, product_id)
);

-- An offer is one product.
create unique index match_verdict_confirmed on match_verdict (offer_id) where verdict = 'confirm';

-- A pass over offers that were decided before. Waiting, then started with a cursor, then finished.
create table rematch_run (
  id           bigint generated always as identity primary key,
  trigger      text not null check (trigger in ('periodic', 'profile_changed', 'new_canonical')),
  -- The key of the operator who asked for it; null when nobody did.
  requested_by text,
  requested_at timestamptz not null default now(),
  started_at   timestamptz,
  -- The last offer that is done.
  cursor       text,
  looked_at    int not null default 0,
  changed      int not null default 0,
  finished_at  timestamptz,
  check (finished_at is null or started_at is not null)
);

-- What is asked for twice before it has begun is done once.
create unique index rematch_run_waiting on rematch_run (trigger) where started_at is null;
create index rematch_run_unfinished on rematch_run (id) where finished_at is null;
create index rematch_run_latest on rematch_run (trigger, requested_at desc);

-- The process that works on runs, until when, by this server's clock.
create table rematch_lease (
  is_only    boolean primary key default true check (is_only),
  owner      text,
  expires_at timestamptz not null
);

insert into rematch_lease (expires_at) values (now());

-- Products, new or newly described, that offers decided earlier have not been compared with; those that a run has taken bear
-- its id.
create table product_newcomer (
  product_id text primary key,
  created_at timestamptz not null default clock_timestamp(),
  run_id     bigint references rematch_run
);

create index product_newcomer_waiting on product_newcomer (created_at) where run_id is null;
create index product_newcomer_of_run on product_newcomer (run_id) where run_id is not null;

-- The offers that a number of the run's products could matter to: one look into the index for each number, planned with the
-- number known, because without it the planner would rather read every offer. An offer may be named twice.
create function offers_of_newcomers(of_run bigint) returns setof text
language plpgsql stable
set enable_seqscan = off
set plan_cache_mode = force_custom_plan
as $$
declare
  number text;
begin
  for number in
    select distinct unnest(array[mpn_key::text, mpn_compact::text])
    from product_newcomer join product on product.id = product_id where run_id = of_run
  loop
    return query select id from offer where blocking_keys @> array[number];
  end loop;
end $$;

create function note_new_products() returns trigger
language plpgsql as $$
begin
  insert into product_newcomer (product_id) select id from created
  on conflict (product_id) do update set run_id = null, created_at = excluded.created_at;
  return null;
end $$;

create trigger product_newcomers after insert on product
  referencing new table as created for each statement execute function note_new_products();

-- A product of which another description is known may score otherwise.
create function note_redescribed_products() returns trigger
language plpgsql as $$
begin
  insert into product_newcomer (product_id)
  select id from after join before using (id) where after.description is distinct from before.description
  on conflict (product_id) do update set run_id = null, created_at = excluded.created_at;
  return null;
end $$;

create trigger product_redescribed after update on product
  referencing old table as before new table as after for each statement execute function note_redescribed_products();

-- Another spelling of a maker may change what any offer is.
create function rematch_after_alias() returns trigger
language plpgsql as $$
begin
  if exists (select from changed) then
    insert into rematch_run (trigger) values ('profile_changed') on conflict (trigger) where started_at is null do nothing;
  end if;
  return null;
end $$;

create trigger manufacturer_alias_added after insert on manufacturer_alias
  referencing new table as changed for each statement execute function rematch_after_alias();
create trigger manufacturer_alias_moved after update on manufacturer_alias
  referencing new table as changed for each statement execute function rematch_after_alias();
create trigger manufacturer_alias_removed after delete on manufacturer_alias
  referencing old table as changed for each statement execute function rematch_after_alias();
