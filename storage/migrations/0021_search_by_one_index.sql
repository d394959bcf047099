-- Looks for fragments and words in their own index alone. A search begins at a mark that is often before all products, but the
-- generic plan takes any mark for one that leaves a third of them, and could so join the entries found with an entry of the primary
-- key for every product: a hundred times the work. The mark is now compared only with what the index found: `offset 0` keeps
-- the two apart. And a walk that meets enough goes on, where it used to fetch three thousand products from the index first.

-- The products whose number holds what was typed, but not at its beginning, in the order of ids after a mark ('' at the start).
--
-- A frequent fragment is met soon on a walk along the ids, in which products stand in no order of their own. A rare one is found
-- in the index of trigrams, which knows no order, so that all that match must be fetched before the first of them is known. A first
-- stretch of the walk tells the two apart: what it meets a quarter of a page of is met often enough, so the walk goes on; else the
-- index is asked, but only for up to three thousand products: of a million, fetching that many costs as much as the walk to the
-- fiftieth. When there are more, the walk goes on after all. A long fragment is likely to be rare and not walked for first.
-- Nothing is estimated from statistics, so no unlucky fragment is slow.
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
    end if;
    if matching is null and (not walking or 4 * rows_found < wanted) then
      select coalesce(array_agg(id), '{}') into matching from (
        select id from (select * from product where mpn_compact like holding offset 0) as product
        where id > after_id and not (mpn_compact >= typed and mpn_compact < beyond)
          and (filter.makers is null or manufacturer_key = any(filter.makers))
          and passes(product.id, profile_id, lifecycle, characteristics, quantities, filter)
        limit few + 1
      ) bounded;
      if cardinality(matching) <= few then
        return query select id from unnest(matching) as id order by id offset rows_listed limit wanted - rows_listed;
        return;
      end if;
    end if;
    if walking then
      mark := (select id from product where id > mark order by id offset step - 1 limit 1);
    end if;
    walking := true;
  end loop;
end $$;

-- As in migration 15 but for the mark.
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

-- As in migration 15, but fragments of five characters are walked for, too.
create or replace function search_products(
  phrase text, typed text, typed_key text, after_rank float8, after_id text, filter product_filter, wanted int
) returns table (found_id text, found_rank float8)
language plpgsql stable parallel safe
as $$
declare
  in_words     boolean := coalesce(after_rank <= 0.25, false);
  in_fragments boolean := coalesce(after_rank <= 0.45, false) and not in_words;
  like_number  boolean := length(typed) >= 5 and typed ~ '[0-9]' and strpos(phrase, ' ') = 0;
  rows_found   int := 0;
  rows_listed  int := 0;
begin
  if not in_words and not in_fragments then
    return query select * from products_by_number(typed, typed_key, after_rank, after_id, filter, wanted);
    get diagnostics rows_listed = row_count;
  end if;
  if not in_words and rows_listed < wanted and length(typed) >= 3
    and not exists (select from product where length(mpn_compact) = length(typed) and mpn_compact = typed)
  then
    return query
      select id, 0.45::float8 from products_by_fragment(
        typed, case when in_fragments then after_id else '' end, filter, wanted - rows_listed,
        likely_rare => length(typed) >= 6
      ) as id;
    get diagnostics rows_found = row_count;
    rows_listed := rows_listed + rows_found;
  end if;
  if rows_listed < wanted then
    return query
      select id, 0.25::float8 from products_by_words(
        all_words(phrase), typed, case when in_words then after_id else '' end, filter,
        wanted - rows_listed, likely_rare => like_number or rows_listed > 0 and typed ~ '[0-9]'
      ) as id;
  end if;
end $$;
