-- Enrichment jobs: asked once, done once.

create table enrichment_job (
  id          text primary key,
  type        text not null check (type in ('discovery', 'refresh_observation', 'refresh_characteristics', 'rebuild_supply_chain')),
  -- As a request names it, see domain/enrichment/target.ts.
  target      jsonb not null,
  target_key  text not null,
  priority    text not null check (priority in ('high', 'normal', 'low')),
  -- Whose request made it.
  customer_id text not null references customer,
  created_at  timestamptz not null,
  -- Jobs begin in this order, see domain/enrichment/turns.ts.
  turn_at     timestamptz not null,
  started_at  timestamptz,
  finished_at timestamptz,
  -- Null: it has not failed.
  failure     text,
  -- Null: it has not completed.
  result      json,
  done        int not null default 0,
  known       int not null default 0,
  -- The progress that was shown, which never falls.
  shown       double precision not null default 0,
  -- What its last step left for the next.
  checkpoint  json,
  version     int not null default 1,
  -- The process that works on it, until when, by this server's clock. The token grows with every change of hands.
  owner       text,
  token       int not null default 0,
  owned_until timestamptz,
  check (case when finished_at is null then failure is null and result is null else (failure is null) <> (result is null) end)
) with (fillfactor = 70);

create unique index enrichment_job_pending on enrichment_job (type, target_key) where finished_at is null;

create index enrichment_job_turns on enrichment_job (type, customer_id, turn_at) where finished_at is null;

-- Who asked for a job, and so may see it.
create table enrichment_requester (
  job_id      text not null references enrichment_job on delete cascade,
  customer_id text not null references customer,
  -- The job's.
  created_at  timestamptz not null,
  -- Whether the customer still wants it.
  is_waiting  boolean not null default true,
  primary key (job_id, customer_id)
);

create index enrichment_requester_list on enrichment_requester (customer_id, created_at desc, job_id desc);

-- Requests that created something, by the key that their sender gave them: the same request again gets the same thing.
create table idempotency_key (
  customer_id text not null references customer,
  operation   text not null,
  key         text not null,
  digest      text not null,
  resource_id text not null,
  created_at  timestamptz not null default now(),
  primary key (customer_id, operation, key)
);

create index idempotency_key_age on idempotency_key (created_at);

-- How urgently somebody waits for a part; 0: nobody does. Goes back to 0 once it was asked for.
alter table lookup add column urgency smallint not null default 0;

create index lookup_urgent on lookup (credential_id, urgency desc, due_at) where urgency > 0;

alter table credential
  -- Since when somebody wants news of everything that it reads in bulk, and since when it has read all of it.
  add column wanted_since timestamptz,
  add column refreshed_since timestamptz;

-- The trace of an offer as it was last rebuilt, as the system's credentials see it.
create table offer_trace (
  offer_id   text primary key references offer,
  trace      jsonb not null,
  rebuilt_at timestamptz not null
);
