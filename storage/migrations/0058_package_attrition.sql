-- What is lost in assembly of parts in a package, where a list does not say.
create table package_attrition (
  -- The same for all names of the package, see packageKey of domain/characteristics/packages.ts.
  package text primary key,
  percent numeric not null check (percent between 0 and 100),
  pieces  int not null check (pieces >= 0)
);
