-- The months of events that were moved out of the database into files. A month is in this table from the moment that its
-- partition was dropped.
create table event_archive (
  partition       text        primary key, -- event_YYYY_MM, also the name of its folder
  events          bigint      not null,
  manifest_sha256 text        not null,    -- of the manifest by which the partition was dropped
  archived_at     timestamptz not null default now(),
  kept_until      timestamptz              -- a restored month is left alone until then, and dropped again after
);
