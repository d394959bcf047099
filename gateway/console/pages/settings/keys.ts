import { html } from 'hono/html';
import { adminScopes, customerScopes, type Scope } from '../../../../domain/callers/caller.ts';
import { documentOf } from '../../api.ts';
import { actionButton, badge, empty, section, table } from '../../components.ts';
import type { Formats } from '../../format.ts';
import type { Html } from '../../html.ts';
import type { PageHandler } from '../../page.ts';
import { settingsTabs } from './lists.ts';

/** The keys of a customer, as they are used. A secret is never shown: none is kept. */

interface Key {
  readonly id: string;
  readonly customer_id: string;
  readonly label: string;
  readonly scopes: readonly string[];
  readonly status: string;
  readonly expires_at?: string;
  readonly last_used_at?: string;
  readonly requests_today?: number;
}

const instant = (text: string | undefined): Date | undefined => (text === undefined ? undefined : new Date(text));

/** What can be done with a key that works. */
const changes = ({ id, customer_id: customer, status }: Key): Html => {
  if (status !== 'active') return html``;
  const path = `/console/settings/customers/${encodeURIComponent(customer)}/keys/${id}`;
  return html`<details id="change-${id}"><summary>Change</summary><div class="actions">
<form method="post" action="${path}/rotate" class="inline"><label class="unseen" for="overlap-${id}">How long the secret before of ${id} works on</label>
<select id="overlap-${id}" name="overlap"><option value="0s">old one ends now</option><option value="1h">old one for 1 h</option><option value="1d" selected>old one for 1 day</option><option value="7d">old one for 7 days</option></select><button>New secret</button></form>
${actionButton(`${path}/revoke`, 'Revoke', {}, 'danger')}</div></details>`;
};

const scopeBoxes = (scopes: readonly Scope[], label: string): Html =>
  html`<fieldset class="choices"><legend>${label}</legend>${scopes.map((scope) => html`<label class="check"><input type="checkbox" name="scopes" value="${scope}"> ${scope}</label>`)}</fieldset>`;

const newKeyForm = (customer: string): Html => html`
<form method="post" action="/console/settings/customers/${encodeURIComponent(customer)}/keys">
<div class="fields"><label>Name <input name="label" required maxlength="200" placeholder="web shop" autocomplete="off"></label>
<label>Last day, in UTC <input name="until" type="date"></label></div>
${scopeBoxes(customerScopes, 'As a customer it may')}${scopeBoxes(adminScopes, 'As an operator it may')}
<p><button class="primary">Make a key</button> <span class="faint">Its secret is shown once, on the next page.</span></p></form>`;

const keyRow = (formats: Formats, key: Key): Html => html`<tr>
<td>${key.label}<div class="faint mono">${key.id}</div></td>
<td>${key.scopes.map((scope) => badge(scope))}</td>
<td>${badge(key.status, key.status === 'active' ? 'good' : 'plain')}</td>
<td class="figure">${formats.number(key.requests_today ?? 0)}</td>
<td class="figure">${formats.age(instant(key.last_used_at))}</td>
<td class="figure">${key.expires_at === undefined ? html`<span class="faint">never</span>` : formats.age(instant(key.expires_at))}</td>
<td>${changes(key)}</td></tr>`;

const columns = [
  { name: 'Key' },
  { name: 'Scopes' },
  { name: 'Status' },
  { name: 'Requests today', isFigure: true },
  { name: 'Last used', isFigure: true },
  { name: 'Ends', isFigure: true },
  { name: '' },
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
        ? empty('No keys', 'Nobody can call for this customer yet. Make one below.')
        : table(
            `Keys of ${customer}`,
            columns,
            keys.map((key) => keyRow(formats, key)),
          ),
    )}${section('A new key', newKeyForm(customer))}<p><a class="button" href="/console/settings/customers">All customers</a></p>`,
  };
};
