-- The first keys are made once in the life of a database, whatever becomes of them afterwards.

create table first_key (
  name    text primary key check (name in ('admin', 'customer')),
  -- SHA-256 of the key as it was made: tells a variable that names this key from one that names
  -- another.
  hash    bytea not null check (octet_length(hash) = 32),
  made_at timestamptz not null default now()
);

insert into first_key (name, hash, made_at)
select case id when 'key_first_admin' then 'admin' else 'customer' end, hash, created_at
from api_key
where id in ('key_first_admin', 'key_first_customer');
