-- Days from an order until the supplier ships what it has in stock; null: nobody has said, which is
-- taken as none.
alter table supplier
  add column handling_days smallint check (handling_days between 0 and 365);
