-- What callers may see: every version of every visibility policy. The version is that of the policy's events.
create table visibility_policy (
  id          text not null,
  version     int not null,
  -- See storage/visibility-policy-store.ts. Null: it was removed with this version.
  document    jsonb,
  recorded_at timestamptz not null default now(),
  -- The key of the operator who did it.
  recorded_by text not null,
  primary key (id, version)
);
