/**
 * Numbers the stretches of time between instants (milliseconds since 1970, in any order; those that are not finite do not count): between
 * two instants of one era nothing begins or ends. Most that are asked about are in the same era as the one before, so the
 * answer is remembered.
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
