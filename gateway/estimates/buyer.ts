import type { Caller } from '../../domain/callers/caller.ts';
import type { CustomerStore } from '../../domain/callers/ports.ts';
import type { EstimateCaller } from '../../domain/estimate/market.ts';
import type { ReadOptions } from '../../domain/store-context.ts';

/** A web token names the groups itself; a key's are those that the customer is in now. */
const isToken = (keyId: string): boolean => keyId.startsWith('jwt:');

/** The requester of an estimate, with its current zone, currency and groups. */
export const callerOf = async (
  { customerId, keyId, groupIds }: EstimateCaller,
  customers: Pick<CustomerStore, 'get'>,
  options?: ReadOptions,
): Promise<Caller> => {
  const customer = await customers.get(customerId, options);
  return {
    keyId,
    customerId,
    groupIds: isToken(keyId) ? groupIds : (customer?.groupIds ?? []),
    scopes: ['estimate'],
    deliveryZone: customer?.deliveryZone,
    ...(customer?.currency !== undefined && { currency: customer.currency }),
  };
};
