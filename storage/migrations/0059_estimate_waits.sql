-- Whether the process that has an estimate only waits for suppliers: then it takes the place of no
-- other (storage/estimates/estimate-queue.ts).
alter table estimate add column is_waiting boolean not null default false;
