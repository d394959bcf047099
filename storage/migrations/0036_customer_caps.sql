-- What a customer may have under way and keep, and how often everything of a supplier may be asked for.

-- When everything of a supplier was asked for last, whoever asked.
create table supplier_refresh (
  supplier_id text primary key references supplier on delete cascade,
  asked_at    timestamptz not null
);

-- Noted and forgotten by requests.
grant select, insert, update, delete on supplier_refresh to offerstream_request;

-- Finds what nobody has looked at for long, failed estimates included.
drop index estimate_seen;

create index estimate_seen on estimate (seen_at);
