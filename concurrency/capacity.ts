/** Limits of a queue. */
export interface CapacityLimits {
  readonly count: number;
  readonly bytes: number;
}

/** The capacity of a queue, and how much of it is in use. */
export interface Capacity {
  /**
   * Takes room and tells whether there was enough; takes none when there was not. What is larger
   * than all of the room is let in when nothing else is there, so that it can ever get in.
   */
  tryReserve(count: number, bytes: number): boolean;
  /** Releases capacity that was reserved. */
  release(count: number, bytes: number): void;
}

/** Makes an unused capacity. */
export const createCapacity = (limits: CapacityLimits): Capacity => {
  let [takenCount, takenBytes] = [0, 0];
  return {
    tryReserve: (count, bytes) => {
      const fits = takenCount + count <= limits.count && takenBytes + bytes <= limits.bytes;
      if (!fits && takenCount > 0) return false;
      takenCount += count;
      takenBytes += bytes;
      return true;
    },
    release: (count, bytes) => {
      takenCount -= count;
      takenBytes -= bytes;
    },
  };
};
