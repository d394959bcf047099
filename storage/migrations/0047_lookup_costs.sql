-- What look-ups cost: see domain/wants/lookup-cost.ts.
-- What the connector says of its plug-in; null: it has not run since there is this column.
alter table credential add column lookup_tariff jsonb;
-- The want's share of what its latest answer cost, in the supplier's unit; null: not known.
alter table part_want_lookup add column units double precision check (units >= 0);
-- Units that each who asked for a job allows, by supplier; null: as many as it takes.
alter table enrichment_requester add column max_lookup_cost jsonb;
grant update (max_lookup_cost) on enrichment_requester to offerstream_request;
