-- What a supplier's plug-in needs to know besides where it is: currency, language, store, mapping. Nothing secret.
alter table supplier add column settings jsonb not null default '{}';
