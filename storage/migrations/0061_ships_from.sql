-- The country that a supplier ships from where an offer does not say, in ISO 3166-1 alpha-2.
alter table supplier
  add column ships_from text check (ships_from ~ '^[A-Z]{2}$');
