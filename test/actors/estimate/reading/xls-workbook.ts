/** The smallest spreadsheets of before 2007, made for tests. */

const sector = 512;
const endOfChain = 0xfffffffe;
const unused = 0xffffffff;

/** A record of a workbook's stream. */
export const record = (type: number, ...parts: readonly Uint8Array[]): Buffer => {
  const data = Buffer.concat(parts);
  const head = Buffer.alloc(4);
  head.writeUInt16LE(type, 0);
  head.writeUInt16LE(data.length, 2);
  return Buffer.concat([head, data]);
};

/** Numbers of two bytes. */
export const shorts = (...values: readonly number[]): Buffer => {
  const bytes = Buffer.alloc(2 * values.length);
  values.forEach((value, at) => {
    bytes.writeUInt16LE(value, 2 * at);
  });
  return bytes;
};

const longs = (...values: readonly number[]): Buffer => {
  const bytes = Buffer.alloc(4 * values.length);
  values.forEach((value, at) => {
    bytes.writeUInt32LE(value, 4 * at);
  });
  return bytes;
};

const entry = (name: string, type: number, first: number, length: number): Buffer => {
  const bytes = Buffer.alloc(128);
  bytes.write(name, 'utf16le');
  bytes.writeUInt16LE(2 * name.length + 2, 64);
  bytes.writeUInt8(type, 66);
  bytes.writeUInt32LE(first, 116);
  bytes.writeUInt32LE(length, 120);
  return bytes;
};

/** A compound file that holds one stream; its sectors follow each other unless told otherwise. */
export const compoundFile = (stream: Uint8Array, change: (table: Buffer) => void = () => undefined): Buffer => {
  const count = Math.max(8, Math.ceil(stream.length / sector));
  const tables = Math.ceil((count + 1) / 127);
  const table = Buffer.alloc(tables * sector, 0xff);
  for (let at = 0; at < tables; at += 1) table.writeUInt32LE(0xfffffffd, 4 * at);
  table.writeUInt32LE(endOfChain, 4 * tables);
  for (let at = 0; at < count; at += 1)
    table.writeUInt32LE(at === count - 1 ? endOfChain : tables + 2 + at, 4 * (tables + 1 + at));
  change(table);
  const header = Buffer.alloc(sector, 0xff);
  Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]).copy(header);
  header.fill(0, 8, 76);
  shorts(0x3e, 3, 0xfffe, 9, 6).copy(header, 24);
  longs(tables, tables, 0, 4096, endOfChain, 0, endOfChain, 0).copy(header, 44);
  longs(...Array.from({ length: Math.min(109, tables) }, (_, at) => at)).copy(header, 76);
  const length = Math.max(4096, stream.length);
  const directory = Buffer.concat([
    entry('Root Entry', 5, endOfChain, 0),
    entry('Workbook', 2, tables + 1, length),
    entry('', 0, unused, 0),
    entry('', 0, unused, 0),
  ]);
  const padded = Buffer.alloc(count * sector);
  Buffer.from(stream).copy(padded);
  return Buffer.concat([header, table, directory, padded]);
};

/** A text of one-byte characters with its length in front. */
const spoken = (text: string): Buffer =>
  Buffer.concat([shorts(text.length), Buffer.from([0]), Buffer.from(text, 'latin1')]);

const textCell = (row: number, column: number, text: string): Buffer =>
  record(0x204, shorts(row, column, 0), spoken(text));

const packedCell = (row: number, column: number, value: number): Buffer =>
  record(0x27e, shorts(row, column, 0), longs(((value << 2) | 2) >>> 0));

const startOfPart = (kind: number): Buffer => record(0x809, shorts(0x0600, kind, 0, 0), Buffer.alloc(8));
const endOfPart = record(0x0a);

/** The records of a sheet with the given cells. */
export const sheetPart = (rows: readonly (readonly (string | number)[])[]): Buffer =>
  Buffer.concat([
    startOfPart(0x10),
    ...rows.flatMap((row, at) =>
      row.map((cell, column) => (typeof cell === 'number' ? packedCell : textCell)(at, column, cell as never)),
    ),
    endOfPart,
  ]);

/** A workbook's stream: records about all of it, then its sheets. */
export const workbookStream = (sheets: readonly Buffer[], globals: readonly Buffer[] = []): Buffer => {
  const names = sheets.map((_, at) => Buffer.from(`Sheet${at + 1}`, 'latin1'));
  const before = Buffer.concat([startOfPart(5), ...globals]);
  const listed = names.reduce((sum, name) => sum + 4 + 8 + name.length, 0);
  let start = before.length + listed + endOfPart.length;
  const list = sheets.map((sheet, at) => {
    const name = names[at] ?? Buffer.alloc(0);
    const entryOfSheet = record(0x85, longs(start), shorts(0), Buffer.from([name.length, 0]), name);
    start += sheet.length;
    return entryOfSheet;
  });
  return Buffer.concat([before, ...list, endOfPart, ...sheets]);
};

/** A spreadsheet of before 2007 with the given cells. */
export const xlsWorkbook = (rows: readonly (readonly (string | number)[])[]): Buffer =>
  compoundFile(workbookStream([sheetPart(rows)]));
