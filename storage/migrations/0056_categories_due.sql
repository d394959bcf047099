-- Products whose category somebody has stated get it from the fact follower, as after any other statement. They wait in a table of
-- their own: followers of the version before, which know no category, would take them from `product_statement_due` in vain.
create table product_category_due (
  product_id text primary key
);

insert into product_category_due (product_id)
select id from product
where exists (select from jsonb_object_keys(characteristics) as name where lower(name) = 'category')
union
select product_id from offer
where product_id is not null and (facts ? 'category' or attributes ?| array['category', 'Category']);
