import { fnv1a } from '../../domain/hash.ts';
import { createDoorkeeper, type Doorkeeper } from './doorkeeper.ts';

/**
 * Bytes by key in memory that the garbage collector never looks at, for more of them than it could
 * bear: a million objects are a second of its work each time it looks at everything, and as many
 * bytes in a few large buffers are none.
 *
 * Values are written one after the other into segments, each with its key before it. When the room
 * is used up, the oldest segment is emptied and written again, with whatever still was in it; so
 * what was written last is there, and nothing is moved. Where a key's value begins stands in a hash
 * table with open addressing and linear probing (Knuth, The Art of Computer Programming 3, 6.4,
 * algorithm L), two arrays of numbers: the hash of each key, and a position that grows for ever, of
 * which the segments are a window. A position that has left the window is as good as deleted.
 *
 * A value that was written again leaves what it was before behind until its segment is emptied.
 *
 * Once the room is used up, a key that is not there is worth room from the second time on that it
 * is asked about (`doorkeeper.ts`): where many more are asked for than there is room for, writing
 * each of them would only push out what is asked for again.
 */
export interface ByteStore {
  /**
   * Where the value of a key is: a number that no other writing ever has. Undefined when it was
   * never written, deleted, or pushed out by later ones.
   */
  find(key: string): number | undefined;
  /**
   * The value at a place that `find` or `set` has just given; to be copied or read before anything
   * else is written.
   */
  at(position: number): Buffer;
  /**
   * Whether a value of the key is worth its room now: while there is room, when it is there, and
   * from the second time on that this is asked.
   */
  admits(key: string): boolean;
  /** Says where the value was written; undefined when it is longer than a segment and not kept. */
  set(key: string, value: Uint8Array): number | undefined;
  delete(key: string): void;
  /** Deletes everything and gives the memory back. */
  clear(): void;
}

/** How much there is room for. */
export interface ByteStoreOptions {
  /** At least one segment is used. */
  readonly maxBytes: number;
  /** Room is taken and emptied by so much at a time; left out: a sixteenth of it, within bounds. */
  readonly segmentBytes?: number;
}

/** Before each value: the length of the key and the length of the value, in bytes. */
const headBytes = 2 + 4;
const maxKeyBytes = 0xffff;

/** The last segment counts as full when no more than this share of it is left. */
const endShare = 1 / 256;

/** A doorkeeper remembers about as many keys as there is room for: one for so many bytes of it. */
const bytesAKey = 256;

/** In place of a position. */
const free = -1;
const deleted = -2;

const minSlots = 1_024;
/** The share of places in use from which on keys are too far from where they belong. */
const maxShare = 0.6;

/**
 * A hash table from hashes of keys to positions; which of several positions of one hash is meant,
 * the caller says.
 */
class HashIndex {
  private hashes = new Int32Array(minSlots);
  private positions = new Float64Array(minSlots).fill(free);
  private used = 0;

  /** The place of the position that is meant; undefined when there is none. */
  find(hash: number, isMeant: (position: number) => boolean): number | undefined {
    const { hashes, positions } = this;
    const mask = positions.length - 1;
    for (let place = hash & mask; ; place = (place + 1) & mask) {
      const position = positions[place] ?? free;
      if (position === free) return undefined;
      if (position !== deleted && hashes[place] === hash && isMeant(position)) return place;
    }
  }

  positionAt(place: number): number {
    return this.positions[place] ?? free;
  }

  replace(place: number, position: number): void {
    this.positions[place] = position;
  }

  delete(place: number): void {
    this.positions[place] = deleted;
  }

  /** For a hash whose position is not there; those before `oldest` may be given up. */
  add(hash: number, position: number, oldest: number): void {
    if (this.used >= this.positions.length * maxShare) this.rebuild(oldest);
    this.used += 1;
    this.put(hash, position);
  }

  private put(hash: number, position: number): void {
    const { hashes, positions } = this;
    const mask = positions.length - 1;
    let place = hash & mask;
    while (positions[place] !== free) place = (place + 1) & mask;
    hashes[place] = hash;
    positions[place] = position;
  }

  private rebuild(oldest: number): void {
    const { hashes, positions } = this;
    const alive = positions.reduce((count, position) => count + Number(position >= oldest), 0);
    let places = minSlots;
    while (places * maxShare < 2 * alive) places *= 2;
    this.hashes = new Int32Array(places);
    this.positions = new Float64Array(places).fill(free);
    this.used = alive;
    for (let place = 0; place < positions.length; place += 1) {
      const position = positions[place] ?? free;
      if (position >= oldest) this.put(hashes[place] ?? 0, position);
    }
  }
}

/** Whether the key is the one that stands there. Most keys are plain letters, a byte each. */
const holdsKey = (segment: Buffer, at: number, key: string): boolean => {
  const begin = at + headBytes;
  const bytes = segment.readUInt16LE(at);
  for (let place = 0; place < key.length; place += 1) {
    const code = key.charCodeAt(place);
    if (code > 0x7f) return segment.toString('utf8', begin, begin + bytes) === key;
    if (segment[begin + place] !== code) return false;
  }
  return bytes === key.length;
};

