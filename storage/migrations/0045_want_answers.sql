-- Which answer named the offer last: it is applied when the offer's view is at least as new.
alter table part_want_offer add column asked_at timestamptz;
