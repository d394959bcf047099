import { readdirSync, readFileSync } from 'node:fs';
import { bytesOf } from './target.ts';
import { type TargetName, targets } from './targets.ts';

/**
 * Inputs that a decoder once stumbled over, as small as they could be made. A finding of
 * `npm run fuzz` becomes a file in `corpus/TARGET/`, named for what was wrong; one that is long and
 * of one piece is described here instead.
 */
export interface KnownCase {
  readonly target: TargetName;
  readonly name: string;
  readonly input: Uint8Array;
}

const folder = new URL('./corpus/', import.meta.url);

const filesOf = (target: string): readonly string[] => {
  try {
    return readdirSync(new URL(`${target}/`, folder));
  } catch {
    return [];
  }
};

const worksheet = (markup: string): string =>
  `
--- _rels/.rels
<Relationships><Relationship Id="rId1" Type="http://x/officeDocument" Target="xl/workbook.xml"/></Relationships>
--- xl/workbook.xml
<workbook><sheets><sheet name="BOM" sheetId="1" r:id="rId1"/></sheets></workbook>
--- xl/_rels/workbook.xml.rels
<Relationships><Relationship Id="rId1" Type="http://x/worksheet" Target="worksheets/sheet1.xml"/></Relationships>
--- xl/worksheets/sheet1.xml
<worksheet>${markup}</worksheet>`;

const cell = (at: string): string => `<sheetData><row r="1"><c r="${at}"><v>1</v></c></row></sheetData>`;

const merges = `<mergeCells>${'<mergeCell ref="A1:XFD1048576"/>'.repeat(40_000)}</mergeCells>`;

const sheetOften = worksheet(cell('A1')).replace(/<sheet .*\/>/u, (sheet) => sheet.repeat(100));

/** Long inputs of one piece. */
const described: readonly (readonly [TargetName, string, string])[] = [
  ['documents', 'five hundred lines of four thousand commas', `${','.repeat(4_000)}\n`.repeat(500)],
  ['documents', 'a heading that says pn fifty times', `${'pn'.repeat(50)},Qty\nRC0603FR-071KL,1\n`],
  ['documents', 'JSON nested 100,000 deep', '['.repeat(100_000)],
  ['documents', 'JSON objects nested 100,000 deep', '[{"mpn":'.repeat(100_000)],
  ['prices', '100,000 blanks in a price', `1${' '.repeat(100_000)}x`],
  ['workbooks', 'a cell in a negative column', worksheet(cell('-1'))],
  ['workbooks', 'a cell in the last row and column', worksheet(cell('XFD1048576'))],
  ['workbooks', 'forty thousand merged ranges over everything', worksheet(cell('A1') + merges)],
  ['workbooks', 'one sheet listed a hundred times', sheetOften],
];

/** Every known case. */
export const knownCases: readonly KnownCase[] = [
  ...(Object.keys(targets) as TargetName[]).flatMap((target) =>
    filesOf(target).map((name) => ({ target, name, input: readFileSync(new URL(`${target}/${name}`, folder)) })),
  ),
  ...described.map(([target, name, text]) => ({ target, name, input: bytesOf(text) })),
];
