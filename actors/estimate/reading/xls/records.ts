import iconv from 'iconv-lite';
import { unreadableXls } from './compound-file.ts';

/** Pieces of a record; the file's largest, its shared texts, comes in pieces of 8 KiB. */
const maxPieces = 20_000;

/** A record of a workbook's stream ([MS-XLS]); long ones go on in `continued` pieces. */
export interface XlsRecord {
  readonly type: number;
  readonly data: Buffer;
  readonly continued: readonly Buffer[];
}

/** The types of records that are looked at. */
export const recordType = {
  formula: 0x0006,
  endOfPart: 0x000a,
  dates1904: 0x0022,
  continued: 0x003c,
  codePage: 0x0042,
  protectedByPassword: 0x002f,
  columnInfo: 0x007d,
  sheetEntry: 0x0085,
  numbersInRow: 0x00bd,
  style: 0x00e0,
  merged: 0x00e5,
  sharedStrings: 0x00fc,
  sharedString: 0x00fd,
  number: 0x0203,
  text: 0x0204,
  truthOrError: 0x0205,
  formulaText: 0x0207,
  row: 0x0208,
  packedNumber: 0x027e,
  formatCode: 0x041e,
  part: 0x0809,
  richText: 0x00d6,
} as const;

/** The records of a stream, from its start. A record longer than the stream ends it. */
export const recordsOf = function* (stream: Buffer): Generator<XlsRecord> {
  const headerAt = (at: number): { readonly type: number; readonly end: number } | undefined => {
    if (at + 4 > stream.length) return undefined;
    const end = at + 4 + stream.readUInt16LE(at + 2);
    return end > stream.length ? undefined : { type: stream.readUInt16LE(at), end };
  };
  let at = 0;
  for (let header = headerAt(at); header !== undefined; header = headerAt(at)) {
    const data = stream.subarray(at + 4, header.end);
    const continued: Buffer[] = [];
    at = header.end;
    for (let more = headerAt(at); more?.type === recordType.continued; more = headerAt(at)) {
      if (continued.length === maxPieces) throw unreadableXls();
      if (header.type === recordType.sharedStrings) continued.push(stream.subarray(at + 4, more.end));
      at = more.end;
    }
    yield { type: header.type, data, continued };
  }
};

/** Decodes the characters of a text that is not in UTF-16. */
export type Decoder = (bytes: Buffer) => string;

/** The characters of a code page as the workbook numbers it; Western where it is unknown. */
export const decoderOf = (codePage: number): Decoder => {
  const name = codePage === 932 ? 'shift_jis' : codePage === 936 ? 'gb18030' : `windows-${codePage}`;
  const known = iconv.encodingExists(name) ? name : 'windows-1252';
  return (bytes) => iconv.decode(bytes, known);
};

/**
 * A text with its length in characters in front, of one or two bytes: two-byte characters where the
 * flag says so in workbooks of 1997 and later, a code page's in older ones.
 */
export const textAt = (data: Buffer, at: number, lengthBytes: 1 | 2, isOld: boolean, decode: Decoder): string => {
  if (at + lengthBytes > data.length) return '';
  const length = lengthBytes === 1 ? data.readUInt8(at) : data.readUInt16LE(at);
  const start = at + lengthBytes;
  if (isOld) return decode(data.subarray(start, start + length));
  const isWide = ((data[start] ?? 0) & 1) === 1;
  const characters = data.subarray(start + 1, start + 1 + length * (isWide ? 2 : 1));
  return characters.toString(isWide ? 'utf16le' : 'latin1');
};
