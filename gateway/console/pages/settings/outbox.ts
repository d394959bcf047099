import { html } from 'hono/html';
import { documentOf, type Outbox } from '../../api.ts';
import { actionButton, card, cards, empty, section, table } from '../../components.ts';
import type { Formats, Html } from '../../format.ts';
import type { ActionHandler, PageHandler } from '../../page.ts';
import { settingsTabs } from './lists.ts';

/** Events that wait to be published, and those that the bus refused and that were set aside. */

const parkedRow = (formats: Formats, event: Outbox['items'][number]): Html => html`<tr>
<td>${event.event_type}<div class="faint mono">${event.aggregate_id}</div></td>
<td>${event.reason ?? 'not known'}</td>
<td class="figure">${formats.number(event.attempts)}</td>
<td class="figure">${formats.age(new Date(event.parked_at))}</td>
<td>${actionButton(`/console/settings/outbox/${event.position}/replay`, 'Publish again')}</td></tr>`;

const columns = [
  { name: 'Event' },
  { name: 'Why' },
  { name: 'Attempts', isFigure: true },
  { name: 'Set aside', isFigure: true },
  { name: '' },
];

/** The page of the outbox. */
export const outboxPage: PageHandler = async ({ api, formats, query }) => {
  const cursor = query.get('cursor') ?? '';
  const outbox = await api.get(documentOf<Outbox>(), '/v1/admin/outbox', { cursor });
  const { unpublished_count: waiting, oldest_age_seconds: age, parked_count: parked, next_cursor: next } = outbox;
  const oldest = waiting === 0 ? 'none waits' : `the oldest for ${formats.span(age)}`;
  return {
    title: 'Events',
    body: html`${settingsTabs('outbox')}<div id="outbox" data-every="5000">
${cards([card('To be published', formats.number(waiting), oldest), card('Set aside', formats.number(parked), parked === 0 ? 'none was refused five times' : 'each refused by the bus five times')])}
${section(
  'Events that were set aside',
  outbox.items.length === 0
    ? empty('None was set aside', 'What the bus refuses five times stands here, and can be published again.')
    : table(
        'Events that were set aside',
        columns,
        outbox.items.map((event) => parkedRow(formats, event)),
      ),
  parked === 0 ? '' : actionButton('/console/settings/outbox/replay', 'Publish all again'),
)}${next === undefined ? '' : html`<p><a class="button" href="/console/settings/outbox?cursor=${next}">Next page</a></p>`}</div>`,
  };
};

/** Gives one event that was set aside another turn. */
export const replayEvent: ActionHandler = async ({ api, param }) => {
  await api.send('POST', `/v1/admin/outbox/${encodeURIComponent(param('position'))}/replay`);
  return '/console/settings/outbox';
};

/** Gives all of them another turn. */
export const replayEvents: ActionHandler = async ({ api }) => {
  await api.send('POST', '/v1/admin/outbox/replay');
  return '/console/settings/outbox';
};
