import { html } from 'hono/html';
import { maxExportedRecords } from '../../../domain/audit/ports.ts';
import { dayMs } from '../../../domain/duration.ts';
import { ownProperty } from '../../../domain/own-property.ts';
import { type AuditPage, type AuditRecord, documentOf } from '../api.ts';
import { badge, empty, section, type Tone, table } from '../components.ts';
import type { Formats, Html } from '../format.ts';
import type { PageHandler } from '../page.ts';

/** What operators did, as it was recorded. */

const outcomeTones: Readonly<Record<string, Tone>> = { done: 'good', refused: 'bad', failed: 'bad' };

/** An operation as one reads it: `PauseConnector` is `Pause connector`. */
const operationWords = (operation: string): string =>
  (operation.split('/').at(-1) ?? operation).replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

const filterNames = ['actor', 'operation', 'target', 'target_kind', 'outcome', 'from', 'to'] as const;

type Filters = Readonly<Partial<Record<(typeof filterNames)[number], string>>>;

/** The address of the records that are asked for. */
const pathOf = (filters: Filters, more: Readonly<Record<string, string>> = {}): string =>
  `/console/audit?${new URLSearchParams({ ...filters, ...more })}`;

const auditRow = (formats: Formats, record: AuditRecord, filters: Filters): Html => {
  const { operation, target_kind: kind, target_id: id = '', actor } = record;
  return html`<tr>
<td class="sentence"><a href="${pathOf({ ...filters, operation })}" title="${operation}">${operationWords(operation)}</a></td>
<td>${kind === undefined ? '' : html`<a href="${pathOf({ ...filters, target_kind: kind })}" title="${kind}">${kind.replaceAll('_', ' ')}</a>`} ${id === '' ? '' : html`<a class="mono" href="${pathOf({ ...filters, target: id })}">${id}</a>`}</td>
<td><a class="mono" href="${pathOf({ ...filters, actor })}">${actor}</a></td>
<td>${badge(record.outcome, ownProperty(outcomeTones, record.outcome) ?? 'plain')}</td>
<td class="figure">${formats.age(new Date(record.recorded_at))}</td><td class="figure faint">${record.position}</td></tr>`;
};

/** Records, newest first. What they are of leads to all records of it, within what is asked for. */
export const auditTable = (formats: Formats, items: readonly AuditRecord[], filters: Filters = {}): Html =>
  table(
    'Records',
    [
      { name: 'What' },
      { name: 'To' },
      { name: 'Who' },
      { name: 'Outcome' },
      { name: 'When', isFigure: true },
      { name: 'Number', isFigure: true },
    ],
    items.map((each) => auditRow(formats, each, filters)),
  );

const outcomes = ['done', 'refused', 'failed'] as const;

/** What is asked for, as it stands in the address. */
const filtersOf = (query: URLSearchParams): Filters =>
  Object.fromEntries(
    filterNames.flatMap((name) => {
      const value = query.get(name)?.trim() ?? '';
      return value === '' ? [] : [[name, value]];
    }),
  );

/** The start of the day after; of what is no day, what the API refuses. */
const dayAfter = (day: string): string => {
  const start = `${day}T00:00:00Z`;
  const at = Date.parse(start);
  return Number.isNaN(at) ? start : new Date(at + dayMs).toISOString();
};

/** Days are those of UTC, as the trail has its instants; the last is one of them. */
const questionOf = ({ from, to, ...others }: Filters): Readonly<Record<string, string>> => ({
  ...others,
  ...(from !== undefined && { from: `${from}T00:00:00Z` }),
  ...(to !== undefined && { to: dayAfter(to) }),
});

const filterForm = (filters: Filters): Html => {
  const field = (name: keyof Filters, label: string, hint: string): Html =>
    html`<label>${label} <input name="${name}" value="${filters[name] ?? ''}" placeholder="${hint}" spellcheck="false"></label>`;
  const day = (name: 'from' | 'to', label: string): Html =>
    html`<label>${label} <input name="${name}" type="date" value="${filters[name] ?? ''}"></label>`;
  return html`<form class="fields" action="/console/audit">${field('actor', 'Who', 'key:key_...')}
${field('operation', 'What', 'admin.v1.Callers/...')}${field('target', 'To', 'an id')}${field('target_kind', 'Kind', 'supplier')}
<label>Outcome <select name="outcome"><option value="">any</option>${outcomes.map((each) => html`<option value="${each}"${each === filters.outcome ? html` selected` : ''}>${each}</option>`)}</select></label>
${day('from', 'From')}${day('to', 'Up to and including')}<button class="primary">Show</button></form>`;
};

/** The page of the audit trail. */
export const auditPage: PageHandler = async ({ api, formats, query }) => {
  const filters = filtersOf(query);
  const asked = questionOf(filters);
  const { items, next_cursor } = await api.get(documentOf<AuditPage>(), '/v1/admin/audit', {
    ...asked,
    limit: '50',
    cursor: query.get('cursor') ?? '',
  });
  const isAll = Object.keys(filters).length === 0;
  const file = html`<span class="faint">the newest ${formats.number(maxExportedRecords)} at most</span> <a class="button" href="/console/audit/export?${new URLSearchParams({ ...asked, format: 'csv' })}" download>CSV</a>`;
  const none = isAll
    ? empty(
        'Nothing was done yet',
        'Every change by an operator, such as a paused supplier or a new key, is recorded here.',
      )
    : empty(
        'No such record',
        html`Nothing that was done is like this. <a href="/console/audit">Look at all of it</a>.`,
      );
  return {
    title: 'Audit',
    body: html`<h1>Audit</h1>${filterForm(filters)}${section(
      'What was done, newest first',
      items.length === 0 ? none : auditTable(formats, items, filters),
      items.length === 0 ? '' : file,
    )}${next_cursor === undefined ? '' : html`<p><a class="button" href="${pathOf(filters, { cursor: next_cursor })}">Older</a></p>`}`,
  };
};
