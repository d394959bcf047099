import fc from 'fast-check';
import { parseTask } from '../../../actors/estimate/reading/parse-task.ts';
import { archive, workbookParts } from '../../actors/estimate/reading/zip-archive.ts';
import { mutatedBytes, mutatedTexts } from '../mutations.ts';
import { bytesOf, expectStorable, expectThat, type FuzzTarget, textOf } from '../target.ts';

/** Reading of documents as they are uploaded, and of workbooks by their parts. */

/**
 * What a reader may make of a document, in characters of JSON; what the largest document gives is a
 * tenth of it.
 */
const maxResultCharacters = 50_000_000;

const read = (bytes: Uint8Array): void => {
  const result = parseTask({ kind: 'document', bytes });
  if (result.kind === 'failure') {
    expectStorable(result.failure.text);
    return;
  }
  expectThat(JSON.stringify(result.source).length <= maxResultCharacters, 'what is read stays within bounds');
  expectStorable(result.source);
};

const lists = [
  'Qty,MPN,Manufacturer,Reference\n25,RC0603FR-071KL,Yageo,"R1,R2"\n3 pcs,GRM188R71H104KA93D,Murata,C1-C3\n',
  'Artikel;Menge;Preis\nBSS138PW,115;1.000;0,05\nWürth 742792095;2;1.234,50 €\n',
  'Part\tQuantity\nLM317T\t99999999999999999999/3 x\n',
  '| Ref | Value | MPN | Qty |\n|---|---|---|---|\n| R1, R2 | 10k 1% 0603 | RC0603FR-0710KL | 2 |\n',
  '10 x RC0603FR-071KL\n2x BSS138PW,115\nGRM188R71H104KA93D, 100\n',
  'Item   Qty  Part number        Maker\n1      10   RC0603FR-071KL     Yageo\n',
  '[{"mpn": "RC0603FR-071KL", "quantity": 25, "manufacturer": "Yageo"}]',
  '{"lines": [{"raw_text": "25 x RC0603FR-071KL"}]}',
];

const words = [',', ';', '\t', '|', '"', '\n', 'pn', 'Qty', 'MPN', 'Manufacturer', '0603', '1.000,50', '10k', 'x', '-'];

/** Documents that are text. */
export const documents: FuzzTarget = { inputs: mutatedBytes(lists, words), run: read };

const sheets = [
  '<sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>MPN</t></is></c><c r="B1" t="inlineStr"><is><t>Qty</t></is></c></row><row r="2"><c r="A2" t="inlineStr"><is><t>RC0603FR-071KL</t></is></c><c r="B2"><v>25</v></c></row></sheetData><mergeCells count="1"><mergeCell ref="A3:B3"/></mergeCells>',
  '<dimension ref="A1:B2"/><sheetData><row r="1"><c r="A1" t="s"><v>0</v></c><c r="C1" s="1"><v>44197</v></c></row><row r="5"><c r="B5" s="2"><v>742792095</v></c><c r="C5" t="b"><v>1</v></c><c r="D5" t="e"><v>#N/A</v></c><c r="E5"><f>1+1</f><v>2</v></c></row></sheetData>',
];

const sharedStrings =
  '<sst count="2" uniqueCount="2"><si><t>MPN</t></si><si><r><t>Q</t></r><r><t>ty _x0041_</t></r></si></sst>';

const marks = [
  '<row r="1">',
  '</row>',
  '<c r="A1">',
  '</c>',
  '<v>',
  'XFD1048576',
  'A0',
  '-1',
  '<mergeCell ref="A1:XFD1048576"/>',
  't="s"',
  '&amp;',
  '&#x41;',
  'A1:B2',
];

const partMark = '--- ';

/** Longer names are no archive's. */
const maxNameLength = 200;

/**
 * The parts of a workbook as text, each after a line with its name, so that a finding can be read
 * and made smaller; they become an archive before they are read.
 */
const workbookOf = (text: string): Uint8Array => {
  const parts = new Map<string, Uint8Array>();
  for (const part of text.split(`\n${partMark}`)) {
    const end = part.indexOf('\n');
    const name = part.slice(0, end).replaceAll(partMark, '').trim();
    if (name !== '' && name.length <= maxNameLength) parts.set(name, bytesOf(part.slice(end + 1)));
  }
  return archive(Object.fromEntries(parts));
};

const partsAsText = (parts: Record<string, Uint8Array>): string =>
  Object.entries(parts)
    .map(([name, bytes]) => `\n${partMark}${name}\n${textOf(bytes)}`)
    .join('');

/** Workbooks (xlsx). An input is the text of their parts. */
export const workbooks: FuzzTarget = {
  inputs: fc
    .tuple(mutatedTexts(sheets, marks), mutatedTexts([sharedStrings], ['<si>', '<t>', '</si>']), fc.nat({ max: 9 }))
    .chain(([sheet, strings, which]) => {
      const parts = {
        ...workbookParts(sheet),
        'xl/sharedStrings.xml': bytesOf(which === 0 ? strings : sharedStrings),
      };
      const whole = partsAsText(parts);
      return which === 1 ? mutatedTexts([whole], marks) : fc.constant(whole);
    })
    .map(bytesOf),
  run: (input) => read(workbookOf(textOf(input))),
};
