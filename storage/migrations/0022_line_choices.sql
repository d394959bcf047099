-- From lines of bills of materials to products: what customers have chosen, and look-ups by figures.

-- Which product a customer's line means. The key is that of domain/estimate/resolve/line-key.ts.
create table line_choice (
  customer_id text not null references customer on delete cascade,
  line_key    text not null,
  product_id  text not null references product on delete cascade,
  -- The line as it was read: labels for the matcher's model.
  manufacturer text,
  mpn         text,
  description text,
  chosen_at   timestamptz not null default now(),
  primary key (customer_id, line_key)
);

create index line_choice_product on line_choice (product_id);

-- The size of a chip by its usual code, as in `0603 (1608 Metric)`; null for what is none.
create function chip_size(characteristics jsonb) returns text
  language sql immutable parallel safe
  return substring(
    characteristics ->> 'package'
    from '(?:^|[^0-9.])(01005|0201|0402|0603|0805|1206|1210|1806|1808|1812|2010|2220|2512)(?![0-9.])'
  );

-- Parts that figures name are found by their main figure and size. Products without the figure are in none of these.
create index product_capacitance on product (((quantities ->> 'capacitance')::float8), chip_size(characteristics))
  where quantities ? 'capacitance';
create index product_resistance on product (((quantities ->> 'resistance')::float8), chip_size(characteristics))
  where quantities ? 'resistance';
create index product_inductance on product (((quantities ->> 'inductance')::float8), chip_size(characteristics))
  where quantities ? 'inductance';

-- What a part must be beside its main figure and size; null demands nothing.
create type figure_limits as (
  -- At least.
  volts       float8,
  -- At most, as a share.
  tolerance   float8,
  -- Spellings in small letters, any of them.
  dielectrics text[]
);

-- Whether nothing that is known of a product falls short of the limits. Inlined.
create function is_good_enough(quantities jsonb, characteristics jsonb, limits figure_limits) returns boolean
  language sql immutable parallel safe
  return ((limits).volts is null or coalesce((quantities ->> 'voltage_rating')::float8 >= (limits).volts, true))
    and ((limits).tolerance is null or coalesce((quantities ->> 'tolerance')::float8 <= (limits).tolerance, true))
    and ((limits).dielectrics is null or coalesce(characteristics ->> 'dielectric' ~* any((limits).dielectrics), true));

-- Up to `wanted` products of a figure, in any of the sizes (null: in any). All spellings of a figure come to one number
-- (domain/characteristics/read-figure.ts), so that numbers are compared as they are. Where fewer than `few` are known so, products
-- of these words follow, up to three times as many because words may mean something else; frequent words cost a hundred times as
-- much as a figure.
create function products_by_figure(
  figure text, amount float8, sizes text[], limits figure_limits, described tsquery, few int, wanted int
) returns setof product
language plpgsql stable parallel safe
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
as $$
declare
  rows_found int;
begin
  case figure
    when 'capacitance' then
      if sizes is null then
        return query
          select * from product
          where quantities ? 'capacitance' and (quantities ->> 'capacitance')::float8 = amount
            and is_good_enough(quantities, characteristics, limits)
          limit wanted;
      else
        return query
          select * from product
          where quantities ? 'capacitance' and (quantities ->> 'capacitance')::float8 = amount
            and chip_size(characteristics) = any(sizes)
            and is_good_enough(quantities, characteristics, limits)
          limit wanted;
      end if;
    when 'resistance' then
      if sizes is null then
        return query
          select * from product
          where quantities ? 'resistance' and (quantities ->> 'resistance')::float8 = amount
            and is_good_enough(quantities, characteristics, limits)
          limit wanted;
      else
        return query
          select * from product
          where quantities ? 'resistance' and (quantities ->> 'resistance')::float8 = amount
            and chip_size(characteristics) = any(sizes)
            and is_good_enough(quantities, characteristics, limits)
          limit wanted;
      end if;
    when 'inductance' then
      if sizes is null then
        return query
          select * from product
          where quantities ? 'inductance' and (quantities ->> 'inductance')::float8 = amount
            and is_good_enough(quantities, characteristics, limits)
          limit wanted;
      else
        return query
          select * from product
          where quantities ? 'inductance' and (quantities ->> 'inductance')::float8 = amount
            and chip_size(characteristics) = any(sizes)
            and is_good_enough(quantities, characteristics, limits)
          limit wanted;
      end if;
  end case;
  get diagnostics rows_found = row_count;
  if rows_found < few then
    return query select * from product where words @@ described limit 3 * wanted;
  end if;
end $$;

-- Up to `wanted` products whose number in letters and digits is `typed` or goes on for up to eight more, the shortest first.
create function products_by_beginning(typed text, wanted int) returns setof text
language plpgsql stable parallel safe
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
as $$
declare
  beyond constant text collate "C" := typed || chr(1114111);
  found  int := 0;
  met    int;
begin
  for size in length(typed) .. length(typed) + 8 loop
    return query
      select id from product
      where length(mpn_compact) = size and mpn_compact >= typed and mpn_compact < beyond
      order by mpn_compact, id limit wanted - found;
    get diagnostics met = row_count;
    found := found + met;
    exit when found >= wanted;
  end loop;
end $$;
