-- What every statement about rate budgets works out. Both are inlined into the statements, whose texts are then the same each
-- time: putting them together for every decision took the caller a third of a decision's time.

-- The database's clock, in milliseconds since the epoch; it goes on within a statement.
create function epoch_ms() returns double precision
language sql volatile parallel safe
return extract(epoch from clock_timestamp())::double precision * 1000;

-- The share of the configured rate that a supplier bears now, of what it was told to bear at an instant: it grows by so much for
-- each whole minute since, up to all of it (domain/ingestion/learned-rate.ts).
create function borne_share(told double precision, told_at double precision, gain_per_minute double precision)
returns double precision
language sql volatile parallel safe
return least(1, told + gain_per_minute * floor(greatest(0, epoch_ms() - told_at) / 60000));
