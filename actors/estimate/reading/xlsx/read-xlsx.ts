import type { Document } from '../../../../domain/estimate/parse/document.ts';
import type { ReadLimits } from '../limits.ts';
import { Unreadable } from '../read-failure.ts';
import { createTally } from '../tally.ts';
import type { Archive } from './archive.ts';
import { readNumberForms } from './number-formats.ts';
import { type CellSources, cellString, longerText, readSheet } from './sheet.ts';
import { partText, readWorkbook, relationsOf } from './workbook.ts';
import { scanXml } from './xml-scan.ts';

/**
 * Texts that cells share, in their order. Phonetic guides beside the text are left out. What the
 * part declares to hold is not looked at. Throws `too_many_cells` where there are more than a file
 * may have cells.
 */
const readSharedStrings = (xml: string, limits: ReadLimits): readonly string[] => {
  const strings: string[] = [];
  let [text, inText, inGuide] = ['', false, false];
  scanXml(xml, {
    open: (name) => {
      if (name === 'si') text = '';
      if (name === 'rPh') inGuide = true;
      if (name === 't') inText = !inGuide;
    },
    close: (name) => {
      if (name === 't') inText = false;
      if (name === 'rPh') inGuide = false;
      if (name !== 'si') return;
      strings.push(cellString(text, limits));
      if (strings.length > limits.maxCells)
        throw new Unreadable('too_many_cells', `the file has more than ${limits.maxCells} shared texts`);
    },
    text: (piece) => {
      if (inText) text = longerText(text, piece, limits);
    },
  });
  return strings;
};

const openWorkbook = (archive: Archive): string => {
  const part = relationsOf(archive, '').byKind.get('officeDocument') ?? 'xl/workbook.xml';
  if (archive.names.includes(part) && part.endsWith('.xml')) return part;
  if (archive.names.some((name) => name.endsWith('.bin')))
    throw new Unreadable('unsupported_format', 'binary spreadsheets (.xlsb) are not read; save it as .xlsx');
  throw new Unreadable(
    'unsupported_format',
    'the archive is not a spreadsheet; send the spreadsheet or the text itself',
  );
};

/** Reads a spreadsheet of the Office Open XML kind. */
export const readXlsx = (archive: Archive, limits: ReadLimits): Document => {
  const part = openWorkbook(archive);
  const relations = relationsOf(archive, part);
  const workbook = readWorkbook(archive, part, relations);
  if (workbook.sheets.length > limits.maxSheets)
    throw new Unreadable('too_many_sheets', `the file has more than ${limits.maxSheets} sheets`);
  if (new Set(workbook.sheets.map((sheet) => sheet.part)).size < workbook.sheets.length)
    throw new Unreadable('malformed', 'the spreadsheet is damaged: it lists one sheet more than once');
  const textOf = (kind: string): string => partText(archive, relations.byKind.get(kind) ?? '') ?? '';
  const sources: CellSources = {
    strings: readSharedStrings(textOf('sharedStrings'), limits),
    forms: readNumberForms(textOf('styles')),
    from1904: workbook.from1904,
    tally: createTally(limits),
  };
  const sheets = workbook.sheets.map(({ name, hidden, part: sheetPart }) => {
    const xml = partText(archive, sheetPart);
    if (xml === undefined) throw new Unreadable('malformed', 'the spreadsheet is damaged: a sheet is missing');
    return readSheet(xml, name, hidden, sources);
  });
  if (sheets.every(({ rows }) => rows.length === 0)) throw new Unreadable('empty', 'the spreadsheet holds nothing');
  return { format: 'xlsx', sheets };
};
