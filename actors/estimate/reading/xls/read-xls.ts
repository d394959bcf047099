import type { Document, MergedCells, Sheet } from '../../../../domain/estimate/parse/document.ts';
import { cleanText } from '../clean-text.ts';
import type { ReadLimits } from '../limits.ts';
import { Unreadable } from '../read-failure.ts';
import { createSheetCells, type SheetCells } from '../sheet-cells.ts';
import { cellText, createTally, type Tally } from '../tally.ts';
import { formOf, type NumberForm, shownNumber } from '../xlsx/number-formats.ts';
import { openCompoundFile, unreadableXls } from './compound-file.ts';
import { type Decoder, decoderOf, recordsOf, recordType, textAt, type XlsRecord } from './records.ts';

/** A place in a record that goes on in other records. */
interface Place {
  piece: number;
  at: number;
}

/** Bytes of a record and of those that continue it, one after the other. */
const createBytes = (pieces: readonly Buffer[]) => {
  const place: Place = { piece: 0, at: 0 };
  const left = (): number => (pieces[place.piece]?.length ?? 0) - place.at;
  const settle = (): void => {
    while (left() <= 0 && place.piece < pieces.length) {
      place.piece += 1;
      place.at = 0;
    }
  };
  const byte = (): number => {
    settle();
    const value = pieces[place.piece]?.[place.at];
    if (value === undefined) throw unreadableXls();
    place.at += 1;
    return value;
  };
  const skip = (count: number): void => {
    for (let rest = count; rest > 0; ) {
      settle();
      if (place.piece >= pieces.length) throw unreadableXls();
      const step = Math.min(rest, left());
      place.at += step;
      rest -= step;
    }
  };
  /** Characters. Where a record ends among them, the next begins with their width again. */
  const characters = (count: number, width: number): string => {
    let text = '';
    let wide = width;
    for (let rest = count; rest > 0; ) {
      if (left() <= 0) {
        settle();
        wide = (byte() & 1) === 1 ? 2 : 1;
      }
      const step = Math.min(rest, Math.floor(left() / wide));
      if (step === 0) throw unreadableXls();
      const bytes = pieces[place.piece]?.subarray(place.at, place.at + step * wide);
      text += bytes?.toString(wide === 2 ? 'utf16le' : 'latin1') ?? '';
      place.at += step * wide;
      rest -= step;
    }
    return text;
  };
  const short = (): number => byte() + 256 * byte();
  return { byte, short, long: () => short() + 65_536 * short(), skip, characters };
};

/** The texts that cells share, in their order. Throws `too_many_cells`, `legacy_spreadsheet`. */
const readSharedStrings = ({ data, continued }: XlsRecord, limits: ReadLimits): readonly string[] => {
  const bytes = createBytes([data, ...continued]);
  bytes.skip(4);
  const count = bytes.long();
  if (count > limits.maxCells)
    throw new Unreadable('too_many_cells', `the file has more than ${limits.maxCells} shared texts`);
  const strings: string[] = [];
  while (strings.length < count) {
    const length = bytes.short();
    const flags = bytes.byte();
    const runs = (flags & 8) === 0 ? 0 : bytes.short();
    const guide = (flags & 4) === 0 ? 0 : bytes.long();
    strings.push(cellText(bytes.characters(length, (flags & 1) === 1 ? 2 : 1), limits));
    bytes.skip(4 * runs + guide);
  }
  return strings;
};

interface SheetEntry {
  readonly name: string;
  readonly hidden: boolean;
  readonly start: number;
}

/** What all sheets of a workbook refer to. */
interface Workbook {
  readonly isOld: boolean;
  readonly tally: Tally;
  readonly sheets: SheetEntry[];
  readonly codes: Map<number, string>;
  readonly forms: NumberForm[];
  decode: Decoder;
  strings: readonly string[];
  from1904: boolean;
}

/** Styles of cells that a workbook may have. */
const maxStyles = 65_490;

/** The version that the first record of a workbook of 1997 or later carries. */
const version8 = 0x0600;

type Note = (record: XlsRecord, workbook: Workbook) => void;

const noteSheet: Note = ({ data }, { sheets, isOld, decode, tally: { limits } }) => {
  if (sheets.length === limits.maxSheets)
    throw new Unreadable('too_many_sheets', `the file has more than ${limits.maxSheets} sheets`);
  const isWorksheet = data.readUInt8(5) === 0;
  const [start, hidden] = [data.readUInt32LE(0), data.readUInt8(4) !== 0];
  if (isWorksheet) sheets.push({ name: textAt(data, 6, 1, isOld, decode), hidden, start });
};

