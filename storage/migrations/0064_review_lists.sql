-- Which prices are held back, for whoever reviews them. What is held back and why is in `offer_view.known`, of which no index may
-- be: every tick rewrites it. A row comes and goes with the hold, which is seldom.
create table held_price (
  offer_id      text not null,
  credential_id text not null,
  since         timestamptz not null,
  primary key (offer_id, credential_id),
  foreign key (offer_id, credential_id) references offer_view on delete cascade
);

create index held_price_order on held_price (since, offer_id, credential_id);

insert into held_price (offer_id, credential_id, since)
select offer_id, credential_id, (known -> 'hold' ->> 'since')::timestamptz from offer_view
where (known -> 'hold') is not null;

-- Products of which sources state facts that contradict each other, as of when they were last followed, and since when that is
-- known, in whole milliseconds.
create table contradicted_product (
  product_id text primary key references product on delete cascade,
  since      timestamptz not null default date_trunc('milliseconds', now()),
  -- See storage/catalog/contradicted-facts.ts.
  facts      json not null
);

create index contradicted_product_order on contradicted_product (since, product_id);

-- Where several say something, whether they agree is looked at once more.
insert into product_statement_due (product_id)
select product_id from product_statement group by product_id having count(*) > 1 order by product_id
on conflict do nothing;
