-- Summaries that are kept as observations arrive, so that a question over all of them does not read
-- all of them. Every one is made from functions that give the same for a row taken twice (greatest,
-- distinct), so that a message that arrives twice, also because a crash came between the insert
-- into `observation` and the one into a summary, counts once here too.

-- When each offer was last seen to have what. What was seen again unchanged, of which there is no
-- observation, is inserted right here.
create table if not exists offer_newest (
  supplier_id  LowCardinality(String),
  offer_id     String,
  seen_at      SimpleAggregateFunction(max, DateTime64(3, 'UTC')),
  -- 1970: never.
  priced_at    SimpleAggregateFunction(max, DateTime64(3, 'UTC')),
  stocked_at   SimpleAggregateFunction(max, DateTime64(3, 'UTC'))
) engine = AggregatingMergeTree
order by (supplier_id, offer_id)
settings fsync_after_insert = 1, fsync_part_directory = 1;

create materialized view if not exists offer_newest_of_observation to offer_newest as
select
  supplier_id,
  offer_id,
  max(observed_at) as seen_at,
  maxIf(observed_at, is_priced) as priced_at,
  maxIf(observed_at, stock is not null) as stocked_at
from observation
group by supplier_id, offer_id;

-- How many offers had each lead time on a day, which weighs it, and how many had any, which is
-- told: exact for some thousands, to within two in a hundred above. The second is no sum of the
-- first, because an offer may have had two.
create table if not exists lead_time_offers (
  supplier_id     LowCardinality(String),
  day             Date,
  lead_time_days  UInt32,
  offers          AggregateFunction(uniqCombined(12), String)
) engine = AggregatingMergeTree
order by (supplier_id, day, lead_time_days)
settings fsync_after_insert = 1, fsync_part_directory = 1;

create materialized view if not exists lead_time_offers_of_observation to lead_time_offers as
select
  supplier_id,
  toDate(observed_at, 'UTC') as day,
  assumeNotNull(lead_time_days) as lead_time_days,
  uniqCombinedState(12)(offer_id) as offers
from observation
where observation.lead_time_days is not null
group by supplier_id, day, lead_time_days;

create table if not exists lead_time_days (
  supplier_id  LowCardinality(String),
  day          Date,
  offers       AggregateFunction(uniqCombined(15), String)
) engine = AggregatingMergeTree
order by (supplier_id, day)
settings fsync_after_insert = 1, fsync_part_directory = 1;

create materialized view if not exists lead_time_days_of_observation to lead_time_days as
select
  supplier_id,
  toDate(observed_at, 'UTC') as day,
  uniqCombinedState(15)(offer_id) as offers
from observation
where observation.lead_time_days is not null
group by supplier_id, day;