const notes: Readonly<Record<number, Note>> = {
  [recordType.protectedByPassword]: () => {
    throw new Unreadable('password_protected', 'the spreadsheet is protected by a password; save it without one');
  },
  [recordType.codePage]: ({ data }, workbook) => {
    workbook.decode = decoderOf(data.readUInt16LE(0));
  },
  [recordType.dates1904]: ({ data }, workbook) => {
    workbook.from1904 = data.readUInt16LE(0) === 1;
  },
  [recordType.formatCode]: ({ data }, { codes, isOld, decode }) =>
    codes.set(data.readUInt16LE(0), textAt(data, 2, 2, isOld, decode)),
  [recordType.style]: ({ data }, { forms, codes }) => {
    if (forms.length === maxStyles) throw unreadableXls();
    const id = data.readUInt16LE(2);
    forms.push(formOf(id, codes.get(id)));
  },
  [recordType.sharedStrings]: (record, workbook) => {
    workbook.strings = readSharedStrings(record, workbook.tally.limits);
  },
  [recordType.sheetEntry]: noteSheet,
};

/** Reads what stands before the sheets; formats stand before the styles that use them. */
const readWorkbook = (stream: Buffer, limits: ReadLimits): Workbook => {
  const workbook: Workbook = {
    isOld: stream.length < 6 || stream.readUInt16LE(4) < version8,
    tally: createTally(limits),
    sheets: [],
    codes: new Map(),
    forms: [],
    decode: decoderOf(1252),
    strings: [],
    from1904: false,
  };
  for (const record of recordsOf(stream)) {
    if (record.type === recordType.endOfPart) break;
    notes[record.type]?.(record, workbook);
  }
  return workbook;
};

/** A number in four bytes: an integer or the upper half of a fraction, perhaps times 100. */
const unpacked = (packed: number): number => {
  const bytes = Buffer.alloc(8);
  bytes.writeInt32LE(packed & ~3, 4);
  const value = (packed & 2) === 0 ? bytes.readDoubleLE(0) : packed >> 2;
  return (packed & 1) === 0 ? value : value / 100;
};

type Keep = (record: XlsRecord, cells: SheetCells, workbook: Workbook) => void;

const keepNumber = (cells: SheetCells, data: Buffer, value: number, workbook: Workbook): void =>
  cells.keep(
    data.readUInt16LE(0) + 1,
    data.readUInt16LE(2),
    shownNumber(value, workbook.forms[data.readUInt16LE(4)], workbook.from1904),
  );

const keepText = (cells: SheetCells, data: Buffer, text: string): void =>
  cells.keep(data.readUInt16LE(0) + 1, data.readUInt16LE(2), text);

/** A formula's cached value; a text follows in a record of its own. */
const keepFormula: Keep = ({ data }, cells, workbook) => {
  if (data.readUInt16LE(12) !== 0xffff) keepNumber(cells, data, data.readDoubleLE(6), workbook);
  else if (data.readUInt8(6) === 1) keepText(cells, data, data.readUInt8(8) === 1 ? 'TRUE' : 'FALSE');
};

const keepNumbersInRow: Keep = ({ data }, cells, { forms, from1904 }) => {
  const [row, first] = [data.readUInt16LE(0), data.readUInt16LE(2)];
  for (let at = 4; at + 6 <= data.length - 2; at += 6)
    cells.keep(
      row + 1,
      first + (at - 4) / 6,
      shownNumber(unpacked(data.readInt32LE(at + 2)), forms[data.readUInt16LE(at)], from1904),
    );
};

const ownText: Keep = ({ data }, cells, { isOld, decode, tally }) =>
  keepText(cells, data, cellText(textAt(data, 6, 2, isOld, decode), tally.limits));

const keepers: Readonly<Record<number, Keep>> = {
  [recordType.sharedString]: ({ data }, cells, { strings }) =>
    keepText(cells, data, strings[data.readUInt32LE(6)] ?? ''),
  [recordType.text]: ownText,
  [recordType.richText]: ownText,
  [recordType.number]: ({ data }, cells, workbook) => keepNumber(cells, data, data.readDoubleLE(6), workbook),
  [recordType.packedNumber]: ({ data }, cells, workbook) =>
    keepNumber(cells, data, unpacked(data.readInt32LE(6)), workbook),
  [recordType.numbersInRow]: keepNumbersInRow,
  [recordType.truthOrError]: ({ data }, cells) => {
    if (data.readUInt8(7) === 0) keepText(cells, data, data.readUInt8(6) === 1 ? 'TRUE' : 'FALSE');
  },
  [recordType.formula]: keepFormula,
};

