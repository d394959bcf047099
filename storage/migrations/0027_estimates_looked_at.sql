-- Finds the estimates that somebody looks at when what all prices are made from changes.
create index estimate_seen on estimate (seen_at) where status in ('optimizing', 'ready');
