-- Search by fragments of numbers and by numbers with a typing error, and filters on what is found. Each function is written for
-- the generic plan, so that nothing is planned per search.

create extension if not exists pg_trgm;

-- Fragments. New entries wait in a list that every search reads, so the list is kept short.
create index product_fragment on product using gin (mpn_compact gin_trgm_ops) with (gin_pending_list_limit = 256);

-- For walks over numbers along the ids, which read nothing but this index.
create index product_walk on product (id) include (mpn_compact);

-- What a product must be beside being found; null demands nothing.
create type product_filter as (
  profile         text,
  makers          text[],
  lifecycles      text[],
  -- Names and texts that the characteristics hold.
  characteristics jsonb,
  -- Whose credentials' word counts on stock: each a scope, a colon and the owner's id.
  stock_for       text[],
  -- Names of quantities, each with the least and the greatest number; null: no bound.
  ranges          jsonb
);

-- Whether an offer of the product is in stock as somebody knows it whom one of these may ask. Owners are told apart by their scope: a
-- customer and a group of one name are two, and neither is the system.
create function is_in_stock(of_product text, stock_for text[]) returns boolean
  language sql stable parallel safe
  return exists (
    select from offer
    join offer_view on offer_view.offer_id = offer.id
    join credential on credential.id = offer_view.credential_id
    where offer.product_id = of_product
      and credential.scope || ':' || coalesce(credential.owner_id, '') = any(stock_for)
      and json_typeof(known -> 'stock') = 'array'
      and exists (select from json_array_elements(known -> 'stock') as place where (place ->> 1)::numeric > 0)
  );

-- Whether every range, of which each bound may be null, holds the product's number of that name.
create function is_within(quantities jsonb, ranges jsonb) returns boolean
  language sql immutable parallel safe
  return not exists (
    select from jsonb_each(ranges) as asked (name, bounds)
    where not coalesce(
      (quantities ->> name)::float8 between
        coalesce((bounds ->> 0)::float8, '-infinity') and coalesce((bounds ->> 1)::float8, 'infinity'),
      false
    )
  );

-- Whether the filter lets a product pass, its maker apart, which the functions below look for in their own ways. Inlined.
create function passes(
  id text, profile_id text, lifecycle text, characteristics jsonb, quantities jsonb, filter product_filter
) returns boolean
  language sql stable parallel safe
  return ((filter).profile is null or profile_id = (filter).profile)
    and ((filter).lifecycles is null or lifecycle = any((filter).lifecycles))
    and ((filter).characteristics is null or characteristics @> (filter).characteristics)
    and ((filter).ranges is null or is_within(quantities, (filter).ranges))
    and ((filter).stock_for is null or is_in_stock(id, (filter).stock_for));

-- Whether a number is found as such by what was typed, so that words need not find it again. Less than three letters and digits are
-- no fragment: every other number holds them.
create function is_by_number(compact text, typed text) returns boolean
  language sql immutable parallel safe
  return case when length(typed) >= 3 then strpos(compact, typed) > 0 else starts_with(compact, typed) end;

drop function search_products;
drop function products_by_number;
drop function products_by_words;

-- The products whose number is what was typed or begins with it, best first, after a mark (rank and id of the last one seen;
-- both null at the start). Ranks are those of storage/queries/search-products.ts. `typed` is in letters and digits only.
--
-- One short range of an index for each length, and no length that is not needed: the first page of a prefix that a hundred
-- thousand products share costs no more than that of any other.
create function products_by_number(
  typed text, typed_key text, after_rank float8, after_id text, filter product_filter, wanted int
) returns table (found_id text, found_rank float8)
language plpgsql stable parallel safe
set plan_cache_mode = force_generic_plan
as $$
declare
  size        int := length(typed);
  beyond      text collate "C" := typed || chr(1114111);
  after_size  int := 0;
  after_mpn   text collate "C" := '';
  longest     int;
  rows_found  int := 0;
  rows_listed int := 0;
