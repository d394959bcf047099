-- What changes of offers, for processes that keep them in memory: each asks now and then which have changed, instead of asking of
-- each whether it has.

-- One row for each offer or credential that a transaction may have changed, in no order; the same one may come more than once.
-- Rows are deleted when everybody who follows has seen them, see storage/kept-offer-store.ts.
create table offer_change (
  -- The transaction: the change counts from its commit on. Transactions do not commit in the order of their numbers.
  xid           xid8 not null default pg_current_xact_id(),
  offer_id      text,
  credential_id text,
  check (num_nonnulls(offer_id, credential_id) = 1)
);

create index offer_change_xid on offer_change (xid);

-- An offer that is new is kept by nobody, so nobody needs to hear of it; a new view of it is a change.

create function note_changed_offers() returns trigger language plpgsql as $$
begin
  insert into offer_change (offer_id) select id from changed;
  return null;
end $$;

create trigger offer_updated after update on offer
  referencing new table as changed for each statement execute function note_changed_offers();
create trigger offer_deleted after delete on offer
  referencing old table as changed for each statement execute function note_changed_offers();

create function note_changed_views() returns trigger language plpgsql as $$
begin
  insert into offer_change (offer_id) select offer_id from changed;
  return null;
end $$;

create trigger offer_view_inserted after insert on offer_view
  referencing new table as changed for each statement execute function note_changed_views();
create trigger offer_view_updated after update on offer_view
  referencing new table as changed for each statement execute function note_changed_views();
create trigger offer_view_deleted after delete on offer_view
  referencing old table as changed for each statement execute function note_changed_views();

create function note_changed_products() returns trigger language plpgsql as $$
begin
  insert into offer_change (offer_id) select offer.id from changed join offer on offer.product_id = changed.id;
  return null;
end $$;

-- A product that is deleted has no offers.
create trigger product_updated after update on product
  referencing new table as changed for each statement execute function note_changed_products();

create function note_changed_lookups() returns trigger language plpgsql as $$
begin
  insert into offer_change (offer_id)
  select offer.id
  from changed
  join credential on credential.id = changed.credential_id
  join offer on offer.product_id = changed.product_id and offer.supplier_id = credential.supplier_id;
  return null;
end $$;

create trigger lookup_inserted after insert on lookup
  referencing new table as changed for each statement execute function note_changed_lookups();
create trigger lookup_updated after update on lookup
  referencing new table as changed for each statement execute function note_changed_lookups();
create trigger lookup_deleted after delete on lookup
  referencing old table as changed for each statement execute function note_changed_lookups();

create function note_changed_credential() returns trigger language plpgsql as $$
begin
  insert into offer_change (credential_id) values (old.id);
  return null;
end $$;

-- Credentials are written for many reasons; these are the columns that answers speak of.
create trigger credential_updated after update on credential for each row
  when (
    (old.scope, old.owner_id, old.label, old.failing_since, old.health::text, old.disabled_at, old.next_tick_at,
      old.enrolled_at is null, old.top_queue_until, old.queue_until)
    is distinct from
    (new.scope, new.owner_id, new.label, new.failing_since, new.health::text, new.disabled_at, new.next_tick_at,
      new.enrolled_at is null, new.top_queue_until, new.queue_until)
  )
  execute function note_changed_credential();
