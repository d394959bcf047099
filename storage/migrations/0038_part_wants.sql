-- Parts that somebody wants to know of and that may have no product: by their maker's number, or by a supplier's order number.
-- See domain/wants/part-want.ts.
create table part_want (
  -- Follows from what is wanted, so that all who want the same share it.
  id          text primary key,
  mpn         text,
  supplier_id text references supplier,
  sku         text,
  -- When it was wanted last.
  wanted_at   timestamptz not null,
  check ((mpn is null) <> (sku is null) and (sku is null) = (supplier_id is null))
);

create index part_want_age on part_want (wanted_at);

-- What each credential is to be asked, or has answered.
create table part_want_lookup (
  credential_id  text not null references credential,
  want_id        text not null references part_want on delete cascade,
  urgency        smallint not null,
  -- Null: it is not in the queue.
  due_at         timestamptz,
  -- When the latest answered question went out; null: none was answered yet.
  asked_at       timestamptz,
  answer         text check (answer in ('found', 'not_carried', 'cannot_be_asked')),
  -- The request that wants it, until it has been asked for.
  correlation_id text,
  traceparent    text,
  primary key (credential_id, want_id),
  check ((asked_at is null) = (answer is null))
) with (fillfactor = 70);

create index part_want_queue on part_want_lookup (credential_id, urgency desc, due_at) where due_at is not null;
create index part_want_lookup_of on part_want_lookup (want_id);

-- Offers that answered a want: they make their product known, whatever their supplier.
create table part_want_offer (
  offer_id      text not null,
  want_id       text not null references part_want on delete cascade,
  credential_id text not null references credential,
  primary key (offer_id, want_id, credential_id)
);

create index part_want_offer_of on part_want_offer (want_id, credential_id);