begin
  if after_rank is null or after_rank >= 0.95 then
    return query
      select id, rank from (
        select id, case when mpn_key = typed_key then 1 else 0.95 end::float8 as rank from product
        where length(mpn_compact) = size and mpn_compact = typed
          and (filter.makers is null or manufacturer_key = any(filter.makers))
          and passes(product.id, profile_id, lifecycle, characteristics, quantities, filter)
      ) exact
      where after_rank is null or (-rank, id) > (-after_rank, after_id)
      order by rank desc, id limit wanted;
    get diagnostics rows_listed = row_count;
  else
    after_size := round(0.4 * size / (after_rank - 0.5));
    select mpn_compact into after_mpn from product where id = after_id;
  end if;
  longest := coalesce((select length(mpn_compact) from product order by length(mpn_compact) desc limit 1), 0);
  for n in greatest(size + 1, after_size) .. longest loop
    exit when rows_listed >= wanted;
    if filter.makers is null then
      return query
        select id, 0.5 + 0.4::float8 * size / n from product
        where length(mpn_compact) = n and mpn_compact >= typed and mpn_compact < beyond
          and (n > after_size or (mpn_compact, id) > (after_mpn, after_id))
          and passes(product.id, profile_id, lifecycle, characteristics, quantities, filter)
        order by mpn_compact, id limit wanted - rows_listed;
    else
      return query
        select id, 0.5 + 0.4::float8 * size / n from product
        where manufacturer_key = any(filter.makers)
          and length(mpn_compact) = n and mpn_compact >= typed and mpn_compact < beyond
          and (n > after_size or (mpn_compact, id) > (after_mpn, after_id))
          and passes(product.id, profile_id, lifecycle, characteristics, quantities, filter)
        order by mpn_compact, id limit wanted - rows_listed;
    end if;
    get diagnostics rows_found = row_count;
    rows_listed := rows_listed + rows_found;
  end loop;
end $$;

-- The products whose number holds what was typed, but not at its beginning, in the order of ids after a mark ('' at the start).
--
-- A frequent fragment is met soon on a walk along the ids, in which products stand in no order of their own. A rare one is found
-- in the index of trigrams, which knows no order, so that all that match must be fetched before the first of them is known. First
-- a short walk is tried, unless the fragment is long and so likely to be rare; then the index, but only up to a thousand
-- products. When there are more, the walk goes on: that many are never far apart. Nothing is estimated, so no unlucky
-- fragment is slow.
create function products_by_fragment(
  typed text, after_id text, filter product_filter, wanted int, likely_rare boolean
) returns setof text
language plpgsql stable parallel safe
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
declare
  few         constant int := 1000;
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
        select id from product
        where mpn_compact like holding and id > mark and not (mpn_compact >= typed and mpn_compact < beyond)
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

-- The products that hold all words of a query and whose number does not hold `typed`, in the order of ids after a mark ('' at the
-- start). Walks and looks up as `products_by_fragment` does, in shorter steps, because words are not in an index that can be walked.
create function products_by_words(
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
        where words @@ wording and not is_by_number(mpn_compact, typed) and passes(product.id, profile_id, lifecycle, characteristics, quantities, filter)
        order by id limit wanted - rows_listed;
      get diagnostics rows_found = row_count;
      rows_listed := rows_listed + rows_found;
      exit when rows_listed >= wanted;
      mark := (select id from product where id > mark order by id offset step - 1 limit 1);
    end if;
    if matching is null and mark is not null then
      select coalesce(array_agg(id), '{}') into matching from (
        select id from product
        where words @@ wording and id > mark and not is_by_number(mpn_compact, typed) and passes(product.id, profile_id, lifecycle, characteristics, quantities, filter)
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

-- The products whose number is one of these, the better ranks first, in the order of ids within a rank, after a mark.
--
-- Variants differ in one place, so most of them fall between the same two entries of the index. Given as a set, the index is read in
-- order and such neighbours cost one descent between them: some thirty descents for fourteen letters instead of a thousand. Only
-- the few numbers that exist are ranked.
create function products_by_variant(
  variants text[], ranks float8[], after_rank float8, after_id text, filter product_filter, wanted int
) returns table (found_id text, found_rank float8)
language plpgsql stable parallel safe
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_bitmapscan = off
as $$
declare
  size    int;
  of_size text[];
  met     text[] := '{}';
begin
  for size, of_size in
    select length(variant), array_agg(variant) from unnest(variants) as variant group by length(variant)
  loop
    met := met || array(
      select distinct mpn_compact::text from product where length(mpn_compact) = size and mpn_compact = any(of_size)
    );
  end loop;
  return query
    select product.id, variant.rank
    from unnest(variants, ranks) as variant (compact, rank)
    join product on length(mpn_compact) = length(variant.compact) and mpn_compact = variant.compact collate "C"
    where variant.compact = any(met)
      and (after_rank is null or (-variant.rank, product.id) > (-after_rank, after_id))
      and (filter.makers is null or manufacturer_key = any(filter.makers))
      and passes(product.id, profile_id, lifecycle, characteristics, quantities, filter)
    order by variant.rank desc, product.id limit wanted;
end $$;

-- A page of a search: numbers first, then fragments of numbers, then words. Parameters as above; `phrase` is what was typed, as it
-- was typed. Where there is exactly that number nobody means a fragment of another. What looks like a number is rarely a common
-- word too, and neither is what a number holds and has a digit.
create function search_products(
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
        likely_rare => length(typed) >= 5
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
