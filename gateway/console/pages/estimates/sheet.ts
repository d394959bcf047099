import { html } from 'hono/html';
import { type Role, roles } from '../../../../domain/estimate/parse/roles.ts';
import { ownProperty } from '../../../../domain/own-property.ts';
import {
  EstimateResponse,
  EstimateSheet,
  type SheetRow,
  type TableMap,
} from '../../../../proto/gen/svc/public/v1/estimate.ts';
import { typedNumber } from '../../../request/typed-number.ts';
import { orNothing } from '../../api.ts';
import { actionButton, badge, empty, notice, section, table } from '../../components.ts';
import type { Formats, Html } from '../../format.ts';
import type { ActionHandler, PageHandler } from '../../page.ts';
import { estimateTabs, estimateTitle } from './estimate.ts';
import { sentence } from './words.ts';

/**
 * The sheet of an estimate as it was read: columns coloured by meaning, what is doubtful in its
 * row, and what was left out with the reason. Each column says what it was taken for, and can be
 * said to be another.
 */

/** What a column means, as a reader says it, and the colour of that. */
const meanings: Readonly<Record<Role, { readonly name: string; readonly colour: string }>> = {
  part_number: { name: 'Part number', colour: 'part' },
  supplier_sku: { name: 'Order number', colour: 'part' },
  manufacturer: { name: 'Manufacturer', colour: 'maker' },
  supplier: { name: 'Supplier', colour: 'maker' },
  quantity: { name: 'Quantity', colour: 'quantity' },
  unit: { name: 'Unit', colour: 'quantity' },
  reference: { name: 'Designators', colour: 'reference' },
  description: { name: 'Description', colour: 'description' },
  value: { name: 'Value', colour: 'description' },
  package: { name: 'Package', colour: 'description' },
  price: { name: 'Price of one', colour: 'price' },
  line_price: { name: 'Price of all', colour: 'price' },
  do_not_place: { name: 'Not placed', colour: 'placing' },
  place: { name: 'Placed', colour: 'placing' },
  notes: { name: 'Notes', colour: 'other' },
  internal_number: { name: 'Your number', colour: 'other' },
  line_number: { name: 'Line number', colour: 'other' },
  link: { name: 'Link', colour: 'other' },
};

const reasons: Readonly<Record<string, string>> = {
  total: 'a total',
  heading: 'a heading again',
  section: 'a heading of a part of the list',
  note: 'a note',
  repeated: 'said above already',
  nothing_named: 'names no part',
};

/** The role that a map gives to a column. */
const roleOf = (map: TableMap | undefined, column: number): Role | undefined =>
  roles.find((role) => role === map?.columns[column]);

const colourOf = (role: Role | undefined): string => (role === undefined ? '' : `means-${meanings[role].colour}`);

const letters = (column: number): string =>
  (column < 26 ? '' : String.fromCodePoint(64 + Math.floor(column / 26))) + String.fromCodePoint(65 + (column % 26));

/** The select of a column; without a map, or where the document is gone, only what it is. */
const columnHead = (sheet: EstimateSheet, column: number): Html => {
  const role = roleOf(sheet.tableMap, column);
  const name = role === undefined ? 'not used' : meanings[role].name;
  const select = html`<label class="unseen" for="role-${column}">What column ${letters(column)} means</label>
<select id="role-${column}" name="column_${column}"><option value="">not used</option>${roles.map((each) => html`<option value="${each}"${each === role ? html` selected` : ''}>${meanings[each].name}</option>`)}</select>`;
  return html`<th scope="col" class="${colourOf(role)}"><div class="faint">${letters(column)}</div>${sheet.canBeReadAgain ? select : name}</th>`;
};

