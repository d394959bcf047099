-- What suppliers state besides text, lifecycle and characteristics: domain/catalog/part-facts.ts.
alter table offer
  add column facts jsonb not null default '{}';

-- Who made the product known: an import into the catalogue, or an offer that nothing else matched.
-- Of the products of before nobody knows any more; what is known of them stays as the catalogue's.
alter table product
  add column origin text not null default 'catalogue' check (origin in ('catalogue', 'offer'));

-- What the catalogue and each offer say of a product's followed facts, and since when they do:
-- domain/catalog/fact-precedence.ts.
create table product_statement (
  product_id text not null references product on delete cascade,
  -- `catalogue`, or the id of the offer.
  source     text not null,
  said       json not null,
  primary key (product_id, source)
) with (fillfactor = 80);

-- Products of which a source says something else than before.
create table product_statement_due (
  product_id text primary key,
  due_at     timestamptz not null default now()
) with (fillfactor = 50);

create index product_statement_due_order on product_statement_due (due_at);
