import type { Context } from 'hono';
import type { EdgeEnv } from '../../http/edge-env.ts';
import type { HttpOperation } from '../../http/operation.ts';
import type { OfSupplier } from '../use-cases.ts';
import { type AdminMethod, adminScopeOf } from './scopes.ts';

/** What all operations for operators have in common. */
export const adminOperation = (
  method: AdminMethod,
): Pick<HttpOperation<never, never>, 'service' | 'name' | 'scope'> => ({
  service: 'admin',
  name: `admin.v1.Connectors/${method}`,
  scope: adminScopeOf(method),
});

/** What all operations on the analytical projection have in common. */
export const analyticsOperation = (method: AdminMethod): ReturnType<typeof adminOperation> => ({
  ...adminOperation(method),
  name: `admin.v1.Analytics/${method}`,
});

/** The supplier that the path names. */
export const supplierOf = ({ req }: Context<EdgeEnv>): OfSupplier => ({ supplierId: req.param('supplier') ?? '' });
