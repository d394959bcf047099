/**
 * The best assignment of rows to columns: each row gets at most one column and each column at most
 * one row, and the sum of the gains is the greatest possible. Gains of 0 or less are never taken.
 * Hungarian method with potentials, O(rows² · columns).
 */
export const bestAssignment = (gains: readonly (readonly number[])[]): readonly (number | undefined)[] => {
  const rowCount = gains.length;
  const width = (gains[0]?.length ?? 0) + rowCount;
  const gain = (row: number, column: number): number => Math.max(0, gains[row]?.[column] ?? 0);
  const state: Potentials = {
    rows: new Float64Array(rowCount + 1),
    columns: new Float64Array(width + 1),
    owner: new Int32Array(width + 1),
  };
  for (let row = 1; row <= rowCount; row += 1) addRow(row, width, gain, state);
  const chosen: (number | undefined)[] = Array.from({ length: rowCount }, () => undefined);
  for (let column = 1; column <= width; column += 1) {
    const row = (state.owner[column] ?? 0) - 1;
    if (row >= 0 && gain(row, column - 1) > 0) chosen[row] = column - 1;
  }
  return chosen;
};

/** Dual values and the row that owns each column, all counted from 1; 0 means no owner. */
interface Potentials {
  readonly rows: Float64Array;
  readonly columns: Float64Array;
  readonly owner: Int32Array;
}

type Gain = (row: number, column: number) => number;

/** Gives one more row a column along the cheapest alternating path. */
const addRow = (row: number, width: number, gain: Gain, { rows, columns, owner }: Potentials): void => {
  const least = new Float64Array(width + 1).fill(Number.POSITIVE_INFINITY);
  const from = new Int32Array(width + 1);
  const done = new Uint8Array(width + 1);
  owner[0] = row;
  let at = 0;
  do {
    done[at] = 1;
    const here = owner[at] ?? 0;
    let step = Number.POSITIVE_INFINITY;
    let next = 0;
    for (let column = 1; column <= width; column += 1) {
      if (done[column] === 1) continue;
      const slack = -gain(here - 1, column - 1) - (rows[here] ?? 0) - (columns[column] ?? 0);
      if (slack < (least[column] ?? 0)) {
        least[column] = slack;
        from[column] = at;
      }
      if ((least[column] ?? 0) < step) {
        step = least[column] ?? 0;
        next = column;
      }
    }
    shift(step, { rows, columns, owner }, done, least);
    at = next;
  } while (owner[at] !== 0);
  turnPath(at, from, owner);
};

/** Gives every column of the path found to the row before it. */
const turnPath = (end: number, from: Int32Array, owner: Int32Array): void => {
  for (let at = end; at !== 0; ) {
    const before = from[at] ?? 0;
    owner[at] = owner[before] ?? 0;
    at = before;
  }
};

const shift = (step: number, { rows, columns, owner }: Potentials, done: Uint8Array, least: Float64Array): void => {
  for (let column = 0; column < done.length; column += 1) {
    if (done[column] === 1) {
      const row = owner[column] ?? 0;
      rows[row] = (rows[row] ?? 0) + step;
      columns[column] = (columns[column] ?? 0) - step;
    } else least[column] = (least[column] ?? 0) - step;
  }
};
