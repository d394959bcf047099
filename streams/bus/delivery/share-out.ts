/**
 * Shares a total out in proportion to counts of a part of it, in whole numbers that add up to the
 * total: what is cut off goes to those that lost most by it. Nothing counted: nothing is shared.
 */
export const shareOut = (total: number, counted: ReadonlyMap<string, number>): ReadonlyMap<string, number> => {
  const sum = [...counted.values()].reduce((all, each) => all + each, 0);
  if (sum === 0) return new Map();
  const parts = [...counted].map(([name, count]) => {
    const exact = (total * count) / sum;
    return { name, whole: Math.floor(exact), cut: exact % 1 };
  });
  const left = total - parts.reduce((all, { whole }) => all + whole, 0);
  const byLoss = parts.toSorted((a, b) => b.cut - a.cut);
  return new Map(byLoss.map(({ name, whole }, place) => [name, whole + (place < left ? 1 : 0)]));
};
