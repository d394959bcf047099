-- Which types of job there are is told in one place, domain/enrichment/job-type.ts, and checked where
-- a request enters. A check here would have to be changed for each new one, and an older version of
-- the service beside a newer could not store it.
alter table enrichment_job drop constraint enrichment_job_type_check;
