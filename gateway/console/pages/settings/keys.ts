import { html } from 'hono/html';
import { adminScopes, customerScopes, type Scope } from '../../../../domain/callers/caller.ts';
import { ApiProblem, type ConsoleApi, documentOf, type IssuedKey, type Key, type Keys } from '../../api.ts';
import { actionButton, badge, empty, hiddenFields, notice, section, table } from '../../components.ts';
import type { Formats, Html } from '../../format.ts';
import type { ConsolePage } from '../../layout.ts';
import type { ActionHandler, PageHandler } from '../../page.ts';
import { refusal } from './editor.ts';
import { settingsTabs } from './lists.ts';

/** The keys of a customer, as they are used. A secret is never shown: none is kept. */

/** What stands in the form of a new key. */
export interface WrittenKey {
  readonly label: string;
  /** A day in UTC; empty: it never ends. */
  readonly until: string;
  readonly scopes: readonly string[];
}

const instant = (text: string | undefined): Date | undefined => (text === undefined ? undefined : new Date(text));

/**
 * What can be done with a key that works. The form of a new secret says which state of the key it
 * is for, so that it does nothing when it is sent again.
 */
const changes = ({ id, customer_id: customer, status, previous_secret_until: until = '' }: Key): Html => {
  if (status !== 'active') return html``;
  const path = `/console/settings/customers/${encodeURIComponent(customer)}/keys/${id}`;
  return html`<details id="change-${id}"><summary>Change</summary><div class="actions">
<form method="post" action="${path}/rotate" class="inline" data-once>${hiddenFields({ previous_until: until })}<label class="unseen" for="overlap-${id}">How long the secret before of ${id} works on</label>
<select id="overlap-${id}" name="overlap"><option value="0s">old one ends now</option><option value="1h">old one for 1 h</option><option value="1d" selected>old one for 1 day</option><option value="7d">old one for 7 days</option></select><button>New secret</button></form>
${actionButton(`${path}/revoke`, 'Revoke', {}, 'danger')}</div></details>`;
};

const scopeBoxes = (scopes: readonly Scope[], label: string, ticked: readonly string[]): Html =>
  html`<fieldset class="choices"><legend>${label}</legend>${scopes.map((scope) => html`<label class="check"><input type="checkbox" name="scopes" value="${scope}"${ticked.includes(scope) ? html` checked` : ''}> ${scope}</label>`)}</fieldset>`;

/** `newest` is the key that was the newest when the form was made: what came after it is told. */
const newKeyForm = (customer: string, newest: string, { label, until, scopes }: WrittenKey): Html => html`
<form method="post" action="/console/settings/customers/${encodeURIComponent(customer)}/keys" data-once>${hiddenFields({ newest })}
<div class="fields"><label>Name <input name="label" value="${label}" required maxlength="200" placeholder="web shop" autocomplete="off"></label>
<label>Last day, in UTC <input name="until" type="date" value="${until}"></label></div>
${scopeBoxes(customerScopes, 'As a customer it may', scopes)}${scopeBoxes(adminScopes, 'As an operator it may', scopes)}
<p><button class="primary">Make a key</button> <span class="faint">Its secret is shown once, on the next page.</span></p></form>`;