const mergedOf = ({ data }: XlsRecord, { addMergedRows }: Tally): readonly MergedCells[] => {
  const count = Math.min(data.readUInt16LE(0), Math.floor((data.length - 2) / 8));
  return Array.from({ length: count }, (_, each) => {
    const at = 2 + 8 * each;
    const range = {
      firstRow: data.readUInt16LE(at) + 1,
      lastRow: data.readUInt16LE(at + 2) + 1,
      firstColumn: data.readUInt16LE(at + 4),
      lastColumn: data.readUInt16LE(at + 6),
    };
    addMergedRows(Math.max(1, range.lastRow - range.firstRow + 1));
    return range;
  });
};

const hiddenColumnsOf = ({ data }: XlsRecord, { limits }: Tally): readonly number[] => {
  const [first, last] = [data.readUInt16LE(0), Math.min(data.readUInt16LE(2), limits.maxColumns - 1)];
  const isHidden = (data.readUInt16LE(8) & 1) === 1;
  return isHidden && last >= first ? Array.from({ length: last - first + 1 }, (_, at) => first + at) : [];
};

const isHiddenRow = ({ data }: XlsRecord): boolean => (data.readUInt16LE(12) & 0x20) !== 0;

/** The records of a sheet itself, without those of drawings within it. */
const sheetRecords = function* (part: Buffer): Generator<XlsRecord> {
  let depth = 0;
  for (const record of recordsOf(part)) {
    if (record.type === recordType.part) depth += 1;
    if (record.type === recordType.endOfPart) depth -= 1;
    if (depth === 0) return;
    if (depth === 1) yield record;
  }
};

const readSheet = (part: Buffer, { name, hidden }: SheetEntry, workbook: Workbook): Sheet => {
  const { tally, isOld, decode } = workbook;
  const cells = createSheetCells(tally);
  const hiddenRows: number[] = [];
  const hiddenColumns = new Set<number>();
  const merged: MergedCells[] = [];
  let formula: Buffer | undefined;
  for (const record of sheetRecords(part)) {
    const { type, data } = record;
    keepers[type]?.(record, cells, workbook);
    if (type === recordType.formula) formula = data;
    else if (type === recordType.formulaText && formula !== undefined)
      keepText(cells, formula, cellText(textAt(data, 0, 2, isOld, decode), tally.limits));
    else if (type === recordType.merged) merged.push(...mergedOf(record, tally));
    else if (type === recordType.columnInfo)
      for (const column of hiddenColumnsOf(record, tally)) hiddenColumns.add(column);
    else if (type === recordType.row && isHiddenRow(record)) hiddenRows.push(data.readUInt16LE(0) + 1);
  }
  const rows = cells.rows();
  return { name: cleanText(name), hidden, rows, hiddenRows, hiddenColumns: [...hiddenColumns], merged };
};

const damaged = (error: unknown): unknown => (error instanceof RangeError ? unreadableXls() : error);

/**
 * Reads a spreadsheet of before 2007 (BIFF8, and BIFF5 in a compound file): values only, cached
 * ones of formulas. Throws `legacy_spreadsheet` where it cannot, with the way out.
 */
export const readXls = (bytes: Uint8Array, limits: ReadLimits): Document => {
  try {
    const file = openCompoundFile(bytes);
    const stream = file.read('Workbook') ?? file.read('Book');
    if (stream === undefined) throw unreadableXls();
    const workbook = readWorkbook(stream, limits);
    const starts = workbook.sheets.map(({ start }) => start).sort((a, b) => a - b);
    if (starts.length === 0 || new Set(starts).size < starts.length) throw unreadableXls();
    // A sheet ends before the next at the latest, so that none of the stream is read twice.
    const end = new Map(starts.map((start, at) => [start, starts[at + 1]]));
    const sheets = workbook.sheets.map((entry) =>
      readSheet(stream.subarray(entry.start, end.get(entry.start)), entry, workbook),
    );
    if (sheets.every(({ rows }) => rows.length === 0)) throw new Unreadable('empty', 'the spreadsheet holds nothing');
    return { format: 'xlsx', sheets };
  } catch (error) {
    throw damaged(error);
  }
};
