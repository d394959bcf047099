-- Who says what of a product's characteristics, and what was spent on asking a language model.

-- One source's word about one characteristic. Contradicting ones are all kept; `product.characteristics` holds what is served.
create table characteristic_statement (
  product_id       text not null references product,
  name             text not null,
  -- The same for what replaces it, see domain/characteristics/statement.ts.
  source_key       text not null,
  value            text not null,
  is_served        boolean not null,
  source           text not null check (source in ('catalogue', 'supplier', 'language_model')),
  -- Null: nobody has kept it.
  stated_at        timestamptz,
  supplier_id      text references supplier,
  offer_id         text,
  credential_scope text check (credential_scope in ('system', 'group', 'customer')),
  -- Null for what was read out of the description.
  attribute        text,
  model            text,
  primary key (product_id, name, source_key),
  check ((source = 'supplier') = (supplier_id is not null and offer_id is not null and credential_scope is not null)),
  check ((source = 'language_model') = (model is not null))
);

-- What a language model was last asked about a product, so that it is not asked the same again.
create table language_model_reading (
  product_id text primary key references product,
  digest     text not null,
  read_at    timestamptz not null
);

-- Tokens that all processes together have spent, or set aside for what is under way, on a day in UTC.
create table language_model_budget (
  day    date primary key,
  tokens bigint not null check (tokens >= 0)
);
