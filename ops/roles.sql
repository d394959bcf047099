-- The roles of a PostgreSQL server that several people look after. An administrator runs this once
-- for each server:
--
--   psql --set=ON_ERROR_STOP=1 --file=ops/roles.sql "$ADMIN_URL"
--
-- It makes groups that nobody logs in as. What they may do in a database stands in
-- storage/schema/grants.sql, which `npm run migrate` runs as the owner of the tables. Then each
-- process gets a login of its own:
-- offers_owner for npm run migrate and for restoring archives, offers_app for the roles gateway and
-- ingest, offers_worker for the role worker, where it archives.
--
--   create role offers_owner login password '...' in role offerstream_request;
--   create role offers_app login password '...' in role offerstream_service;
--   create role offers_worker login password '...' in role offerstream_archiver;
--   create database offers owner offers_owner;

do $$
declare
  name text;
begin
  -- offerstream_request: what statements for a caller run as; row-level policies are for it.
  -- offerstream_service: rows of every table. offerstream_archiver: may drop archived months
  -- besides.
  foreach name in array array['offerstream_request', 'offerstream_service', 'offerstream_archiver'] loop
    begin
      if not exists (select from pg_roles where rolname = name) then
        execute format('create role %I nologin', name);
      end if;
    exception when duplicate_object or unique_violation then null; -- somebody else has just made it
    end;
  end loop;
  if not pg_has_role('offerstream_service', 'offerstream_request', 'member') then
    grant offerstream_request to offerstream_service;
  end if;
  if not pg_has_role('offerstream_archiver', 'offerstream_service', 'member') then
    grant offerstream_service to offerstream_archiver;
  end if;
end $$;
