-- Product search by any piece of a part number and by a number with one error in it, within filters, and counts for facets.

-- Trusted: whoever may create in the database may create it.
create extension if not exists pg_trgm;

-- Without a list of pending entries, which every search would read from end to end.
create index product_number_pieces on product using gin (mpn_compact gin_trgm_ops) with (fastupdate = off);

drop function search_products(text, text, text, float8, text, text, text[], int);
drop function products_by_words(tsquery, text, text, text, text[], int, boolean);
drop function products_by_number(text, text, float8, text, text, text[], int);

-- What a product must be, beside what was typed. A null part asks for nothing.
create type product_filter as (
  profile         text,
  makers          text[],
  lifecycles      text[],
  characteristics jsonb,
  -- Only products with an offer in stock, as this customer with these groups sees it.
  in_stock        boolean,
  customer        text,
  customer_groups text[]
);

-- Whether somebody whose observations the customer may see has seen any of it in stock. A quantity that is not told is none.
create function product_in_stock(wanted_id text, customer text, customer_groups text[]) returns boolean
  language sql stable parallel safe
  return exists (
    select from offer
    join offer_view on offer_view.offer_id = offer.id
    join credential on credential.id = offer_view.credential_id
    where offer.product_id = wanted_id
      and (
        credential.scope = 'system'
        or (credential.scope = 'customer' and credential.owner_id = customer)
        or (credential.scope = 'group' and credential.owner_id = any(customer_groups))
      )
      and json_typeof(offer_view.known -> 'stock') = 'array'
      and exists (
        select from json_array_elements(offer_view.known -> 'stock') as warehouse where (warehouse ->> 1)::numeric > 0
      )
  );

-- Written so that the planner puts it in place of every call.
create function passes(
  filter product_filter, id text, profile_id text, manufacturer_key text, lifecycle text, characteristics jsonb
) returns boolean
  language sql stable parallel safe
  return ((filter).profile is null or profile_id = (filter).profile)
    and ((filter).makers is null or manufacturer_key = any((filter).makers))
    and ((filter).lifecycles is null or lifecycle = any((filter).lifecycles))
    and ((filter).characteristics is null or characteristics @> (filter).characteristics)
    and ((filter).in_stock is not true or product_in_stock(id, (filter).customer, (filter).customer_groups));

-- Whether the number holds what was typed where searches by number look: anywhere, or, when that is too short for it, in front.
create function is_by_number(mpn_compact text, typed text) returns boolean
  language sql immutable parallel safe
  return case when length(typed) >= 3 then strpos(mpn_compact, typed) > 0 else starts_with(mpn_compact, typed) end;

-- Whether a text is worth a search for slips: long enough that few numbers are one slip away from it, no longer than numbers
-- are, and not plain words.
create function may_be_misspelt(phrase text, typed text) returns boolean
  language sql immutable parallel safe
  return length(typed) between 6 and 48 and (typed ~ '[0-9]' or phrase !~ '\S\s+\S');

-- Every text that differs from the typed one by one character too many, missing or wrong, or by two neighbours changed over: a
-- good thousand for a number of 15 characters. Looked up all at once they cost far less than as many look-ups, because the index
-- is read in order and most of them fall between the same two entries; and unlike a search by similarity they miss nothing and
-- cost the same however many numbers resemble each other.
create function one_slip_away(typed text) returns text[]
language sql immutable parallel safe
as $$
  with place as (
    select left(typed, at - 1) as before, substr(typed, at) as rest from generate_series(1, length(typed) + 1) as at
  ),
  letter as (select unnest(string_to_array('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ', null)) as letter)
  select array(
    select before || letter || rest from place, letter
    union all
    select before || letter || substr(rest, 2) from place, letter where rest <> ''
    union all
    select before || substr(rest, 2) from place where rest <> ''
    union all
    select before || substr(rest, 2, 1) || left(rest, 1) || substr(rest, 3) from place where length(rest) > 1
  )
$$;

