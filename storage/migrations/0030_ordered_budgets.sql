-- What an operator orders for an endpoint is a budget of its own beside the configured ones, so that its end leaves nothing behind:
-- its theoretical arrival time, and when the latest order that was asked under was given; in milliseconds since the epoch.
alter table rate_budget
  add column limit_arrival double precision not null default 0,
  add column limit_since   double precision not null default 0;
