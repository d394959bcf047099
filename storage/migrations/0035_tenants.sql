-- A second lock behind the queries that serve requests: rows of other tenants do not exist for
-- them, whatever they ask for.
--
-- Requests read and write as the role `offerstream_request`, and say for whom in two settings that
-- end with their transaction (see storage/tenant.ts): `offerstream.customer`, and
-- `offerstream.groups` as an array. Without them nothing is seen. Everybody else is background
-- work, which acts for all: owner and superuser are not subject to policies, any other role passes
-- by `background`.

do $$
declare
  by_hand constant text :=
    format('an administrator can do it: create role offerstream_request nologin; grant offerstream_request to %I;', current_user);
begin
  begin
    -- Roles belong to the server, not to this database: another one may have made it.
    if not exists (select from pg_roles where rolname = 'offerstream_request') then
      create role offerstream_request nologin;
    end if;
  exception
    when duplicate_object or unique_violation then null;
    when insufficient_privilege then
      raise exception 'the role offerstream_request is missing, and % may not make it; %', current_user, by_hand;
  end;
  if not (select rolsuper from pg_roles where rolname = current_user) then
    begin
      execute format('grant offerstream_request to %I', current_user);
    exception when insufficient_privilege then
      if not pg_has_role(current_user, 'offerstream_request', 'member') then
        raise exception '% is no member of the role offerstream_request and may not become one; %', current_user, by_hand;
      end if;
    end;
  end if;
  if not has_schema_privilege('offerstream_request', current_schema(), 'usage') then
    execute format('grant usage on schema %I to offerstream_request', current_schema());
  end if;
end $$;

-- What a job came to for each who asked for it: counts and changes of what that customer may see.
alter table enrichment_requester
  -- Null: it has not failed for this customer.
  add column failure text,
  -- Null: it has not completed.
  add column result  json;

-- Which job changed a trace last, and what: so that each customer is told of the offers that it
-- sees.
alter table offer_trace
  add column changed_by text,
  add column changes    json;

-- Whether whoever the settings name may see what a credential saw: the rule of
-- domain/pricing/source-selection.ts.
create function is_of_tenant(scope text, owner_id text) returns boolean
  language sql stable parallel safe
  return scope = 'system'
    or (scope = 'customer' and owner_id = current_setting('offerstream.customer', true))
    or (scope = 'group' and owner_id = any(nullif(current_setting('offerstream.groups', true), '')::text[]));

-- Policies of one table are joined by OR, so those for requests must not let anybody else's rows
-- pass.

alter table estimate enable row level security;
create policy background on estimate using (current_user <> 'offerstream_request');
create policy tenant on estimate to offerstream_request
  using (customer_id = current_setting('offerstream.customer', true));

alter table estimate_document enable row level security;
create policy background on estimate_document using (current_user <> 'offerstream_request');
create policy tenant on estimate_document to offerstream_request
  using (exists (select from estimate where estimate.id = estimate_id));

alter table enrichment_requester enable row level security;
create policy background on enrichment_requester using (current_user <> 'offerstream_request');
create policy tenant on enrichment_requester to offerstream_request
  using (customer_id = current_setting('offerstream.customer', true));

alter table enrichment_job enable row level security;
create policy background on enrichment_job using (current_user <> 'offerstream_request');
create policy tenant on enrichment_job to offerstream_request
  using (exists (select from enrichment_requester as requester
    where requester.job_id = enrichment_job.id and requester.customer_id = current_setting('offerstream.customer', true)));

alter table credential enable row level security;
create policy background on credential using (current_user <> 'offerstream_request');
create policy tenant on credential to offerstream_request using (is_of_tenant(scope, owner_id));

-- What is seen through a credential is seen by those who see the credential.

alter table offer_view enable row level security;
create policy background on offer_view using (current_user <> 'offerstream_request');
create policy tenant on offer_view to offerstream_request
  using (exists (select from credential where credential.id = credential_id));

alter table observation_history enable row level security;
create policy background on observation_history using (current_user <> 'offerstream_request');
create policy tenant on observation_history to offerstream_request
  using (exists (select from credential where credential.id = credential_id));

alter table lookup enable row level security;
create policy background on lookup using (current_user <> 'offerstream_request');
create policy tenant on lookup to offerstream_request
  using (exists (select from credential where credential.id = credential_id));

-- What requests may do at all. No secret of a credential, and nothing that a job keeps for those
-- who work on it.

grant select, insert, update, delete on estimate, estimate_document, idempotency_key to offerstream_request;
grant select (id, type, target, priority, customer_id, created_at, started_at, finished_at, failure, shown, version),
  update (finished_at, failure, version) on enrichment_job to offerstream_request;
grant select, update (is_waiting) on enrichment_requester to offerstream_request;
grant select (id, supplier_id, scope, owner_id, label, failing_since, health, disabled_at, next_tick_at, enrolled_at,
  top_queue_until, queue_until) on credential to offerstream_request;
grant select on offer, offer_view, observation_history, lookup, product, supplier to offerstream_request;
-- Events are written and not read.
grant select, insert, update on event_stream to offerstream_request;
grant insert, select (position, aggregate_type, aggregate_id, version, recorded_at) on event to offerstream_request;
grant insert on outbox to offerstream_request;
grant usage on sequence event_position to offerstream_request;

-- Two things about a job concern customers who do not know of each other, and are done for them by
-- these functions.

-- Makes a job for the customer of the settings, or has it join the one that is pending for the type
-- and target, which gets the higher of the two priorities. Returns the job's id.
create function request_enrichment(
  new_id text, of_type text, of_target jsonb, of_key text, of_priority text, at timestamptz, turn timestamptz
) returns text
language plpgsql security definer as $$
declare
  who   constant text := nullif(current_setting('offerstream.customer', true), '');
  found text;
  since timestamptz;
begin
  -- The delay between creation and turn is the priority's: whose is less is the more urgent.
  insert into enrichment_job as job (id, type, target, target_key, priority, customer_id, created_at, turn_at)
  values (new_id, of_type, of_target, of_key, of_priority, who, at, turn)
  on conflict (type, target_key) where finished_at is null do update set
    priority = case when excluded.turn_at - excluded.created_at < job.turn_at - job.created_at
      then excluded.priority else job.priority end,
    turn_at = least(job.turn_at, job.created_at + (excluded.turn_at - excluded.created_at)),
    version = job.version
      + case when excluded.turn_at - excluded.created_at < job.turn_at - job.created_at then 1 else 0 end
  returning job.id, job.created_at into found, since;
  insert into enrichment_requester (job_id, customer_id, created_at) values (found, who, since)
  on conflict (job_id, customer_id) do update set is_waiting = true;
  return found;
end $$;

-- Whether anybody still wants a job.
create function is_enrichment_wanted(of_job text) returns boolean
language sql stable security definer
begin atomic
  select exists (select from enrichment_requester where job_id = of_job and is_waiting);
end;

do $$
declare
  guarded regprocedure;
begin
  foreach guarded in array array[
    'request_enrichment(text, text, jsonb, text, text, timestamptz, timestamptz)', 'is_enrichment_wanted(text)'
  ]::regprocedure[] loop
    execute format('alter function %s set search_path = %I, pg_temp', guarded, current_schema());
    execute format('revoke execute on function %s from public', guarded);
    execute format('grant execute on function %s to offerstream_request', guarded);
  end loop;
end $$;
