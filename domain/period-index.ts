/**
 * Numbers the periods between instants (milliseconds since 1970, in any order; those that are not
 * finite do not count): nothing begins or ends within one period. Most queries fall into the same
 * period as the one before, so the last answer is cached.
 */
export const periodIndexOf = (instantsMs: Iterable<number>): ((at: Date) => number) => {
  const changes = [...new Set(instantsMs)].filter(Number.isFinite).sort((a, b) => a - b);
  let era = 0;
  let [fromMs, untilMs] = [Number.NEGATIVE_INFINITY, changes[0] ?? Number.POSITIVE_INFINITY];
  return (at) => {
    const ms = at.getTime();
    if (ms >= fromMs && ms < untilMs) return era;
    era = changes.findLastIndex((change) => change <= ms) + 1;
    fromMs = changes[era - 1] ?? Number.NEGATIVE_INFINITY;
    untilMs = changes[era] ?? Number.POSITIVE_INFINITY;
    return era;
  };
};
