-- What suppliers state besides text, lifecycle and characteristics: domain/ingestion/part-facts.ts.
alter table offer
  add column facts jsonb not null default '{}';
