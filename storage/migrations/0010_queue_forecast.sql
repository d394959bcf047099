-- When the look-ups of a credential that were due at the last measure will have been made, at the pace that was measured then:
-- those of top parts, which come first, and all. Null: nothing was measured yet.
alter table credential
  add column top_queue_until timestamptz,
  add column queue_until timestamptz;
