-- One statement that is planned once a call, instead of one for each number: planning took five times as long as looking.
create or replace function offers_of_newcomers(of_run bigint) returns setof text
language plpgsql stable
set enable_seqscan = off
as $$
begin
  return query
    select concerned.id
    from (
      select distinct unnest(array[mpn_key::text, mpn_compact::text]) as number
      from product_newcomer join product on product.id = product_id where run_id = of_run
    ) as newcomer,
    -- By itself for each number: joined with them all, every offer would be read.
    lateral (select id from offer where blocking_keys @> array[newcomer.number] offset 0) as concerned;
  return query
    select offer.id from product_newcomer join offer using (product_id) where run_id = of_run and has_moved;
end $$;
