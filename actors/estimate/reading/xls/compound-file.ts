/**
 * The streams of a compound file ([MS-CFB]), the container of spreadsheets of before 2007. Chains
 * of sectors are followed no further than the file has sectors, so that one that runs in a circle
 * ends, and a stream is never longer than its file.
 */
import { Unreadable } from '../read-failure.ts';

/** The refusal of what looks like an old spreadsheet and cannot be read. */
export const unreadableXls = (): Unreadable =>
  new Unreadable(
    'legacy_spreadsheet',
    'the spreadsheet of the old kind (.xls) could not be read; save it as .xlsx or .csv',
  );

const headerLength = 512;
const entryLength = 128;
const lastSector = 0xfffffffa;

/** Entries of the directory that are looked at; a workbook has a dozen. */
const maxEntries = 4_096;

interface Sectors {
  readonly bytes: Buffer;
  readonly size: number;
  readonly next: (sector: number) => number;
  readonly at: (sector: number) => Buffer;
}

const chained = ({ bytes, size, next, at }: Sectors, first: number): Buffer => {
  const pieces: Buffer[] = [];
  const most = Math.ceil(bytes.length / size);
  for (let sector = first; sector < lastSector; sector = next(sector)) {
    if (pieces.length > most) throw unreadableXls();
    pieces.push(at(sector));
  }
  return Buffer.concat(pieces);
};

/** The sectors that hold the table of sectors: 109 of them in the header, the others in a chain. */
const tableSectors = (bytes: Buffer, size: number, at: Sectors['at']): readonly number[] => {
  const listed: number[] = [];
  const count = bytes.readUInt32LE(44);
  const most = Math.ceil(bytes.length / size);
  if (count > most) throw unreadableXls();
  for (let place = 76; place < headerLength && listed.length < count; place += 4)
    listed.push(bytes.readUInt32LE(place));
  let sector = bytes.readUInt32LE(68);
  for (let turn = 0; turn <= most && sector < lastSector && listed.length < count; turn += 1) {
    const more = at(sector);
    for (let place = 0; place + 8 <= more.length && listed.length < count; place += 4)
      listed.push(more.readUInt32LE(place));
    sector = more.length >= 4 ? more.readUInt32LE(more.length - 4) : lastSector;
  }
  return listed;
};

const entryOf = (table: Buffer, sector: number): number => {
  if (sector * 4 + 4 > table.length) throw unreadableXls();
  return table.readUInt32LE(sector * 4);
};

const sectorsOf = (bytes: Buffer): Sectors => {
  const shift = bytes.readUInt16LE(30);
  if (shift !== 9 && shift !== 12) throw unreadableXls();
  const size = 1 << shift;
  const at = (sector: number): Buffer => {
    const start = headerLength + sector * size + (size - headerLength) * (shift === 12 ? 1 : 0);
    if (start >= bytes.length) throw unreadableXls();
    return bytes.subarray(start, start + size);
  };
  const table = Buffer.concat(tableSectors(bytes, size, at).map(at));
  return { bytes, size, at, next: (sector) => entryOf(table, sector) };
};

/** Streams shorter than the cutoff lie in sectors of 64 bytes within the root's own stream. */
const smallSectors = (sectors: Sectors, root: Buffer): Sectors => {
  const table = chained(sectors, sectors.bytes.readUInt32LE(60));
  if (sectors.bytes.readUInt16LE(32) !== 6) throw unreadableXls();
  const size = 64;
  const at = (sector: number): Buffer => {
    if (sector * size >= root.length) throw unreadableXls();
    return root.subarray(sector * size, (sector + 1) * size);
  };
  return { bytes: root, size, at, next: (sector) => entryOf(table, sector) };
};

const nameOf = (entry: Buffer): string =>
  entry.toString('utf16le', 0, Math.max(0, Math.min(64, entry.readUInt16LE(64)) - 2));

/** The names of a compound file's streams, and the bytes of any of them. */
export interface CompoundFile {
  readonly names: readonly string[];
  readonly read: (name: string) => Buffer | undefined;
}

/** Opens a compound file. Throws `legacy_spreadsheet` for a damaged one. */
export const openCompoundFile = (file: Uint8Array): CompoundFile => {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  if (bytes.length < 2 * headerLength) throw unreadableXls();
  const sectors = sectorsOf(bytes);
  const directory = chained(sectors, bytes.readUInt32LE(48));
  const count = Math.min(maxEntries, Math.floor(directory.length / entryLength));
  const entries = Array.from({ length: count }, (_, at) =>
    directory.subarray(at * entryLength, (at + 1) * entryLength),
  ).filter((entry) => entry.readUInt8(66) !== 0);
  const rootEntry = entries.find((entry) => entry.readUInt8(66) === 5);
  const cutoff = bytes.readUInt32LE(56);
  const read = (name: string): Buffer | undefined => {
    const entry = entries.find((each) => nameOf(each) === name);
    if (entry === undefined || rootEntry === undefined) return undefined;
    const [first, length] = [entry.readUInt32LE(116), entry.readUInt32LE(120)];
    const from = length < cutoff ? smallSectors(sectors, chained(sectors, rootEntry.readUInt32LE(116))) : sectors;
    return chained(from, first).subarray(0, length);
  };
  return { names: entries.map(nameOf), read };
};
