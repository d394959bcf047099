-- Which prices are held back, for whoever reviews them. What is held back and why is in `offer_view.known`, of which no index may
-- be: every tick rewrites it. A row comes and goes with the hold, which is seldom. Foreign keys come last, after the scans: until
-- then nobody waits for this.
create table held_price (
  offer_id      text not null,
  credential_id text not null,
  since         timestamptz not null,
  primary key (offer_id, credential_id)
);

create index held_price_order on held_price (since, offer_id, credential_id);

insert into held_price (offer_id, credential_id, since)
select offer_id, credential_id, (known -> 'hold' ->> 'since')::timestamptz from offer_view
where (known -> 'hold') is not null;

-- Products of which sources state facts that contradict each other, as of when they were last followed, and since when that is
-- known, in whole milliseconds.
create table contradicted_product (
  product_id text primary key,
  since      timestamptz not null default date_trunc('milliseconds', now()),
  -- See storage/catalog/contradicted-facts.ts.
  facts      json not null
);

create index contradicted_product_order on contradicted_product (since, product_id);

-- Where several say something, whether they agree is looked at once. They wait in a table of their own: followers of the version
-- before would take them from `product_statement_due` in vain, and what changes now would wait behind them.
create table product_contradiction_due (
  product_id text primary key
);

insert into product_contradiction_due (product_id)
select product_id from product_statement group by product_id having count(*) > 1;

-- A view that went meanwhile took its hold with it; one that comes later brings its own.
lock table offer_view in share row exclusive mode;

delete from held_price where not exists (
  select from offer_view
  where (offer_view.offer_id, offer_view.credential_id) = (held_price.offer_id, held_price.credential_id));

alter table held_price
  add constraint held_price_of foreign key (offer_id, credential_id) references offer_view on delete cascade;

alter table contradicted_product
  add constraint contradicted_product_of foreign key (product_id) references product on delete cascade;
