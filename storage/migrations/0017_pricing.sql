-- Pricing rules and exchange rates. Neither is ever overwritten: what was known at an instant is what was recorded up to it.

-- Counts changes. Whoever writes takes its row first, so that changes are recorded in the order in which they are committed.
create table pricing_revision (
  is_only  boolean primary key default true check (is_only),
  revision bigint not null
);

insert into pricing_revision (revision) values (0);

create table pricing_rule_version (
  id          text not null,
  version     int not null check (version > 0),
  recorded_at timestamptz not null,
  -- The key of the operator.
  recorded_by text not null,
  -- See storage/pricing-rule-document.ts; null: the rule is gone.
  document    json,
  primary key (id, version)
);

-- So much of a currency for one euro.
create table exchange_rate (
  currency    text not null check (currency ~ '^[A-Z]{3}$'),
  day         date not null,
  recorded_at timestamptz not null,
  rate        numeric not null check (rate > 0),
  primary key (currency, day, recorded_at)
);

create index exchange_rate_day on exchange_rate (day);

-- What a customer's prices are in; null: the supplier's currency.
alter table customer add column currency text check (currency ~ '^[A-Z]{3}$');
