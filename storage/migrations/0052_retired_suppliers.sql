-- Suppliers that an operator has retired: they are asked nothing any more and sell nothing, and what was ever said of them stays.
alter table supplier add column retired_at timestamptz;

-- The offers of one supplier, page by page.
create index offer_supplier on offer (supplier_id, id);
