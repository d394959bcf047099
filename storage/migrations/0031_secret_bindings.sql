-- A secret is bound to the plug-in and the origins that it was entered for; another origin or plug-in detaches it.

alter table credential
  -- Null: detached. Nothing is left of a detached secret.
  alter column secret drop not null,
  -- What the secret and the session were sealed for, see storage/sealed-columns.ts. It is told to operators and decides nothing
  -- about secrets whose seal holds their binding.
  add column sealed_for jsonb,
  add column detached_at timestamptz;

-- Secrets from before are sealed for their row alone. They are good for what their supplier is at this moment and for nothing
-- else, and are sealed anew, with their binding, when they are next read or by `npm run rotate:secrets`.
update credential
set sealed_for = jsonb_build_object('plugin', plugin, 'baseUrl', base_url, 'settings', settings)
from supplier
where supplier.id = supplier_id;
