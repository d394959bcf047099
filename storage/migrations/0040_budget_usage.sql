-- How much of the rate in force is used, as an average that forgets with time: its value at an instant, and the window that it is
-- over, in milliseconds. Kept with the budget, so that all processes tell the same and a restart changes nothing.
alter table rate_budget
  add column usage        double precision not null default 0,
  add column usage_at     double precision not null default 0,
  add column usage_window double precision not null default 60000;

-- What is left of it at a later instant. `exp` fails where nothing is left.
create function usage_left(usage double precision, usage_at double precision, usage_window double precision, now_ms double precision)
returns double precision
language sql immutable parallel safe
return usage * exp(greatest(-50, least(0, (usage_at - now_ms) / usage_window)));
