-- How the supplier stands to the manufacturers of what it sells; null: nobody has said.
alter table supplier
  add column seller_kind text check (seller_kind in ('authorized', 'broker'));
