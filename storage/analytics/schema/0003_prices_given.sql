-- What customers were told of prices. Many come in one message, so message_id is the id of the
-- message with the place in it; two copies of a message are the same to the letter, so that here an
-- instant may stand in the sorting key before it.

create table if not exists price_given (
  message_id      String,
  customer_id     LowCardinality(String),
  offer_id        String,
  -- Null: the offer belonged to no product.
  product_id      Nullable(String),
  quantity        UInt32,
  -- fixed, on_request or unknown.
  pricing_mode    LowCardinality(String),
  -- Null: the price is known, or on request.
  unknown_reason  LowCardinality(Nullable(String)),
  -- Of one piece. Null: there is none.
  unit_price      Nullable(Decimal(38, 12)),
  currency        LowCardinality(Nullable(String)),
  -- customer, group or system. Null: there was none, or the customer was not to know it.
  source          LowCardinality(Nullable(String)),
  freshness       LowCardinality(String),
  answered_at     DateTime64(3, 'UTC'),
  -- Null: the present price was asked for.
  asked_date      Nullable(DateTime64(3, 'UTC'))
) engine = ReplacingMergeTree
order by (ifNull(product_id, ''), answered_at, message_id)
settings index_granularity = 1024, fsync_after_insert = 1, fsync_part_directory = 1;
