import { html } from 'hono/html';
import { documentOf } from '../../api.ts';
import { badge, empty, section, table } from '../../components.ts';
import type { Formats } from '../../format.ts';
import type { Html } from '../../html.ts';
import type { PageHandler } from '../../page.ts';
import { settingsTabs } from './lists.ts';

/** The keys of a customer, as they are used. A secret is never shown: none is kept. */

interface Key {
  readonly id: string;
  readonly label: string;
  readonly scopes: readonly string[];
  readonly status: string;
  readonly expires_at?: string;
  readonly last_used_at?: string;
  readonly requests_today?: number;
}

const instant = (text: string | undefined): Date | undefined => (text === undefined ? undefined : new Date(text));

const keyRow = (formats: Formats, key: Key): Html => html`<tr>
<td>${key.label}<div class="faint mono">${key.id}</div></td>
<td>${key.scopes.map((scope) => badge(scope))}</td>
<td>${badge(key.status, key.status === 'active' ? 'good' : 'plain')}</td>
<td class="figure">${formats.number(key.requests_today ?? 0)}</td>
<td class="figure">${formats.age(instant(key.last_used_at))}</td>
<td class="figure">${key.expires_at === undefined ? html`<span class="faint">never</span>` : formats.age(instant(key.expires_at))}</td></tr>`;

const columns = [
  { name: 'Key' },
  { name: 'Scopes' },
  { name: 'Status' },
  { name: 'Requests today', isFigure: true },
  { name: 'Last used', isFigure: true },
  { name: 'Ends', isFigure: true },
];

/** The page of a customer's keys. */
export const keysPage: PageHandler = async ({ api, formats, param }) => {
  const customer = param('customer');
  const path = `/v1/admin/customers/${encodeURIComponent(customer)}/keys`;
  const { keys } = await api.get(documentOf<{ keys: readonly Key[] }>(), path);
  return {
    title: `Keys of ${customer}`,
    body: html`${settingsTabs('customers')}${section(
      `Keys of ${customer}`,
      keys.length === 0
        ? empty('No keys', html`<span class="mono">POST ${path}</span> makes one.`)
        : table(
            `Keys of ${customer}`,
            columns,
            keys.map((key) => keyRow(formats, key)),
          ),
    )}<p><a class="button" href="/console/settings/customers">All customers</a></p>`,
  };
};
