-- Canonical products and the makers' names.

-- Every maker that a product names. A maker that the alias table knows has an alias row for its own key too.
create table manufacturer (
  key  text primary key,
  name text not null
);

create table manufacturer_alias (
  alias_key        text primary key,
  manufacturer_key text not null references manufacturer (key),
  -- As it was given, for people to read.
  alias            text not null,
  source           text not null
);

create index manufacturer_alias_of on manufacturer_alias (manufacturer_key);

-- A text without accents, compatibility forms and exotic punctuation, in lower case; the micro sign is a u, as people type
-- it. Most texts are plain ASCII, for which none of that needs doing.
create function fold_text(value text) returns text
  language sql immutable parallel safe
  return lower(
    case when value ~ '[^ -~]'
      then regexp_replace(
        translate(regexp_replace(normalize(value, nfkd), '[\u0300-\u036f]', '', 'g'), 'μ', 'u'), '[^[:alnum:] -~]', ' ', 'g'
      )
      else value
    end
  );

-- The words that a text is found by: what stands between blanks and punctuation, decimal points kept. Only the first 500
-- characters count, which also keeps every word inside the limit of an index entry.
create function search_words(value text) returns text[]
  language sql immutable parallel safe
  return array_remove(
    string_to_array(
      regexp_replace(left(fold_text(value), 500), '[!-\-/:-@\[-`{-~]|\.(?!\d)', ' ', 'g'),
      ' '
    ),
    ''
  );

