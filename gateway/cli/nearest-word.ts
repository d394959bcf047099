/** How many letters must be changed, added or taken away to make one word of another. */
const distance = (one: string, other: string): number => {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (const [at, letter] of [...one].entries()) {
    const next = [at + 1];
    for (const [place, expected] of [...other].entries())
      next.push(
        Math.min((next[place] ?? 0) + 1, (row[place + 1] ?? 0) + 1, (row[place] ?? 0) + (letter === expected ? 0 : 1)),
      );
    row = next;
  }
  return row.at(-1) ?? 0;
};

/** Longer words are no typing errors. */
const maxLength = 40;

/** The word that was probably meant; undefined: none is near. */
export const nearestWord = (given: string, words: readonly string[]): string | undefined => {
  if (given.length > maxLength) return undefined;
  const [nearest] = words
    .map((word) => ({ word, far: distance(given.toLowerCase(), word) }))
    .toSorted((one, other) => one.far - other.far);
  return nearest !== undefined && nearest.far <= (nearest.word.length < 5 ? 1 : 2) ? nearest.word : undefined;
};
