/** A number of places that work takes in turn. */
export interface Places {
  /** Does the work when there is a place, in the order of asking; the place is free again however the work ends. */
  readonly take: <Result>(work: () => Promise<Result>) => Promise<Result>;
}

/** Makes so many places. */
export const createPlaces = (count: number): Places => {
  const waiting: (() => void)[] = [];
  let taken = 0;
  const enter = async (): Promise<void> => {
    if (taken < count) {
      taken += 1;
      return;
    }
    const { promise, resolve } = Promise.withResolvers<void>();
    waiting.push(resolve);
    await promise;
  };
  /** Hands the place to the next in line, or frees it. */
  const leave = (): void => {
    const next = waiting.shift();
    if (next === undefined) taken -= 1;
    else next();
  };
  return {
    take: async (work) => {
      await enter();
      try {
        return await work();
      } finally {
        leave();
      }
    },
  };
};