-- A search for all words of a text; null, which matches nothing, when it has none.
create function all_words(value text) returns tsquery
  language sql immutable parallel safe
  return nullif('''' || array_to_string(search_words(value), ''' & ''') || '''', '''''')::tsquery;

create table product (
  id                  text primary key,
  profile_id          text not null,
  manufacturer_key    text not null,
  manufacturer        text not null,
  mpn                 text not null,
  mpn_key             text not null,
  -- In C collation, so that a prefix is a range of the index whatever the database's own collation is.
  mpn_compact         text collate "C" not null,
  description         text,
  characteristics     jsonb not null default '{}',
  lifecycle           text check (lifecycle in ('new', 'active', 'deprecated', 'discontinued')),
  replaced_by_mpn     text,
  replaced_by_mpn_key text,
  replaced_by         text references product (id),
  observed_at         timestamptz,
  created_at          timestamptz not null default now(),
  updated_at          timestamptz not null default now(),
  -- What the product is found by, and its maker's key behind a mark that no word holds, so that a search within one maker is
  -- one look into the same index.
  words               tsvector not null generated always as (array_to_tsvector(
    search_words(manufacturer || ' ' || mpn || ' ' || mpn_compact || ' ' || coalesce(description, ''))
      || ('=' || manufacturer_key)
  )) stored
) with (fillfactor = 90);

-- Identity. The part number leads, because the matcher asks for it alone.
create unique index product_identity on product (mpn_key, manufacturer_key, profile_id);

-- Exact numbers and prefixes, shorter numbers first: of all makers, and of one.
create index product_number on product (length(mpn_compact), mpn_compact, id);
create index product_number_of_maker on product (manufacturer_key, length(mpn_compact), mpn_compact, id);

create index product_words on product using gin (words);

-- Products whose replacement is named but not known yet.
create index product_replacement_missing on product (replaced_by_mpn_key, manufacturer_key, profile_id)
  where replaced_by is null and replaced_by_mpn_key is not null;

-- The products whose number is what was typed or begins with it, best first, after a mark (rank and id of the last one seen;
-- both null at the start). Ranks are those of storage/queries/search-products.ts. `typed` is in letters and digits only.
--
-- One short range of an index for each length, and no length that is not needed: the first page of a prefix that a hundred
-- thousand products share costs no more than that of any other. The plans hold for any input, so they are made once for each
-- session; planning would take longer than the search.
create function products_by_number(
  typed text, typed_key text, after_rank float8, after_id text, of_profile text, of_makers text[], wanted int
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
          and (of_profile is null or profile_id = of_profile)
          and (of_makers is null or manufacturer_key = any(of_makers))
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
    if of_makers is null then
      return query
        select id, 0.5 + 0.4::float8 * size / n from product
        where length(mpn_compact) = n and mpn_compact >= typed and mpn_compact < beyond
          and (n > after_size or (mpn_compact, id) > (after_mpn, after_id))
          and (of_profile is null or profile_id = of_profile)
        order by mpn_compact, id limit wanted - rows_listed;
    else
      return query
        select id, 0.5 + 0.4::float8 * size / n from product
        where manufacturer_key = any(of_makers)
          and length(mpn_compact) = n and mpn_compact >= typed and mpn_compact < beyond
          and (n > after_size or (mpn_compact, id) > (after_mpn, after_id))
          and (of_profile is null or profile_id = of_profile)
        order by mpn_compact, id limit wanted - rows_listed;
    end if;
    get diagnostics rows_found = row_count;
    rows_listed := rows_listed + rows_found;
  end loop;
end $$;

-- The products that hold all words of a query and whose number does not begin with `typed`, in the order of ids after a mark
-- ('' at the start).
--
-- Common words are met soon on a walk along the ids, in which products stand in no order of their own. Rare words are found in the
-- word index, which knows no order, so that all that match must be fetched before the first of them is known. First a short
-- walk is tried, unless the words are likely to be rare; then the index, but only up to a few thousand products. When there are
-- more, the walk goes on: that many are never far apart. Nothing is estimated, so no unlucky combination of words is slow.
create function products_by_words(
  query tsquery, typed text, after_id text, of_profile text, of_makers text[], wanted int, likely_rare boolean
) returns setof text
language plpgsql stable parallel safe
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
as $$
declare
  few         constant int := 5000;
  step        constant int := greatest(2000, 40 * wanted);
  beyond      text collate "C" := typed || chr(1114111);
  wording     tsquery := query;
  mark        text := after_id;
  matching    text[];
  rows_found  int;
  rows_listed int := 0;
  walking     boolean := not likely_rare;
begin
  if of_makers is not null then
    wording := query && (select string_agg(quote_literal('=' || maker), ' | ') from unnest(of_makers) as maker)::tsquery;
  end if;
  while mark is not null loop
    if walking then
      return query
        select id from (select * from product where id > mark order by id limit step) stretch
        where words @@ wording and not (mpn_compact >= typed and mpn_compact < beyond)
          and (of_profile is null or profile_id = of_profile)
        order by id limit wanted - rows_listed;
      get diagnostics rows_found = row_count;
      rows_listed := rows_listed + rows_found;
      exit when rows_listed >= wanted;
      mark := (select id from product where id > mark order by id offset step - 1 limit 1);
    end if;
    if matching is null and mark is not null then
      select coalesce(array_agg(id), '{}') into matching from (
        select id from product
        where words @@ wording and id > mark and not (mpn_compact >= typed and mpn_compact < beyond)
          and (of_profile is null or profile_id = of_profile)
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

-- A page of a search: numbers first, then words. Parameters as above; `phrase` is what was typed, as it was typed. What begins a
-- number and has a digit is rarely a common word too.
create function search_products(
  phrase text, typed text, typed_key text, after_rank float8, after_id text, of_profile text, of_makers text[], wanted int
) returns table (found_id text, found_rank float8)
language plpgsql stable parallel safe
as $$
declare
  in_words    boolean := coalesce(after_rank <= 0.25, false);
  rows_listed int := 0;
begin
  if not in_words then
    return query select * from products_by_number(typed, typed_key, after_rank, after_id, of_profile, of_makers, wanted);
    get diagnostics rows_listed = row_count;
  end if;
  if rows_listed < wanted then
    return query
      select id, 0.25::float8 from products_by_words(
        all_words(phrase), typed, case when in_words then after_id else '' end, of_profile, of_makers,
        wanted - rows_listed, likely_rare => rows_listed > 0 and typed ~ '[0-9]'
      ) as id;
  end if;
end $$;

-- How far each import of a file has come.
create table catalogue_import (
  digest        text not null,
  kind          text not null,
  profile_id    text not null,
  -- Rows of the file that are done with, the header apart; always upserted + rejected.
  rows_read     bigint not null,
  upserted      bigint not null,
  rejected      bigint not null,
  created       bigint not null,
  updated       bigint not null,
  -- Length of the rejects file that belongs to these rows.
  rejects_bytes bigint not null,
  started_at    timestamptz not null,
  finished_at   timestamptz,
  primary key (digest, kind, profile_id)
);
