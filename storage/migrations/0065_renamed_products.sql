-- A session plans the join of the products before and after an update at the first one, which may be of one product: a nested
-- loop, of which the cost grows with the square of what a later one changes. A merge or a hash is as good for few.
alter function note_redescribed_products() set enable_nestloop = off;
