-- Decisions are made by one upsert (storage/statements/decide-rate-budget.ts): a function over arrays took most of their time.
drop function decide_rate_budget;

-- The database's clock, in milliseconds since the epoch; it goes on within a statement. In doubles throughout: `extract` works in
-- numerics, which take ten times as long.
create or replace function epoch_ms() returns double precision
language sql volatile parallel safe
return date_part('epoch', clock_timestamp()) * 1000;
