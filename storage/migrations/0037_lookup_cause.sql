-- The request for which a part is wanted of a credential, until it has been asked for; null: the service's own look-ups.
alter table lookup
  add column correlation_id text,
  add column traceparent    text;
