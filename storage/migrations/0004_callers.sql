-- Who may call the service.

create table customer (
  id            text primary key,
  name          text not null,
  -- Null: the service's default zone.
  delivery_zone text
);

create table customer_group (
  id   text primary key,
  name text not null
);

create table group_member (
  customer_id text not null references customer on delete cascade,
  group_id    text not null references customer_group on delete cascade,
  primary key (customer_id, group_id)
);

create table api_key (
  id           text primary key,
  customer_id  text not null references customer,
  -- SHA-256 of the whole key; the key itself is nowhere.
  hash         bytea not null unique check (octet_length(hash) = 32),
  scopes       text[] not null,
  label        text not null,
  created_at   timestamptz not null default now(),
  -- Null: never.
  revoked_at   timestamptz,
  expires_at   timestamptz,
  -- Exact to the hour, so that a busy key does not mean a write for each request.
  last_used_at timestamptz
);