const keyRow = (formats: Formats, key: Key): Html => html`<tr>
<td>${key.label}<div class="faint mono">${key.id}</div></td>
<td>${key.scopes.map((scope) => badge(scope))}</td>
<td>${badge(key.status, key.status === 'active' ? 'good' : 'plain')}${key.previous_secret_until === undefined ? '' : html`<div class="faint">old one ends ${formats.age(instant(key.previous_secret_until))}</div>`}</td>
<td class="figure">${formats.number(key.requests_today)}</td>
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

/** The keys of a customer, newest first. */
const keysOf = async (api: ConsoleApi, customer: string): Promise<readonly Key[]> => {
  const path = `/v1/admin/customers/${encodeURIComponent(customer)}/keys`;
  return (await api.get(documentOf<Keys>(), path)).keys;
};

const nothingWritten: WrittenKey = { label: '', until: '', scopes: [] };

/** The keys of a customer, with what is told of them above, and the form of a new one below. */
const keysView = (
  formats: Formats,
  customer: string,
  keys: readonly Key[],
  {
    told = html``,
    written = nothingWritten,
    refused = html``,
  }: { told?: Html; written?: WrittenKey; refused?: Html } = {},
): ConsolePage => ({
  title: `Keys of ${customer}`,
  body: html`${settingsTabs('customers')}${told}${section(
    `Keys of ${customer}`,
    keys.length === 0
      ? empty('No keys', 'Nobody can call for this customer yet. Make one below.')
      : table(
          `Keys of ${customer}`,
          columns,
          keys.map((key) => keyRow(formats, key)),
        ),
  )}${section('A new key', html`${refused}${newKeyForm(customer, keys[0]?.id ?? '', written)}`)}<p><a class="button" href="/console/settings/customers">All customers</a></p>`,
});

/** The page of a customer's keys. */
export const keysPage: PageHandler = async ({ api, formats, param }) => {
  const customer = param('customer');
  return keysView(formats, customer, await keysOf(api, customer));
};

/** What operators do to the keys of a customer, each by the API. */

const customerOf = (param: (name: string) => string): string => encodeURIComponent(param('customer'));

const pathOf = (param: (name: string) => string): string => `/v1/admin/customers/${customerOf(param)}/keys`;

const keyPathOf = (param: (name: string) => string): string => `${pathOf(param)}/${encodeURIComponent(param('key'))}`;

/** The page that shows a secret, this once: it stands in no address and is kept by no browser. */
const secretPage = ({ key: { label, customer_id: customer }, secret }: IssuedKey): ConsolePage => ({
  title: 'The secret of the key',
  body: html`<h1>The secret of the key</h1>
${notice('warn', 'It is shown this once, and stored nowhere. Give it to whoever is to call with it.')}
<p class="panel secret"><code class="mono raw">${secret}</code></p>
<p>It is that of ${label}, of ${customer}.</p>
<p><a class="button" href="/console/settings/customers/${encodeURIComponent(customer)}">To the keys</a></p>`,
});

/** Whether a key of this name came after the one that was the newest when the form was made. */
const isMadeAlready = (keys: readonly Key[], newest: string, { label }: WrittenKey): boolean => {
  const before = keys.findIndex(({ id }) => id === newest);
  return keys.slice(0, before === -1 ? keys.length : before).some((key) => key.label === label);
};

/**
 * Makes a key, and shows its secret; the same form sent again makes no other. A day ends with it in
 * UTC. What is refused stays in the form.
 */
export const createKey: ActionHandler = async ({ api, formats, param, fields }) => {
  const customer = param('customer');
  const written = {
    label: fields.get('label')?.trim() ?? '',
    until: fields.get('until')?.trim() ?? '',
    scopes: fields.getAll('scopes'),
  };
  const { label, until, scopes } = written;
  const keys = await keysOf(api, customer);
  if (isMadeAlready(keys, fields.get('newest') ?? '', written)) {
    const told = notice('bad', 'A key of this name was made just now; look at the list.');
    return { ...keysView(formats, customer, keys, { told }), status: 409 };
  }
  try {
    const asked = { label, scopes, ...(until !== '' && { expires_at: `${until}T23:59:59Z` }) };
    return secretPage((await api.send('POST', pathOf(param), asked)) as IssuedKey);
  } catch (thrown) {
    if (!(thrown instanceof ApiProblem)) throw thrown;
    const { problem } = thrown;
    return { ...keysView(formats, customer, keys, { written, refused: refusal(problem) }), status: problem.status };
  }
};

/**
 * Gives a key another secret, and shows it. A form that was made before the key was given its last
 * one does nothing: sent twice, it would end the secret that was to work on for a while.
 */
export const rotateKey: ActionHandler = async ({ api, formats, param, fields }) => {
  const customer = param('customer');
  const keys = await keysOf(api, customer);
  const until = keys.find(({ id }) => id === param('key'))?.previous_secret_until ?? '';
  if (until !== (fields.get('previous_until') ?? '')) {
    const told = notice('bad', 'This key was given another secret just now; look at the list.');
    return { ...keysView(formats, customer, keys, { told }), status: 409 };
  }
  const asked = { overlap: fields.get('overlap') ?? '' };
  return secretPage((await api.send('POST', `${keyPathOf(param)}/rotate`, asked)) as IssuedKey);
};

/** Ends a key for good. */
export const revokeKey: ActionHandler = async ({ api, param }) => {
  await api.send('POST', `${keyPathOf(param)}/revoke`);
  return `/console/settings/customers/${customerOf(param)}`;
};
