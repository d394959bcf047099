import type { OpenCredential } from '../../domain/ingestion/supplier-ports.ts';
import type { SecretBinding } from '../../domain/secret-binding.ts';
import type { AnySql } from '../pool/pool.ts';
import { bindingJson } from '../secrets/sealed-columns.ts';
import type { Sealer } from '../secrets/sealing.ts';

/** The statement that inserts a credential, its secret sealed for the binding. */
export const insertCredential = (
  sql: AnySql,
  { id, supplierId, scope, ownerId, label, secret }: Omit<OpenCredential, 'failingSince'>,
  sealer: Sealer,
  boundTo: SecretBinding,
) => sql`
  insert into credential (id, supplier_id, scope, owner_id, label, secret, sealed_for)
  values (${id}, ${supplierId}, ${scope}, ${ownerId ?? null}, ${label},
    ${sealer.seal(secret, { rowId: id, boundTo })}, ${bindingJson(boundTo)}::text::jsonb)`;
