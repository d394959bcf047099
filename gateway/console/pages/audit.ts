import { html } from 'hono/html';
import { ownProperty } from '../../../domain/own-property.ts';
import { documentOf } from '../api.ts';
import { badge, empty, section, type Tone, table } from '../components.ts';
import type { Formats } from '../format.ts';
import type { Html } from '../html.ts';
import type { PageHandler } from '../page.ts';

/** What operators did, as it was recorded. */

/** A record of the trail. */
export interface AuditRecord {
  readonly position: string;
  readonly recorded_at: string;
  readonly actor: string;
  readonly operation: string;
  readonly target_kind?: string;
  readonly target_id?: string;
  readonly outcome: string;
}

const outcomeTones: Readonly<Record<string, Tone>> = { done: 'good', refused: 'bad', failed: 'bad' };

const auditRow = (formats: Formats, record: AuditRecord): Html => html`<tr>
<td>${record.operation.split('/').at(-1)}</td>
<td class="mono">${[record.target_kind, record.target_id].filter((text) => text !== undefined).join(' ')}</td>
<td class="mono">${record.actor}</td>
<td>${badge(record.outcome, ownProperty(outcomeTones, record.outcome) ?? 'plain')}</td>
<td class="figure">${formats.age(new Date(record.recorded_at))}</td><td class="figure faint">${record.position}</td></tr>`;

/** Records, newest first. */
export const auditTable = (formats: Formats, items: readonly AuditRecord[]): Html =>
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
    items.map((each) => auditRow(formats, each)),
  );

/** The page of the audit trail. */
export const auditPage: PageHandler = async ({ api, formats, query }) => {
  const { items, next_cursor } = await api.get(
    documentOf<{ items: readonly AuditRecord[]; next_cursor?: string }>(),
    '/v1/admin/audit',
    { limit: '50', cursor: query.get('cursor') ?? '' },
  );
  return {
    title: 'Audit',
    body: html`<h1>Audit</h1>${section(
      'What was done, newest first',
      items.length === 0
        ? empty(
            'Nothing was done yet',
            'Every change by an operator, such as a paused supplier or a new key, is recorded here.',
          )
        : auditTable(formats, items),
    )}${next_cursor === undefined ? '' : html`<p><a class="button" href="/console/audit?cursor=${next_cursor}">Older</a></p>`}`,
  };
};
