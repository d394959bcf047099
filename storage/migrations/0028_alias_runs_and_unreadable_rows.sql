-- A run after a change of the alias table looks at the offers that name one of the spellings, and at no others.

alter table rematch_run drop constraint rematch_run_trigger_check;
alter table rematch_run add constraint rematch_run_trigger_check
  check (trigger in ('periodic', 'profile_changed', 'alias_changed', 'new_canonical'));

-- The keys whose maker has changed, for the run that looks at offers of them.
create table changed_alias (
  run_id    bigint not null references rematch_run on delete cascade,
  alias_key text not null,
  primary key (run_id, alias_key)
);

-- How offers write the makers of these keys: found when the run begins. What comes later is decided with the table as it is.
create table rematch_spelling (
  run_id   bigint not null references rematch_run on delete cascade,
  spelling text not null,
  primary key (run_id, spelling)
);

-- Every spelling is a look into this index, and the offers of one stand in the order of a run's cursor. Names of makers are much
-- shorter; nothing bounds what a supplier writes there, and a row of an index has its limits.
create index offer_maker on offer (left(manufacturer, 200), id) where manufacturer is not null;

-- The row of the run is locked until the change is written, so that a run which begins meanwhile is not taken for the waiting one.
create or replace function rematch_after_alias() returns trigger
language plpgsql as $$
declare
  waiting bigint;
begin
  if exists (select from changed) then
    insert into rematch_run (trigger) values ('alias_changed')
    on conflict (trigger) where started_at is null do update set trigger = excluded.trigger
    returning id into waiting;
    insert into changed_alias (run_id, alias_key) select waiting, alias_key from changed on conflict do nothing;
  end if;
  return null;
end $$;

-- A product that went to another maker is another candidate, and may be lost to offers that are matched to it.
alter table product_newcomer add column has_moved boolean not null default false;

create or replace function note_redescribed_products() returns trigger
language plpgsql as $$
begin
  insert into product_newcomer (product_id, has_moved)
  select id, after.manufacturer_key is distinct from before.manufacturer_key
  from after join before using (id)
  where (after.description, after.manufacturer_key, after.manufacturer)
    is distinct from (before.description, before.manufacturer_key, before.manufacturer)
  on conflict (product_id) do update set
    run_id = null, created_at = excluded.created_at, has_moved = product_newcomer.has_moved or excluded.has_moved;
  return null;
end $$;

create or replace function offers_of_newcomers(of_run bigint) returns setof text
language plpgsql stable
set enable_seqscan = off
set plan_cache_mode = force_custom_plan
as $$
declare
  number text;
  moved text;
begin
  for number in
    select distinct unnest(array[mpn_key::text, mpn_compact::text])
    from product_newcomer join product on product.id = product_id where run_id = of_run
  loop
    return query select id from offer where blocking_keys @> array[number];
  end loop;
  for moved in select product_id from product_newcomer where run_id = of_run and has_moved
  loop
    return query select id from offer where product_id = moved;
  end loop;
end $$;

alter table ingestion_tick
  -- What could be read of the supplier's rows and what was left out, see domain/ingestion/row-tally.ts; null: nothing yet.
  add column rows json,
  -- What last went wrong with one of its pages; null: nothing.
  add column last_error json;
