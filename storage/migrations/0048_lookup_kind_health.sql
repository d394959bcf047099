-- How look-ups by makers' numbers and by order numbers fare, while one of them fails: see domain/ingestion/lookup-health.ts.
alter table credential add column lookup_health jsonb;
