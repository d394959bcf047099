/** What may wait in a queue at a time. */
export interface RoomLimits {
  readonly count: number;
  readonly bytes: number;
}

/** Room in a queue: how much of it is taken. */
export interface Room {
  /**
   * Takes room and tells whether there was enough; takes none when there was not. What is larger
   * than all of the room is let in when nothing else is there, so that it can ever get in.
   */
  take(count: number, bytes: number): boolean;
  /** Gives room back that was taken. */
  give(count: number, bytes: number): void;
}

/** Makes room that nothing has taken yet. */
export const createRoom = (limits: RoomLimits): Room => {
  let [takenCount, takenBytes] = [0, 0];
  return {
    take: (count, bytes) => {
      const fits = takenCount + count <= limits.count && takenBytes + bytes <= limits.bytes;
      if (!fits && takenCount > 0) return false;
      takenCount += count;
      takenBytes += bytes;
      return true;
    },
    give: (count, bytes) => {
      takenCount -= count;
      takenBytes -= bytes;
    },
  };
};
