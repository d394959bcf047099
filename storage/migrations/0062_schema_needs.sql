-- The number of the newest migration that a program must know to work on the schema from this
-- migration on; 0: any program may. A migration that takes something away states it in a line
-- `-- needs: NNNN`.
alter table schema_migration add column needs int not null default 0;
