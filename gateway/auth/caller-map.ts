import type { Caller } from '../../domain/callers/caller.ts';

/**
 * Values of callers, by what a caller is and not by its key. The very object that the authenticator
 * gave is looked up first, which is quick; it lives for seconds, what the caller is lives on.
 */
export interface CallerMap<Value extends NonNullable<unknown>> {
  get(caller: Caller): Value | undefined;
  set(caller: Caller, value: Value): void;
}

/** Everything that an answer can depend on: not the key, nor what it may still use. */
const contentOf = ({ customerId, groupIds, scopes, deliveryZone, currency }: Caller): string =>
  JSON.stringify([customerId, groupIds, scopes, deliveryZone, currency]);

/** Makes a map of at most so many callers; the one that was set longest ago goes first. */
export const createCallerMap = <Value extends NonNullable<unknown>>(maxCallers: number): CallerMap<Value> => {
  const byObject = new WeakMap<Caller, Value>();
  const byContent = new Map<string, Value>();
  return {
    get: (caller) => {
      const known = byObject.get(caller);
      if (known !== undefined) return known;
      const value = byContent.get(contentOf(caller));
      if (value !== undefined) byObject.set(caller, value);
      return value;
    },
    set: (caller, value) => {
      const content = contentOf(caller);
      byObject.set(caller, value);
      byContent.delete(content);
      byContent.set(content, value);
      const oldest = byContent.keys().next();
      if (byContent.size > maxCallers && !oldest.done) byContent.delete(oldest.value);
    },
  };
};
