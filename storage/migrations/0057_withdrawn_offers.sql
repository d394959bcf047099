-- SKUs that a full walk over a supplier's catalogue no longer holds.

-- When that was found, by the credential that walked; null: it is held, or no such walk says.
alter table offer_view add column withdrawn_at timestamptz;

-- The latest instant at which bulk data of the credential held the SKU; null: only look-ups know it, or it was not walked since
-- this column is there. What no walk has held, no walk can miss.
alter table offer_view add column last_walked_at timestamptz;

-- When it was judged what a full walk no longer holds; null: not yet.
alter table ingestion_tick add column judged_at timestamptz;

-- What came of it, see domain/ingestion/withdrawal.ts; null: not judged, as a later walk was there already.
alter table ingestion_tick add column judgement text;

-- Walks from before are not judged: which of their rows could not be read is not known.
update ingestion_tick set judged_at = now();

create index ingestion_tick_unjudged on ingestion_tick (credential_id, started_at desc)
  where kind = 'catalogue' and outcome = 'success' and judged_at is null;

create index ingestion_tick_judged on ingestion_tick (credential_id, started_at desc)
  where judgement is not null;

-- What a credential that nobody looks through any more last saw keeps no SKU: answers ask for that, and hear when it changes.
grant select (detached_at) on credential to offerstream_request;

create or replace trigger credential_updated after update on credential for each row
  when (
    (old.scope, old.owner_id, old.label, old.failing_since, old.health::text, old.disabled_at, old.detached_at,
      old.next_tick_at, old.enrolled_at is null, old.top_queue_until, old.queue_until)
    is distinct from
    (new.scope, new.owner_id, new.label, new.failing_since, new.health::text, new.disabled_at, new.detached_at,
      new.next_tick_at, new.enrolled_at is null, new.top_queue_until, new.queue_until)
  )
  execute function note_changed_credential();