-- The products whose number is what was typed or begins with it, best first, after a mark (rank and id of the last one seen;
-- both null at the start). Ranks are those of storage/product-search.ts. `typed` is in letters and digits only.
--
-- One short range of an index for each length, and no length that is not needed: the first page of a prefix that a hundred
-- thousand products share costs no more than that of any other. The plans hold for any input, so they are made once for each
-- session; planning would take longer than the search.
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
          and passes(filter, id, profile_id, manufacturer_key, lifecycle, characteristics)
      ) exact
      where after_rank is null or (-rank, id) > (-after_rank, after_id)
      order by rank desc, id limit wanted;
    get diagnostics rows_listed = row_count;
  else
    after_size := round(0.4 * size / (after_rank - 0.5));
    select mpn_compact into after_mpn from product where id = after_id;
  end if;
  select length(mpn_compact) into longest from product order by length(mpn_compact) desc limit 1;
  for n in greatest(size + 1, after_size) .. longest loop
    exit when rows_listed >= wanted;
    if filter.makers is null then
      return query
        select id, 0.5 + 0.4::float8 * size / n from product
        where length(mpn_compact) = n and mpn_compact >= typed and mpn_compact < beyond
          and (n > after_size or (mpn_compact, id) > (after_mpn, after_id))
          and passes(filter, id, profile_id, manufacturer_key, lifecycle, characteristics)
        order by mpn_compact, id limit wanted - rows_listed;
    else
      return query
        select id, 0.5 + 0.4::float8 * size / n from product
        where manufacturer_key = any(filter.makers)
          and length(mpn_compact) = n and mpn_compact >= typed and mpn_compact < beyond
          and (n > after_size or (mpn_compact, id) > (after_mpn, after_id))
          and passes(filter, id, profile_id, manufacturer_key, lifecycle, characteristics)
        order by mpn_compact, id limit wanted - rows_listed;
    end if;
    get diagnostics rows_found = row_count;
    rows_listed := rows_listed + rows_found;
  end loop;
end $$;

-- The products whose number holds `typed` further inside, in the order of ids after a mark ('' at the start). As with words, below:
-- common pieces are met soon on a walk along the ids, rare ones are found in the index of pieces, and nothing is estimated.
create function products_by_piece(typed text, after_id text, filter product_filter, wanted int) returns setof text
language plpgsql stable parallel safe
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
as $$
declare
  few         constant int := 3000;
  step        constant int := greatest(1500, 20 * wanted);
  piece       constant text := '%' || typed || '%';
  mark        text := after_id;
  matching    text[];
  rows_found  int;
  rows_listed int := 0;
  walking     boolean := length(typed) < 5;
