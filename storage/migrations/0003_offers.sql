-- Suppliers, the credentials that look at them, the offers they make, and what each credential knows of each offer.

create table supplier (
  id              text primary key,
  name            text not null,
  -- Which plug-in speaks to it.
  plugin          text not null,
  base_url        text not null,
  creates_products boolean not null,
  -- The route of its offers; a party that is the supplier itself is null.
  api_provider    text,
  sales_agent     text,
  distributor     text
);

create table credential (
  id            text primary key,
  supplier_id   text not null references supplier,
  scope         text not null check (scope in ('customer', 'group', 'system')),
  owner_id      text,
  label         text not null,
  -- Sealed, see storage/sealing.ts.
  secret        text not null,
  failing_since timestamptz,
  -- When it will look next; null while nothing is planned.
  next_tick_at  timestamptz,
  check ((scope = 'system') = (owner_id is null))
);

create index credential_supplier on credential (supplier_id);

-- What a supplier sells under one SKU, in the supplier's words, and which product that was found to be.
create table offer (
  -- Derived from supplier and SKU by domain/ids.ts, which is why the two need no unique index of their own.
  id               text primary key,
  supplier_id      text not null references supplier,
  supplier_sku     text not null,
  manufacturer     text,
  mpn              text,
  description      text,
  lifecycle        text check (lifecycle in ('new', 'active', 'deprecated', 'discontinued')),
  replaced_by_mpn  text,
  attributes       jsonb not null default '{}',
  -- Who said which of the six above, and when: see storage/statement-sources.ts.
  stated           json not null default '[]',
  product_id       text references product,
  match_confidence text not null default 'unmatched'
    check (match_confidence in ('exact', 'strong', 'probable', 'weak', 'unmatched')),
  match_strategy   text,
  match_rule       text,
  match_evidence   jsonb,
  -- Null: nothing has looked at the offer since its maker or number was last changed.
  matched_at       timestamptz,
  created_at       timestamptz not null default now()
) with (fillfactor = 50); -- a catalogue tick rewrites every row: room for the next version on the same page

-- The matcher's backlog, oldest first. An offer whose part number nobody has said yet has nothing to be matched by.
create index offer_backlog on offer (created_at, id) where matched_at is null and mpn is not null;

create index offer_product on offer (product_id) where product_id is not null;

-- The newest that each credential knows of each offer: what prices are made from. Nothing here but the key is indexed, and pages
-- keep room for a second version of each row, because every tick rewrites all of them: an update stays within its page and
-- touches no index.
--
-- `known` is one document and not a column for each part, because reading a batch in costs more than storing it: with eighteen
-- columns (six parts, their instants and ids) it took the server twice as long. It is json and not jsonb because it is read and
-- written whole: the text goes in and out as it is, for a third of the work and two thirds of the room.
create table offer_view (
  offer_id         text not null references offer,
  credential_id    text not null references credential,
  -- See storage/knowledge-document.ts.
  known            json not null,
  -- The latest instant of all observations applied: a later observation cannot have been applied before.
  last_observed_at timestamptz not null,
  primary key (offer_id, credential_id)
) with (fillfactor = 50);

-- Tells apart the rows of one instant; the partitions of a table cannot share an identity column before PostgreSQL 17.
create sequence observation_history_seq;

-- What was known after each observation, in the order in which observations were applied. The row of an instant is the last one
-- recorded up to it.
create table observation_history (
  offer_id       text not null,
  credential_id  text not null,
  recorded_at    timestamptz not null,
  seq            bigint not null default nextval('observation_history_seq'),
  observation_id text not null,
  observed_at    timestamptz not null,
  known          json not null,
  primary key (offer_id, credential_id, recorded_at, seq)
) partition by range (recorded_at);

-- One pass of a credential over its supplier. A running tick has a position, a finished one an outcome.
create table ingestion_tick (
  run_id        text primary key,
  supplier_id   text not null references supplier,
  credential_id text not null references credential,
  started_at    timestamptz not null,
  phase         text,
  cursor        text,
  page          int,
  items         int not null,
  prices        int not null,
  stocks        int not null,
  warehouses    int not null,
  pages         int not null,
  finished_at   timestamptz,
  outcome       text check (outcome in ('success', 'failure')),
  reason        text,
  check (case when finished_at is null
    then phase is not null and page is not null and outcome is null
    else phase is null and outcome is not null and (outcome = 'failure') = (reason is not null) end)
);

create unique index ingestion_tick_unfinished on ingestion_tick (credential_id) where finished_at is null;

create index ingestion_tick_latest on ingestion_tick (credential_id, started_at desc);
