-- Rate budgets shared by all processes: see domain/ingestion/rate-budget.ts and learned-rate.ts. Rows are rewritten at every
-- decision and nothing but the key is indexed, so an update stays within its page.
create table rate_budget (
  -- ratelimit:{supplier}:{credential_id}:{endpoint}
  key        text primary key,
  -- The theoretical arrival time of each budget of the endpoint, in milliseconds since the epoch.
  arrivals   double precision[] not null,
  -- What the last decision gave out, and for which instant; none: null.
  units      double precision,
  starts_at  double precision not null,
  -- The share of the configured rate that the supplier bears, and since when.
  factor     double precision not null default 1,
  factor_at  double precision not null default 0,
  -- Nothing is given out before this instant.
  not_before double precision not null default 0
) with (fillfactor = 50);

-- One decision, as domain/ingestion/rate-budget.ts makes it, at a share `factor` of the paces: `units` is null when nothing is
-- given out, and `starts_at` is then the instant for which there would be some. The arrivals of a refusal are those from before.
create function decide_rate_budget(
  arrivals double precision[], intervals double precision[], bursts double precision[], factor double precision,
  cost double precision, want double precision, ahead_ms double precision, not_before double precision,
  spent_outside double precision, now_ms double precision,
  out arrivals_after double precision[], out units double precision, out starts_at double precision
)
language plpgsql immutable parallel safe as $$
declare
  windows constant int := array_length(intervals, 1);
  known double precision;
  available double precision := want;
begin
  starts_at := greatest(now_ms, not_before);
  for place in 1 .. windows loop
    known := coalesce(arrivals[place], 0);
    if spent_outside > 0 then
      known := greatest(known, now_ms + (bursts[place] + spent_outside - 1) * intervals[place] / factor);
    end if;
    arrivals_after[place] := known;
    starts_at := greatest(starts_at, known - (bursts[place] - cost) * intervals[place] / factor);
  end loop;
  if starts_at - now_ms > ahead_ms then
    return;
  end if;
  for place in 1 .. windows loop
    known := greatest(arrivals_after[place], starts_at);
    arrivals_after[place] := known;
    available := least(available, floor(bursts[place] - (known - starts_at) * factor / intervals[place]));
  end loop;
  units := greatest(cost, available);
  for place in 1 .. windows loop
    arrivals_after[place] := arrivals_after[place] + units * intervals[place] / factor;
  end loop;
end $$;
