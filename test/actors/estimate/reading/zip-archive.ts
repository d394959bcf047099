import { type Zippable, zipSync } from 'fflate';

const text = (content: string): Uint8Array => new TextEncoder().encode(content);

/**
 * Parts of the smallest workbook with one sheet of the given markup, as an archive would hold them.
 */
export const workbookParts = (sheetData: string): Record<string, Uint8Array> => ({
  '_rels/.rels': text(
    '<Relationships><Relationship Id="rId1" Type="http://x/officeDocument" Target="xl/workbook.xml"/></Relationships>',
  ),
  'xl/workbook.xml': text('<workbook><sheets><sheet name="BOM" sheetId="1" r:id="rId1"/></sheets></workbook>'),
  'xl/_rels/workbook.xml.rels': text(
    '<Relationships><Relationship Id="rId1" Type="http://x/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="http://x/styles" Target="styles.xml"/></Relationships>',
  ),
  'xl/styles.xml': text(
    '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="00000000"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/></cellXfs></styleSheet>',
  ),
  'xl/worksheets/sheet1.xml': text(`<worksheet>${sheetData}</worksheet>`),
});

/** An archive of the given parts. */
export const archive = (parts: Zippable): Uint8Array => zipSync(parts, { level: 1 });

/** A workbook with one sheet of the given markup, and more parts where a test needs them. */
export const workbook = (sheetData: string, more: Zippable = {}): Uint8Array =>
  archive({ ...workbookParts(sheetData), ...more });

/** A cell with text of its own. */
export const textCell = (reference: string, content: string): string =>
  `<c r="${reference}" t="inlineStr"><is><t>${content}</t></is></c>`;
