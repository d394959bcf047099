-- When parts that were confirmed had been seen, so that the past is as fresh as it was; and confirmations end with what they are of,
-- whichever version of the service overwrites it. See docs/adr/0013-unchanged-is-confirmed.md.

alter table offer_view
  -- When the view was confirmed since `known` was written, in that order, by the clock of the database. Null: never.
  add column confirmed_at timestamptz[],
  -- At which instant each of these had seen the price, and the stock; null where it had not.
  add column price_seen timestamptz[],
  add column stock_seen timestamptz[];

alter table observation_history
  -- The same of what was known until this row: the view's, as this row was written.
  add column confirmed_before timestamptz[],
  add column price_seen_before timestamptz[],
  add column stock_seen_before timestamptz[];

-- The version before writes `known` and `stated` and knows nothing of digests, which are then of something else. So who writes them
-- names the transaction, and what is written without is no longer confirmed.

alter table offer_view add column digested_in xid8;
alter table offer add column digested_in xid8;

create function forget_confirmations() returns trigger language plpgsql as $$
begin
  new.digests := null;
  new.confirmed := null;
  new.confirmed_at := null;
  new.price_seen := null;
  new.stock_seen := null;
  return new;
end $$;

create trigger offer_view_known_undigested before update of known on offer_view
  for each row when (new.digested_in is not distinct from old.digested_in)
  execute function forget_confirmations();

create function forget_description_digest() returns trigger language plpgsql as $$
begin
  new.description_digest := null;
  update offer_view set described_at = null where offer_id = new.id and described_at is not null;
  return new;
end $$;

create trigger offer_stated_undigested before update of stated on offer
  for each row when (new.digested_in is not distinct from old.digested_in)
  execute function forget_description_digest();