const takenFor = (id: string, row: SheetRow): Html => {
  if (row.kind === 'heading') return badge('heading');
  if (row.kind === 'skipped')
    return html`${badge('left out')} <span class="faint">${ownProperty(reasons, row.skippedReason) ?? row.skippedReason}</span>`;
  if (row.kind !== 'line') return html`<span class="faint">outside of the list</span>`;
  return html`<a href="/console/estimates/${id}?from=${Math.floor((row.lineNumber - 1) / 50) * 50}#line-${row.lineNumber}">line ${row.lineNumber}</a>
${row.doubts.map(({ text }) => html`<div class="remark warn">${sentence(text)}</div>`)}`;
};

const sheetRow = (id: string, sheet: EstimateSheet, row: SheetRow, columns: readonly number[]): Html => {
  const isTable = row.kind === 'line' || row.kind === 'heading';
  return html`<tr class="row-${row.kind}${row.doubts.length > 0 ? ' doubtful' : ''}"><th scope="row" class="figure faint">${row.row}</th>
${columns.map((column) => html`<td class="${isTable ? colourOf(roleOf(sheet.tableMap, column)) : ''}">${row.cells[column] ?? ''}</td>`)}
<td class="taken">${takenFor(id, row)}</td></tr>`;
};

const widthOf = ({ rows, tableMap }: EstimateSheet): number =>
  Math.max(
    0,
    ...rows.map(({ cells }) => cells.length),
    ...Object.keys(tableMap?.columns ?? {}).map((column) => Math.min(40, Number(column) + 1)),
  );

/** Rows up to which the whole sheet is shown; a longer one scrolls under its columns. */
const maxWhole = 25;

const grid = (id: string, sheet: EstimateSheet): Html => {
  const columns = Array.from({ length: widthOf(sheet) }, (_, column) => column);
  return html`<div class="table sheet${sheet.rows.length > maxWhole ? ' long' : ''}" role="region" aria-label="The list as it was read" tabindex="0"><table>
<caption class="unseen">The list as it was read</caption>
<thead><tr><th scope="col"><span class="unseen">Row</span></th>${columns.map((column) => columnHead(sheet, column))}<th scope="col">Taken for</th></tr></thead>
<tbody>${sheet.rows.map((row) => sheetRow(id, sheet, row, columns))}</tbody></table></div>`;
};

const option = (value: string, name: string, chosen: string): Html =>
  html`<option value="${value}"${value === chosen ? html` selected` : ''}>${name}</option>`;

const readAgainFields = ({ tableMap }: EstimateSheet, { detected }: EstimateResponse): Html => html`<div class="fields">
<input type="hidden" name="sheet" value="${tableMap?.sheet ?? ''}">
<label>Heading in row <input class="narrow" type="number" name="header_row" min="0" max="1000000" value="${tableMap?.headerRow || ''}" placeholder="none"></label>
<label>Lines from row <input class="narrow" type="number" name="first_row" min="0" max="1000000" value="${tableMap?.firstRow || ''}" placeholder="below it"></label>
<label>Decimals after <select name="decimal_mark">${option('', 'as detected', detected?.decimalMark ?? '')}${option('.', 'a point', detected?.decimalMark ?? '')}${option(',', 'a comma', detected?.decimalMark ?? '')}</select></label>
<button class="primary">Read it again</button></div>`;

const counted = (formats: Formats, sheet: EstimateSheet): string => {
  const last = sheet.rows.at(-1)?.row ?? 0;
  return last < sheet.rowCount
    ? `The first ${formats.number(last)} of ${formats.number(sheet.rowCount)} rows.`
    : `${formats.number(sheet.rowCount)} rows.`;
};

const detectedWords = ({ detected }: EstimateResponse): string =>
  detected === undefined
    ? ''
    : [
        detected.format.toUpperCase(),
        detected.encoding,
        detected.delimiter === ''
          ? ''
          : `columns parted by ${detected.delimiter === '\t' ? 'tabs' : detected.delimiter}`,
      ]
        .filter((text) => text !== '')
        .join(', ');

/** A map as a form sends it. */
const fieldsOf = ({ sheet, headerRow, firstRow, columns }: TableMap): Readonly<Record<string, string>> => ({
  sheet,
  header_row: String(headerRow),
  first_row: String(firstRow),
  ...Object.fromEntries(Object.entries(columns).map(([column, role]) => [`column_${column}`, role])),
});

