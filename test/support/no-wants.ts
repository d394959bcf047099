import type { WantQueue } from '../../domain/wants/ports.ts';

/** The queue of a credential of which nobody wants parts that have no product. */
export const noWants: WantQueue = {
  due: async () => [],
  settle: async () => undefined,
  defer: async () => undefined,
};
