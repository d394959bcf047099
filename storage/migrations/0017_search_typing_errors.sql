-- Typing errors looked up as one set for each length, and stock kept to those who may see it.

-- Variants differ in one place, so most of them fall between the same two entries of the index. Given as a set, the index is read in
-- order and such neighbours cost one descent between them: some thirty descents for fourteen letters instead of a thousand. Only
-- the few numbers that exist are ranked.
create or replace function products_by_variant(
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
      and passes(product.id, profile_id, lifecycle, characteristics, filter)
    order by variant.rank desc, product.id limit wanted;
end $$;

-- Owners are told apart by their scope: a customer and a group of one name are two, and neither is the system.
create or replace function is_in_stock(of_product text, stock_for text[]) returns boolean
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
