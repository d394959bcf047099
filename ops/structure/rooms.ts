/**
 * Rooms that import each other.
 *
 * A room is a folder with all that lies beneath it. Two rooms are neighbours when they lie in the
 * same folder. Two neighbours are mutual when a file of each imports a file of the other. Any two
 * folders of which neither contains the other lie in, or are, two neighbours, so no pair is missed
 * and none is counted twice. A file that lies directly in the folder of its neighbours belongs to
 * neither.
 */
import type { Import } from './imports.ts';

/** Two neighbours that import each other, with the imports of both directions. */
export interface MutualPair {
  readonly rooms: readonly [string, string];
  readonly there: readonly Import[];
  readonly back: readonly Import[];
}

/**
 * The neighbours in which two files lie; undefined where one of them lies in the folder of both.
 */
const neighboursOf = ({ from, to }: Import): readonly [string, string] | undefined => {
  const [one, other] = [from.split('/').slice(0, -1), to.split('/').slice(0, -1)];
  const depth = one.findIndex((folder, index) => folder !== other[index]);
  if (depth < 0 || depth >= other.length) return undefined;
  return [one.slice(0, depth + 1).join('/'), other.slice(0, depth + 1).join('/')];
};

/** Every pair of rooms that import each other, by name. */
export const mutualPairs = (imports: readonly Import[]): readonly MutualPair[] => {
  const arrows = new Map<string, { rooms: readonly [string, string]; imports: Import[] }>();
  for (const each of imports) {
    const rooms = neighboursOf(each);
    if (rooms === undefined) continue;
    const arrow = arrows.get(rooms.join(' ')) ?? { rooms, imports: [] };
    arrow.imports.push(each);
    arrows.set(rooms.join(' '), arrow);
  }
  return [...arrows.values()]
    .flatMap(({ rooms, imports: there }) => {
      const back = arrows.get(rooms.toReversed().join(' '))?.imports;
      return back !== undefined && rooms[0] < rooms[1] ? [{ rooms, there, back }] : [];
    })
    .sort((one, other) => (one.rooms.join(' ') < other.rooms.join(' ') ? -1 : 1));
};
