import type { AdminScope } from '../../../domain/callers/caller.ts';
import { operationsOf } from '../../http/operations-of.ts';

const changingMethods: ReadonlySet<string> = new Set(['put', 'patch', 'delete']);

/** Makes the operations of one resource of operators. Each says which right it needs. */
export const adminOperationsOf = <Cases>(resource: string) =>
  operationsOf<Cases, { readonly scope: Exclude<AdminScope, 'admin'> }>({
    service: 'admin',
    scope: 'admin',
    contract: `admin.v1.${resource}`,
    tag: 'Admin',
    conditional: changingMethods,
  });
