import type { SuppliersInReach } from '../../domain/estimate/ports.ts';
import { arrayLiteral } from '../pool/array-literal.ts';
import type { Sql } from '../pool/pool.ts';
import { readForTenant } from '../pool/tenant.ts';

/**
 * Which suppliers a customer has a credential of, be it everybody's, its own or its group's. Throws
 * `unavailable` when the database does not answer.
 */
export const createSuppliersInReach =
  (sql: Sql): SuppliersInReach =>
  async (supplierIds, tenant, options) => {
    if (supplierIds.length === 0) return new Set();
    const { customerId, groupIds } = tenant;
    const rows = await readForTenant<{ id: string }>(
      sql,
      tenant,
      (client) => client`
        select id from supplier
        where id = any(${arrayLiteral(supplierIds)}::text[]) and retired_at is null and exists (
          select from credential where credential.supplier_id = supplier.id and (
            scope = 'system'
            or (scope = 'customer' and owner_id = ${customerId})
            or (scope = 'group' and owner_id = any(${arrayLiteral(groupIds)}::text[]))))`,
      options,
    );
    return new Set(rows.map(({ id }) => id));
  };
