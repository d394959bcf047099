-- What travelled on the bus, a row a message. A message that arrives twice is two rows until a
-- merge, and one to every query that reads with FINAL: message_id ends each sorting key, and
-- nothing in the key before it differs between two copies of a message. For the same reason tables
-- are not partitioned by time: a page fetched again has the same ids and a later instant. An insert
-- returns when its part is on the disk.

create table if not exists observation (
  message_id      String,
  offer_id        String,
  supplier_id     LowCardinality(String),
  supplier_sku    String,
  credential_id   LowCardinality(String),
  observed_at     DateTime64(3, 'UTC'),
  run_id          String,
  phase           LowCardinality(String),
  -- Whether a price was stated at all, if only "on request".
  is_priced       Bool,
  currency        LowCardinality(String),
  -- Ascending; the price of one piece from each quantity on.
  quantities      Array(UInt32),
  unit_prices     Array(Decimal(38, 12)),
  stock           Nullable(UInt64),
  lead_time_days  Nullable(UInt32)
) engine = ReplacingMergeTree
order by (offer_id, credential_id, message_id)
settings index_granularity = 1024, fsync_after_insert = 1, fsync_part_directory = 1;

create table if not exists match_decision (
  message_id  String,
  offer_id    String,
  decided_at  DateTime64(3, 'UTC'),
  -- Null: the offer belongs to no product.
  product_id  Nullable(String),
  confidence  LowCardinality(String),
  rule        LowCardinality(String)
) engine = ReplacingMergeTree
order by (offer_id, message_id)
settings fsync_after_insert = 1, fsync_part_directory = 1;

create table if not exists job_result (
  message_id  String,
  job_id      String,
  job_type    LowCardinality(String),
  ended_at    DateTime64(3, 'UTC'),
  -- Null: it was completed.
  failure     LowCardinality(Nullable(String)),
  counts      Map(LowCardinality(String), UInt64)
) engine = ReplacingMergeTree
order by (job_id, message_id)
settings fsync_after_insert = 1, fsync_part_directory = 1;

create table if not exists credential_state (
  message_id     String,
  credential_id  LowCardinality(String),
  supplier_id    LowCardinality(String),
  changed_at     DateTime64(3, 'UTC'),
  state          LowCardinality(String),
  reason         LowCardinality(Nullable(String))
) engine = ReplacingMergeTree
order by (credential_id, message_id)
settings fsync_after_insert = 1, fsync_part_directory = 1;

create table if not exists ingestion_run (
  message_id     String,
  run_id         String,
  supplier_id    LowCardinality(String),
  credential_id  LowCardinality(Nullable(String)),
  ended_at       DateTime64(3, 'UTC'),
  failure        Nullable(String),
  pages          Nullable(UInt64),
  items          Nullable(UInt64),
  prices         Nullable(UInt64),
  stocks         Nullable(UInt64)
) engine = ReplacingMergeTree
order by (run_id, message_id)
settings fsync_after_insert = 1, fsync_part_directory = 1;
