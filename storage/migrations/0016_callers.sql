-- What operators do to callers, and what one key may ask for.

alter table customer add column created_at timestamptz not null default now();

create index group_member_by_group on group_member (group_id);

alter table api_key
  -- The secret before the last rotation, for as long as it still works.
  add column previous_hash       bytea unique check (octet_length(previous_hash) = 32),
  add column previous_until      timestamptz,
  -- Limits of the key's own; null: as the service is configured.
  add column requests_per_second int check (requests_per_second > 0),
  add column burst               int check (burst > 0),
  add column requests_per_day    bigint check (requests_per_day > 0),
  add column streams             int check (streams > 0);

create index api_key_by_customer on api_key (customer_id);

comment on column api_key.last_used_at is 'Exact to the minute; written in batches.';

-- Requests by key and day, in UTC. Callers with a token of an issuer have no row in api_key and are counted all the same.
create table api_key_usage (
  key_id   text not null,
  day      date not null,
  requests bigint not null,
  primary key (key_id, day)
) with (fillfactor = 70);

create index api_key_usage_by_day on api_key_usage (day);
