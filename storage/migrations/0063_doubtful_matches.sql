-- Offers that have a product and may well not be it, for whoever reviews them.
create index offer_doubtful on offer (match_confidence, matched_at, id)
  where matched_at is not null and match_confidence in ('weak', 'probable');
