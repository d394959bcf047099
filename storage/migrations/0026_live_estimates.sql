-- Finds the estimates that somebody looks at when what all prices are made from changes.
create index estimate_seen on estimate (seen_at) where status in ('optimizing', 'ready');

-- What an order usually costs at a supplier besides its goods; null: nobody has said.
alter table supplier
  add column order_cost numeric check (order_cost >= 0),
  add column order_cost_currency text,
  add check ((order_cost is null) = (order_cost_currency is null));
