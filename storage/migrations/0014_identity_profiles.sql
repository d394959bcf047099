-- Identity profiles, and the characteristics of products as numbers.

-- Every version that operators have made of a profile; the latest one holds. A profile without any is the built-in one.
create table identity_profile (
  id         text not null,
  version    int not null check (version > 0),
  -- What it says, as storage/profile-document.ts writes it.
  content    jsonb not null,
  changed_by text not null,
  changed_at timestamptz not null,
  primary key (id, version)
);

-- Characteristics that are quantities, by name, in base units; a range is two names, with _min and _max.
alter table product add column quantities jsonb not null default '{}';

-- Spellings that an operator has taken off their manufacturer: built-in ones among them are not added again. Products that were
-- made under such a spelling go back to it when it is named next.
create table manufacturer_alias_removed (
  alias_key  text primary key,
  removed_by text not null,
  removed_at timestamptz not null default now()
);
