-- SKUs that a full walk over a supplier's catalogue no longer holds.

-- When that was found, by the credential that walked; null: it is held, or no such walk says.
alter table offer_view add column withdrawn_at timestamptz;

-- When it was judged what a full walk no longer holds; null: not yet.
alter table ingestion_tick add column judged_at timestamptz;

create index ingestion_tick_unjudged on ingestion_tick (credential_id, started_at desc)
  where kind = 'catalogue' and outcome = 'success' and judged_at is null;
