-- What connectors keep: whose a credential is, how it fares, what operators have ordered, and what is to be looked up.

-- A kind of tick is a walk of its own, with an interval of its own.
alter table ingestion_tick add column kind text not null default 'catalogue'
  check (kind in ('catalogue', 'prices', 'stocks', 'lookup'));
alter table ingestion_tick alter column kind drop default;

-- The process that works for a credential, until when, by this server's clock. The token grows with every change of hands, and
-- every write of a connector names the one it was given: a process that lost its lease writes nothing any more.
create table connector_lease (
  credential_id text primary key references credential,
  owner         text not null,
  token         bigint not null,
  expires_at    timestamptz not null
);

alter table credential
  -- See domain/ingestion/credential-health.ts; null: nothing is known against it.
  add column health json,
  -- The session with its token and refresh token, sealed; null: none.
  add column session text,
  -- Not used any longer; what it has observed stays as it was.
  add column disabled_at timestamptz,
  -- Up to which product its queue of look-ups is filled.
  add column enrolled_at timestamptz,
  add column enrolled_id text;

-- Operators' orders, one of each kind a supplier at most.
create table connector_order (
  supplier_id text not null references supplier,
  kind        text not null check (kind in ('pause', 'workers', 'rates')),
  -- See domain/ingestion/connector-control.ts.
  detail      jsonb not null,
  until       timestamptz not null,
  given_at    timestamptz not null default now(),
  given_by    text not null,
  primary key (supplier_id, kind)
);

-- What a credential is to look up, and by when: the top products first, and of those the longest overdue.
create table lookup (
  credential_id text not null references credential,
  product_id    text not null references product,
  is_top        boolean not null,
  due_at        timestamptz not null,
  asked_at      timestamptz,
  primary key (credential_id, product_id)
) with (fillfactor = 70);

create index lookup_queue on lookup (credential_id, is_top desc, due_at);

create index product_created on product (created_at, id);

-- How much a product is asked for: a count that halves every week, so that it says what is wanted now.
create table product_demand (
  product_id text primary key references product,
  score      double precision not null,
  scored_at  timestamptz not null,
  -- Marked by an operator: always among the top.
  is_marked  boolean not null default false
);
