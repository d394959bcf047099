-- Where a product stands in the tree of categories: its path from the widest category, `Resistors > Chip resistors`. Null: nobody
-- has stated one. domain/catalog/category.ts makes paths of what catalogues and suppliers write.
alter table product add column category text collate "C";

-- Whether a path is that of the category or of one below it.
create function is_in_category(path text, wanted text) returns boolean
  language sql immutable parallel safe
  return path = wanted or starts_with(path, wanted || ' > ');

-- The path, and those of the categories above it.
create function category_and_above(path text) returns text[]
  language sql immutable parallel safe
  return (
    select array_agg(array_to_string((string_to_array(path, ' > '))[1:depth], ' > '))
    from generate_series(1, cardinality(string_to_array(path, ' > '))) as depth
  );

-- The paths at and below a category that products have: a look into the index for each path, however many products have it. `?`
-- follows `>` in ASCII.
create function categories_within(wanted text) returns setof text
  language sql stable parallel safe
  begin atomic
    with recursive met (path) as (
      (select category from product where category >= wanted and category < wanted || ' ?' order by category limit 1)
      union all
      select (
        select category from product where category > met.path and category < wanted || ' ?' order by category limit 1
      ) from met where met.path is not null
    )
    select path from met where is_in_category(path, wanted);
  end;

-- A filter with a category. The search functions take both kinds of filter, because processes of the version before know only
-- `product_filter` and search on while they are replaced.
create type catalogue_filter as (
  profile         text,
  makers          text[],
  lifecycles      text[],
  characteristics jsonb,
  stock_for       text[],
  ranges          jsonb,
  -- The category or one below it.
  category        text
);

create function passes(
  id text, profile_id text, lifecycle text, characteristics jsonb, quantities jsonb, category text, filter catalogue_filter
) returns boolean
  language sql stable parallel safe
  return ((filter).profile is null or profile_id = (filter).profile)
    and ((filter).lifecycles is null or lifecycle = any((filter).lifecycles))
    and ((filter).category is null or coalesce(is_in_category(category, (filter).category), false))
    and ((filter).characteristics is null or characteristics @> (filter).characteristics)
    and ((filter).ranges is null or is_within(quantities, (filter).ranges))
    and ((filter).stock_for is null or is_in_stock(id, (filter).stock_for));

-- The functions of migrations 15 and 21, word for word but for the type of their filter and what they hand to `passes`.
do $$
declare
  definition text;
begin
  for definition in
    select pg_get_functiondef(oid) from pg_proc
    where pronamespace = current_schema()::regnamespace and proname in (
      'search_products', 'products_by_number', 'products_by_fragment', 'products_by_words', 'products_by_variant')
  loop
    execute replace(
      replace(definition, 'product_filter', 'catalogue_filter'), 'quantities, filter)', 'quantities, category, filter)'
    );
  end loop;
end $$;