const valueAt = (segment: Buffer, at: number): Buffer => {
  const begin = at + headBytes + segment.readUInt16LE(at);
  return segment.subarray(begin, begin + segment.readUInt32LE(at + 2));
};

const writeAt = (segment: Buffer, at: number, key: string, keyBytes: number, value: Uint8Array): void => {
  segment.writeUInt16LE(keyBytes, at);
  segment.writeUInt32LE(value.length, at + 2);
  segment.write(key, at + headBytes);
  segment.set(value, at + headBytes + keyBytes);
};

/** The segments, and where the next value is written. */
const createSegments = (segmentBytes: number, maxSegments: number) => {
  let segments: Buffer[] = [];
  let end = 0;
  /** The first position that is still there. */
  let oldest = 0;

  const segmentAt = (position: number): Buffer | undefined =>
    segments[Math.floor(position / segmentBytes) % maxSegments];

  /**
   * Where so many bytes go: behind the last ones, or else to the beginning of the next segment,
   * which may be the oldest.
   */
  const placeFor = (bytes: number): number => {
    const left = (segmentBytes - (end % segmentBytes)) % segmentBytes;
    if (bytes <= left) return end;
    const begin = end + left;
    oldest = Math.max(oldest, begin - (maxSegments - 1) * segmentBytes);
    segments[(begin / segmentBytes) % maxSegments] ??= Buffer.allocUnsafeSlow(segmentBytes);
    return begin;
  };

  return {
    oldest: () => oldest,
    end: () => end,
    isOf(position: number, key: string): boolean {
      const segment = position < oldest ? undefined : segmentAt(position);
      return segment !== undefined && holdsKey(segment, position % segmentBytes, key);
    },
    write(key: string, keyBytes: number, value: Uint8Array): number {
      const bytes = headBytes + keyBytes + value.length;
      const position = placeFor(bytes);
      end = position + bytes;
      const segment = segmentAt(position);
      if (segment !== undefined) writeAt(segment, position % segmentBytes, key, keyBytes, value);
      return position;
    },
    at(position: number): Buffer {
      const segment = segmentAt(position);
      if (segment === undefined || position < oldest) throw new RangeError('nothing is there any more');
      return valueAt(segment, position % segmentBytes);
    },
    clear(): void {
      segments = [];
      // What was written is before the window from now on.
      end = Math.ceil(end / segmentBytes) * segmentBytes;
      oldest = end;
    },
  };
};

/** Lets keys into a room of so many bytes; it takes no memory before the first comes. */
const doorOf = (maxBytes: number): Doorkeeper['admits'] => {
  const places = 2 ** Math.max(10, Math.round(Math.log2(maxBytes / bytesAKey)));
  let doorkeeper: Doorkeeper | undefined;
  return (key) => {
    doorkeeper ??= createDoorkeeper(places);
    return doorkeeper.admits(key);
  };
};

/** So many that to empty one forgets little, and not so small that a value finds no room. */
const segmentOf = (maxBytes: number): number => Math.min(2 ** 24, Math.max(2 ** 16, Math.floor(maxBytes / 16)));

/** Nothing is kept yet, and no memory taken. */
export const createByteStore = ({ maxBytes, segmentBytes = segmentOf(maxBytes) }: ByteStoreOptions): ByteStore => {
  const maxSegments = Math.max(1, Math.floor(maxBytes / segmentBytes));
  const segments = createSegments(segmentBytes, maxSegments);
  let places = new HashIndex();
  let begin = 0;
  /** Whether the next value may push others out. */
  const isFull = (): boolean => segments.end() - begin > (maxSegments - endShare) * segmentBytes;
  const letsIn = doorOf(maxBytes);

  const find = (key: string, hash = fnv1a(key)): number | undefined =>
    places.find(hash, (position) => segments.isOf(position, key));

  const forget = (key: string): void => {
    const place = find(key);
    if (place !== undefined) places.delete(place);
  };

  return {
    find(key) {
      const place = find(key);
      return place === undefined ? undefined : places.positionAt(place);
    },

    at: segments.at,

    admits: (key) => !isFull() || find(key) !== undefined || letsIn(key),

    set(key, value) {
      const keyBytes = Buffer.byteLength(key);
      if (keyBytes > maxKeyBytes || headBytes + keyBytes + value.length > segmentBytes) {
        forget(key);
        return undefined;
      }
      const hash = fnv1a(key);
      const place = find(key, hash);
      const position = segments.write(key, keyBytes, value);
      if (place === undefined) places.add(hash, position, segments.oldest());
      else places.replace(place, position);
      return position;
    },

    delete: forget,

    clear() {
      segments.clear();
      begin = segments.end();
      places = new HashIndex();
    },
  };
};
