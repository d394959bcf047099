-- Estimates: what a list of parts costs, kept up to date while somebody looks.

create table estimate (
  id               text primary key,
  customer_id      text not null references customer,
  -- The key that asked for it, and the groups that it then spoke for.
  key_id           text not null,
  group_ids        text[] not null,
  -- See domain/estimate/request.ts. Nothing is ever taken out of the documents here: they may hold any text.
  request          json not null,
  mode             text not null,
  source_name      text,
  status           text not null check (status in ('parsing', 'optimizing', 'ready', 'error')),
  -- Grows with every change that is shown.
  version          int not null default 1,
  created_at       timestamptz not null,
  -- The lines as understood, see domain/estimate/draft.ts; null until they are.
  draft            json,
  -- The best basket, see domain/estimate/outcome.ts; null until there is one.
  outcome          json,
  changed_lines    int[] not null default '{}',
  failure          text,
  failure_detail   text,
  -- What lists show, so that they need not read the documents.
  total            text,
  currency         text,
  line_count       int,
  bought_count     int,
  unresolved_count int,
  -- The process that works on it, until when, by this server's clock. The token grows with every change of hands.
  owner            text,
  token            int not null default 0,
  owned_until      timestamptz,
  -- When somebody looked at it last.
  seen_at          timestamptz not null default now(),
  priced_at        timestamptz,
  -- When it is to be recomputed, because offers that it rests on have changed; null: as far as is known it is up to date.
  wanted_at        timestamptz,
  is_recomputing   boolean not null default false,
  check ((status = 'error') = (failure is not null)),
  check (status <> 'ready' or (draft is not null and outcome is not null))
) with (fillfactor = 70);

create index estimate_list on estimate (customer_id, created_at desc, id desc);

create index estimate_pending on estimate (customer_id, created_at) where status in ('parsing', 'optimizing');

create index estimate_wanted on estimate (wanted_at) where status = 'ready' and (wanted_at is not null or is_recomputing);

-- The bytes of a document, from the request until they are read.
create table estimate_document (
  estimate_id text primary key references estimate on delete cascade,
  bytes       bytea not null
);

-- The products that an estimate rests on.
create table estimate_product (
  product_id  text not null,
  estimate_id text not null references estimate on delete cascade,
  primary key (product_id, estimate_id)
);

create index estimate_product_estimate on estimate_product (estimate_id);
