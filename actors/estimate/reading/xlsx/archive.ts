/**
 * The parts of a ZIP archive, read with distrust. The directory at the end is read first; counts,
 * declared sizes and their ratio are checked before anything is inflated, and inflating stops at
 * the declared size, so that an archive that lies about it costs no more than one that does not.
 * Nothing is written to disk and names are only compared, so paths in them lead nowhere.
 */
import { inflateRawSync } from 'node:zlib';
import type { ReadLimits } from '../limits.ts';
import { Unreadable } from '../read-failure.ts';

/** A part as the archive's directory declares it. */
interface Entry {
  readonly name: string;
  readonly method: number;
  readonly encrypted: boolean;
  readonly size: number;
  readonly inflatedSize: number;
  readonly offset: number;
}

/** An archive whose directory has been checked. */
export interface Archive {
  readonly names: readonly string[];
  /**
   * A part's bytes; undefined where the archive has no such part. Throws `malformed` for a damaged
   * one.
   */
  readonly read: (name: string) => Buffer | undefined;
}

const endSignature = 0x06054b50;
const directorySignature = 0x02014b50;
const localSignature = 0x04034b50;
const endLength = 22;
const longestComment = 65_535;

const truncated = (): Unreadable =>
  new Unreadable('malformed', 'the spreadsheet is damaged or was cut off; save it again and resend');

const findEnd = (bytes: Buffer): number => {
  for (let at = bytes.length - endLength; at >= Math.max(0, bytes.length - endLength - longestComment); at -= 1)
    if (bytes.readUInt32LE(at) === endSignature) return at;
  throw truncated();
};

const readEntry = (bytes: Buffer, at: number): { readonly entry: Entry; readonly next: number } => {
  if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== directorySignature) throw truncated();
  const nameLength = bytes.readUInt16LE(at + 28);
  const next = at + 46 + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  const entry = {
    name: bytes.toString('utf8', at + 46, at + 46 + nameLength).replaceAll('\\', '/'),
    encrypted: (bytes.readUInt16LE(at + 8) & 1) === 1,
    method: bytes.readUInt16LE(at + 10),
    size: bytes.readUInt32LE(at + 20),
    inflatedSize: bytes.readUInt32LE(at + 24),
    offset: bytes.readUInt32LE(at + 42),
  };
  return { entry, next };
};

const check = (entries: readonly Entry[], limits: ReadLimits): void => {
  const total = entries.reduce((sum, { inflatedSize }) => sum + inflatedSize, 0);
  if (total > limits.maxInflatedBytes)
    throw new Unreadable('inflates_too_much', `the spreadsheet inflates to more than ${limits.maxInflatedBytes} bytes`);
  for (const { name, size, inflatedSize, encrypted } of entries) {
    if (encrypted)
      throw new Unreadable('password_protected', 'the archive is protected by a password; save it without one');
    if (inflatedSize > 1024 * 1024 && inflatedSize > size * limits.maxInflationRatio)
      throw new Unreadable(
        'inflates_too_much',
        `${JSON.stringify(name.slice(0, 80))} inflates more than ${limits.maxInflationRatio}-fold`,
      );
  }
};

const inflate = (bytes: Buffer, entry: Entry): Buffer => {
  const at = entry.offset;
  if (at + 30 > bytes.length || bytes.readUInt32LE(at) !== localSignature) throw truncated();
  const start = at + 30 + bytes.readUInt16LE(at + 26) + bytes.readUInt16LE(at + 28);
  if (start + entry.size > bytes.length) throw truncated();
  const raw = bytes.subarray(start, start + entry.size);
  if (entry.method === 0) return raw;
  if (entry.method !== 8)
    throw new Unreadable('malformed', 'the spreadsheet is packed in a way that spreadsheets are not');
  try {
    return inflateRawSync(raw, { maxOutputLength: Math.max(1, entry.inflatedSize) });
  } catch (error) {
    if (error instanceof RangeError)
      throw new Unreadable('inflates_too_much', 'a part of the spreadsheet inflates to more than it declares');
    throw truncated();
  }
};

/** Opens an archive. Throws `inflates_too_much`, `password_protected`, `malformed`. */
export const openArchive = (file: Uint8Array, limits: ReadLimits): Archive => {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  const end = findEnd(bytes);
  const count = bytes.readUInt16LE(end + 10);
  if (count > limits.maxArchiveEntries)
    throw new Unreadable('inflates_too_much', `the archive has more than ${limits.maxArchiveEntries} parts`);
  const entries = new Map<string, Entry>();
  let at = bytes.readUInt32LE(end + 16);
  for (let read = 0; read < count; read += 1) {
    const { entry, next } = readEntry(bytes, at);
    entries.set(entry.name, entry);
    at = next;
  }
  check([...entries.values()], limits);
  return {
    names: [...entries.keys()],
    read: (name) => {
      const entry = entries.get(name);
      return entry === undefined ? undefined : inflate(bytes, entry);
    },
  };
};
