-- The orphan pool: offers that were decided and belong to no product.
create index offer_orphans on offer (matched_at, id) where matched_at is not null and match_confidence = 'unmatched';
