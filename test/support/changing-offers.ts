import fc from 'fast-check';
import type { Offer } from '../../domain/offers/offer.ts';
import { offer } from './offers.ts';

/**
 * What simulations of caches are made of: offers that change, and a store that answers when it is
 * told to.
 */

const ids = ['a', 'b', 'c', 'd'] as const;
const id = fc.constantFrom(...ids);

const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ does: fc.constant('load' as const), id }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('change' as const), id }) },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('answer' as const), which: fc.nat(2), fails: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('wait' as const), ms: fc.nat(1_500) }) },
);

/** Questions, changes, answers and waits in any order, so many at most. */
export const stepsOf = (maxLength: number) => fc.array(step, { maxLength, size: 'max' });

/** When each id changed; the number of its changes up to an instant is its version then. */
export const createTruth = () => {
  const changes = new Map<string, number[]>(ids.map((each) => [each, []]));
  const version = (of: string): number => changes.get(of)?.length ?? 0;
  return {
    change: (of: string, atMs: number): void => void changes.get(of)?.push(atMs),
    versionAt: (of: string, atMs: number): number =>
      changes.get(of)?.filter((changedAtMs) => changedAtMs < atMs).length ?? 0,
    /** The offer as it is, with its version for a number. */
    offer: (of: string): Offer => offer([], { id: of, supplierSku: String(version(of)) }),
  };
};

/** Looks at once and answers when told to. */
export const createSlowStore = () => {
  const open: ((fails: boolean) => void)[] = [];
  const answer = async (which: number, fails: boolean): Promise<void> => {
    const [settle] = open.splice(which % Math.max(open.length, 1), 1);
    settle?.(fails);
    await new Promise(setImmediate);
  };
  return {
    later: <T>(look: () => T): Promise<T> => {
      const seen = look();
      const { promise, resolve, reject } = Promise.withResolvers<T>();
      open.push((fails) => (fails ? reject(new Error('down')) : resolve(seen)));
      return promise;
    },
    waiting: (): number => open.length,
    answer,
    answerAll: async (): Promise<void> => {
      while (open.length > 0) await answer(0, false);
    },
  };
};