const otherTables = (id: string, { otherMaps, canBeReadAgain }: EstimateSheet): Html => {
  if (otherMaps.length === 0 || !canBeReadAgain) return html``;
  const row = (
    map: TableMap,
  ): Html => html`<tr><td>${map.sheet || 'the document'}</td><td class="figure">${map.headerRow || map.firstRow || 1}</td>
<td>${Object.values(map.columns).map((role) => badge(role, 'info'))}</td>
<td>${actionButton(`/console/estimates/${id}/read-again`, 'Read this one', fieldsOf(map))}</td></tr>`;
  return section(
    'Other tables of the document',
    table(
      'Other tables',
      [{ name: 'Sheet' }, { name: 'From row', isFigure: true }, { name: 'Columns' }, { name: '' }],
      otherMaps.map(row),
    ),
  );
};

const sheetSection = (formats: Formats, estimate: EstimateResponse, sheet: EstimateSheet): Html => {
  const { id } = estimate;
  if (sheet.rows.length === 0) return empty('Nothing to show yet', 'The list is being read.');
  const words = html`<p class="faint">${[detectedWords(estimate), counted(formats, sheet)].filter((text) => text !== '').join(' · ')}</p>`;
  const shown = html`${words}${grid(id, sheet)}`;
  return section(
    'What each column and row was taken for',
    sheet.canBeReadAgain
      ? html`<p>Where a column is not what it says, choose what it is and have the list read again: that makes another estimate, and this one stays.</p>
<form method="post" action="/console/estimates/${id}/read-again">${shown}${readAgainFields(sheet, estimate)}</form>`
      : html`${shown}${notice('plain', html`The document is not kept any more. To have it read otherwise, <a href="/console/estimates">drop it again</a>.`)}`,
  );
};

const nothingKept = empty(
  'There is no sheet to show',
  html`The lines came without a document, or it is not read yet. <a href="/console/estimates">Drop a document</a> to see how it is read.`,
);

/** The page of the sheet of an estimate. */
export const sheetPage: PageHandler = async ({ api, formats, param }) => {
  const path = `/v1/estimates/${encodeURIComponent(param('id'))}`;
  const [estimate, sheet] = await Promise.all([
    api.get(EstimateResponse, path),
    orNothing(api.get(EstimateSheet, `${path}/sheet`)),
  ]);
  const { id, sourceName, doubts } = estimate;
  return {
    title: `${sourceName || 'Estimate'} as read`,
    body: html`${estimateTitle(formats, estimate)}${estimateTabs(id, 'sheet')}
${doubts.map(({ text }) => notice('warn', sentence(text)))}
${sheet === undefined ? nothingKept : html`${sheetSection(formats, estimate, sheet)}${otherTables(id, sheet)}`}`,
  };
};

const mapOf = (fields: URLSearchParams): object | undefined => {
  const columns = [...fields].flatMap(([name, role]) =>
    /^column_\d+$/.test(name) && role !== '' ? [[name.slice('column_'.length), role]] : [],
  );
  if (columns.length === 0) return undefined;
  const [header, first] = ['header_row', 'first_row'].map((name) => typedNumber(fields.get(name) || '0'));
  return {
    sheet: fields.get('sheet') ?? '',
    header_row: header,
    first_row: header === 0 && first === 0 ? 1 : first,
    columns: Object.fromEntries(columns),
  };
};

/** Has the document read again as the form says, and leads to what comes of it. */
export const readAgain: ActionHandler = async ({ api, param, fields }) => {
  const map = mapOf(fields);
  const answer = await api.send('POST', `/v1/estimates/${encodeURIComponent(param('id'))}/read-again`, {
    ...(map && { table_map: map }),
    decimal_mark: fields.get('decimal_mark') ?? '',
  });
  return `/console/estimates/${EstimateResponse.fromJSON(answer).id}`;
};