begin
  while mark is not null loop
    if walking then
      return query
        select id from (select * from product where id > mark order by id limit step) stretch
        where strpos(mpn_compact, typed) > 1
          and passes(filter, id, profile_id, manufacturer_key, lifecycle, characteristics)
        order by id limit wanted - rows_listed;
      get diagnostics rows_found = row_count;
      rows_listed := rows_listed + rows_found;
      exit when rows_listed >= wanted;
      mark := (select id from product where id > mark order by id offset step - 1 limit 1);
    end if;
    if matching is null and mark is not null then
      select coalesce(array_agg(id), '{}') into matching from (
        select id from product
        where mpn_compact like piece and strpos(mpn_compact, typed) > 1 and id > mark
          and passes(filter, id, profile_id, manufacturer_key, lifecycle, characteristics)
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

-- The products whose number is one slip away from `typed`, leaving out those that hold it.
create function products_by_slip(typed text, filter product_filter) returns setof text
language plpgsql stable parallel safe
set plan_cache_mode = force_generic_plan
as $$
declare
  size     constant int := length(typed);
  spelling constant text[] := one_slip_away(typed);
begin
  for n in size - 1 .. size + 1 loop
    return query
      select id from product
      where length(mpn_compact) = n and mpn_compact = any(spelling) and strpos(mpn_compact, typed) = 0
        and passes(filter, id, profile_id, manufacturer_key, lifecycle, characteristics);
  end loop;
end $$;

-- The products that hold all words of a query and are not found by their number, in the order of ids after a mark ('' at the
-- start). `known` are those that are one slip away.
--
-- Common words are met soon on a walk along the ids, in which products stand in no order of their own. Rare words are found in the
-- word index, which knows no order, so that all that match must be fetched before the first of them is known. First a short
-- walk is tried, unless the words are likely to be rare; then the index, but only up to a few thousand products. When there are
-- more, the walk goes on: that many are never far apart. Nothing is estimated, so no unlucky combination of words is slow.
create function products_by_words(
  query tsquery, typed text, known text[], after_id text, filter product_filter, wanted int, likely_rare boolean
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
        select id from (select * from product where id > mark order by id limit step) stretch
        where words @@ wording and not is_by_number(mpn_compact, typed) and id <> all(known)
          and passes(filter, id, profile_id, manufacturer_key, lifecycle, characteristics)
        order by id limit wanted - rows_listed;
      get diagnostics rows_found = row_count;
      rows_listed := rows_listed + rows_found;
      exit when rows_listed >= wanted;
      mark := (select id from product where id > mark order by id offset step - 1 limit 1);
    end if;
    if matching is null and mark is not null then
      select coalesce(array_agg(id), '{}') into matching from (
        select id from product
        where words @@ wording and id > mark and not is_by_number(mpn_compact, typed) and id <> all(known)
          and passes(filter, id, profile_id, manufacturer_key, lifecycle, characteristics)
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

-- A page of a search, kind after kind for as long as the page is not full. `phrase` is what was typed, as it was typed.
--
-- A text of eight characters or more that is a number, or begins one, was meant as that number: kinds that cost more are not
-- tried then. The mark says which kind is being listed, so that pages go on as they began.
create function search_products(
  phrase text, typed text, typed_key text, after_rank float8, after_id text, filter product_filter, wanted int
) returns table (found_id text, found_rank float8)
language plpgsql stable parallel safe
as $$
declare
  in_words    boolean := coalesce(after_rank <= 0.25, false);
  in_slips    boolean := coalesce(after_rank <= 0.35, false) and not in_words;
  in_pieces   boolean := coalesce(after_rank <= 0.45, false) and not in_slips and not in_words;
  rows_found  int := 0;
  rows_listed int := 0;
  slips       text[] := '{}';
begin
  if not (in_words or in_slips or in_pieces) then
    return query select * from products_by_number(typed, typed_key, after_rank, after_id, filter, wanted);
    get diagnostics rows_listed = row_count;
    if length(typed) >= 8 and (rows_listed > 0 or after_rank is not null) then
      return;
    end if;
  end if;
  if length(typed) >= 3 and rows_listed < wanted and not (in_words or in_slips) then
    return query
      select id, 0.45::float8 from products_by_piece(
        typed, case when in_pieces then after_id else '' end, filter, wanted - rows_listed
      ) as id;
    get diagnostics rows_found = row_count;
    rows_listed := rows_listed + rows_found;
  end if;
  if rows_listed < wanted and may_be_misspelt(phrase, typed) then
    slips := array(select products_by_slip(typed, filter));
    if not in_words then
      return query
        select id, 0.35::float8 from unnest(slips) as id where not in_slips or id > after_id
        order by id limit wanted - rows_listed;
      get diagnostics rows_found = row_count;
      rows_listed := rows_listed + rows_found;
    end if;
  end if;
  if rows_listed < wanted then
    return query
      select id, 0.25::float8 from products_by_words(
        all_words(phrase), typed, slips, case when in_words then after_id else '' end, filter,
        wanted - rows_listed, likely_rare => typed ~ '[0-9]' and phrase !~ '\S\s+\S'
      ) as id;
  end if;
end $$;

-- The products that a search finds, in no order, up to a number of them: what facets count. It finds what `search_products`
-- finds, page after page.
create function products_found(phrase text, typed text, typed_key text, filter product_filter, cap int) returns setof text
language plpgsql stable parallel safe
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
as $$
declare
  wording     constant tsquery := all_words(phrase);
  piece       constant text := case when length(typed) >= 3 then '%' || typed || '%' end;
  slips       text[] := '{}';
  rows_listed int;
begin
  return query select found_id from products_by_number(typed, typed_key, null, null, filter, cap);
  get diagnostics rows_listed = row_count;
  if rows_listed >= cap or (length(typed) >= 8 and rows_listed > 0) then
    return;
  end if;
  if may_be_misspelt(phrase, typed) then
    slips := array(select products_by_slip(typed, filter));
  end if;
  return query
    select id from product
    where (words @@ wording or mpn_compact like piece or id = any(slips)) and not starts_with(mpn_compact, typed)
      and passes(filter, id, profile_id, manufacturer_key, lifecycle, characteristics)
    limit cap - rows_listed;
end $$;
