/** Probes are few; what pretends to be one by the thousand is served like any other call. */
const perSecond = 200;

/**
 * Tells of each probe whether it is one of those that are served whatever the load: so many in any
 * second of the clock.
 */
export const createProbeAllowance = (): (() => boolean) => {
  let second = 0;
  let seen = 0;
  return () => {
    const now = Math.floor(performance.now() / 1_000);
    if (now !== second) {
      second = now;
      seen = 0;
    }
    seen += 1;
    return seen <= perSecond;
  };
};
