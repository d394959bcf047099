-- The logins of compose.yaml, in the groups of ops/roles.sql, and the database. Run once, when the
-- server is made; the passwords come from the environment.
\getenv owner_password OWNER_PASSWORD
\getenv app_password APP_PASSWORD
\getenv worker_password WORKER_PASSWORD

-- Owns the tables: for npx offerstream migrate, and for restoring archives.
create role offers_owner login password :'owner_password' in role offerstream_request;
-- Of gateway and ingest.
create role offers_app login password :'app_password' in role offerstream_service;
-- Of the worker, which archives.
create role offers_worker login password :'worker_password' in role offerstream_archiver;

create database offerstream owner offers_owner;
revoke all on database offerstream from public;
grant connect on database offerstream to offers_app, offers_worker;
\connect offerstream
revoke create on schema public from public;
