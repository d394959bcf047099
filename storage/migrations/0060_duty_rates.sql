-- Import duties as operators state them, by where the goods go, their tariff number and their origin.
create table duty_rate (
  id text primary key,
  -- Grows with every change.
  version int not null check (version > 0),
  -- A delivery zone.
  destination text not null,
  hts_prefix text not null check (hts_prefix ~ '^[0-9]{2,10}$'),
  -- ISO 3166-1 alpha-2; null: any.
  origin text check (origin ~ '^[A-Z]{2}$'),
  -- Share of the value of the goods.
  rate numeric not null check (rate between 0 and 10),
  valid_from timestamptz,
  -- The first instant at which it holds no more.
  valid_until timestamptz,
  check (valid_from < valid_until)
);
