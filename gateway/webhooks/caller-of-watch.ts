import type { Caller } from '../../domain/callers/caller.ts';
import type { CustomerStore } from '../../domain/callers/ports.ts';
import type { ReadOptions } from '../../domain/store-context.ts';
import type { Watcher } from '../../domain/webhooks/watch-ports.ts';
import { callerOf } from '../estimates/buyer.ts';

/**
 * As whom a watch is looked at, in the groups that its customer is in now. A web token names groups
 * for minutes and a watch lasts, so that those of a token count while the customer is in them.
 * Rejects as the store does.
 */
export const callerOfWatch = async (
  watcher: Watcher,
  customers: Pick<CustomerStore, 'get'>,
  options?: ReadOptions,
): Promise<Caller> => {
  const caller = await callerOf(watcher, customers, options);
  const customer = await customers.get(watcher.customerId, options);
  const current = new Set(customer?.groupIds);
  return { ...caller, groupIds: caller.groupIds.filter((id) => current.has(id)) };
};
