-- Who runs a supplier's warehouses, by the names that the supplier gives them; those left out are not known.
alter table supplier add column warehouse_operators jsonb not null default '{}';
