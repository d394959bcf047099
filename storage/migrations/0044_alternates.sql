-- Products that may stand in for another: by their main figure, by a piece of their number, and by
-- words (domain/alternates/candidate-question.ts). Each way is one look into an index and gives at
-- most `wanted` ids.
create function alternate_candidates(
  of_profile text, figure text, amount float8, sizes text[], limits figure_limits, piece text, phrases text[], wanted int
) returns table (way int, found_id text)
language plpgsql stable parallel safe
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
as $$
declare
  holding constant text := '%' || piece || '%';
  wording tsquery;
begin
  if figure is not null then
    return query
      select 1, id from products_by_figure(figure, amount, sizes, limits, null, 0, wanted) where profile_id = of_profile;
  end if;
  if length(piece) > 3 then
    return query
      select 2, id from product where mpn_compact like holding and profile_id = of_profile limit wanted;
  end if;
  select string_agg('(' || all_words(phrase)::text || ')', ' | ')::tsquery into wording
    from unnest(phrases) as phrase where all_words(phrase) is not null;
  if wording is not null then
    return query select 3, id from product where words @@ wording and profile_id = of_profile limit wanted;
  end if;
end $$;
