-- Looks for fragments and words in their own index alone. A search begins at a mark that is often before all products, but the
-- generic plan takes any mark for one that leaves a third of them, and could so join the entries found with an entry of the primary
-- key for every product: a hundred times the work. The mark is now compared only with what the index found: `offset 0` keeps
-- the two apart. Nothing else differs from migration 15, whose comments hold.

create or replace function products_by_fragment(
  typed text, after_id text, filter product_filter, wanted int, likely_rare boolean
) returns setof text
language plpgsql stable parallel safe
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
declare
  few         constant int := 3000;
  step        constant int := greatest(10000, 200 * wanted);
  holding     constant text collate "C" := '_%' || typed || '%';
  beyond      text collate "C" := typed || chr(1114111);
  mark        text := after_id;
  matching    text[];
  rows_found  int;
  rows_listed int := 0;
  walking     boolean := not likely_rare;
begin
  while mark is not null loop
    if walking then
      return query
        select product.id
        from (
          select stretch.id from (select id, mpn_compact from product where id > mark order by id limit step) as stretch
          where mpn_compact like holding and not (mpn_compact >= typed and mpn_compact < beyond)
          order by stretch.id
        ) as met
        join product on product.id = met.id
        where (filter.makers is null or manufacturer_key = any(filter.makers))
          and passes(product.id, profile_id, lifecycle, characteristics, quantities, filter)
        order by met.id limit wanted - rows_listed;
      get diagnostics rows_found = row_count;
      rows_listed := rows_listed + rows_found;
      exit when rows_listed >= wanted;
      mark := (select id from product where id > mark order by id offset step - 1 limit 1);
    end if;
    if matching is null and mark is not null then
      select coalesce(array_agg(id), '{}') into matching from (
        select id from (select * from product where mpn_compact like holding offset 0) as product
        where id > mark and not (mpn_compact >= typed and mpn_compact < beyond)
          and (filter.makers is null or manufacturer_key = any(filter.makers))
          and passes(product.id, profile_id, lifecycle, characteristics, quantities, filter)
        limit few + 1
      ) bounded;
      if cardinality(matching) <= few then
        return query select id from unnest(matching) as id order by id limit wanted - rows_listed;
        return;
      end if;
      walking := true;
    end if;
  end loop;
end $$;

create or replace function products_by_words(
  query tsquery, typed text, after_id text, filter product_filter, wanted int, likely_rare boolean
) returns setof text
language plpgsql stable parallel safe
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
as $$
declare
  few         constant int := 5000;
  step        constant int := greatest(2000, 40 * wanted);
  wording     tsquery := query;
  mark        text := after_id;
  matching    text[];
  rows_found  int;
  rows_listed int := 0;
  walking     boolean := not likely_rare;
begin
  if filter.makers is not null then
    wording := query && (select string_agg(quote_literal('=' || maker), ' | ') from unnest(filter.makers) as maker)::tsquery;
  end if;
  while mark is not null loop
    if walking then
      return query
        select id from (select * from product where id > mark order by id limit step) as product
        where words @@ wording and not is_by_number(mpn_compact, typed)
          and passes(product.id, profile_id, lifecycle, characteristics, quantities, filter)
        order by id limit wanted - rows_listed;
      get diagnostics rows_found = row_count;
      rows_listed := rows_listed + rows_found;
      exit when rows_listed >= wanted;
      mark := (select id from product where id > mark order by id offset step - 1 limit 1);
    end if;
    if matching is null and mark is not null then
      select coalesce(array_agg(id), '{}') into matching from (
        select id from (select * from product where words @@ wording offset 0) as product
        where id > mark and not is_by_number(mpn_compact, typed)
          and passes(product.id, profile_id, lifecycle, characteristics, quantities, filter)
        limit few + 1
      ) bounded;
      if cardinality(matching) <= few then
        return query select id from unnest(matching) as id order by id limit wanted - rows_listed;
        return;
      end if;
      walking := true;
    end if;
  end loop;
end $$;
