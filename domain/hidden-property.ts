/**
 * Something worked out from an object, kept on the object itself and gone with it, for the hot
 * path. A `WeakMap` means the same, but each of its entries costs the garbage collector a look at
 * every collection: with tens of thousands of offers that was half of all the time it took.
 *
 * The attached value is invisible elsewhere: copies of the object, comparisons and JSON leave it
 * out. Nothing can be attached to a frozen object.
 */
export interface HiddenProperty<Holder extends object, Value> {
  /** Undefined when nothing was attached. */
  get(holder: Holder): Value | undefined;
  /** Attaches the value in place of what was. */
  set(holder: Holder, value: Value): void;
}

/** Makes one kind of attachment; the name is for people who look at the object. */
export const createHiddenProperty = <Holder extends object, Value>(name: string): HiddenProperty<Holder, Value> => {
  const slot = Symbol(name);
  return {
    get: (holder) => (holder as { readonly [slot]?: Value })[slot],
    set: (holder, value) => {
      Object.defineProperty(holder, slot, { value, writable: true });
    },
  };
};
