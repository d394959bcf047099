-- Operators may order that the log tells each call of a supplier for a while.
alter table connector_order
  drop constraint connector_order_kind_check,
  add constraint connector_order_kind_check check (kind in ('pause', 'workers', 'rates', 'call_log'));
