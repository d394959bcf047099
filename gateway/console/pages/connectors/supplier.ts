import { html } from 'hono/html';
import {
  type AuditPage,
  type AuditRecord,
  type Connector,
  type ConsoleApi,
  type Credential,
  documentOf,
  type EndpointRates,
  type Rate,
} from '../../api.ts';
import { actionButton, badge, bar, section, table } from '../../components.ts';
import type { Formats, Html } from '../../format.ts';
import type { PageHandler } from '../../page.ts';
import { auditTable } from '../audit.ts';
import { credentialTable } from './credentials.ts';
import { controls, furtherOrders, orderLine, ttlSelect } from './orders.ts';
import { rateWords } from './rates.ts';

/**
 * All of one supplier: how it stands, what it is ordered, its secrets, and what was done to it. A
 * secret is entered here, sealed on arrival, and in no page again.
 */

const words = (name: string): string => name.replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

const secretInputs = (fields: readonly string[], of: string): Html =>
  html`${fields.map((name) => html`<label>${words(name)} <input id="${of}-${name}" name="secret.${name}" type="password" autocomplete="new-password" maxlength="4096" spellcheck="false"></label>`)}`;

const ofCredential = (connector: Connector, fields: readonly string[], credential: Credential): Html => {
  const path = `/console/connectors/${encodeURIComponent(connector.id)}/credentials/${encodeURIComponent(credential.id)}`;
  const isDisabled = credential.state === 'disabled';
  return html`<div class="held"><details id="secret-${credential.id}"><summary>Another secret for ${credential.label}</summary>
<form method="post" action="${path}/secret" class="fields"><p class="faint">It takes the place of all of the one before: a field that is left empty is removed.</p>${secretInputs(fields, credential.id)}<button class="primary">Seal it</button></form></details>
${actionButton(`${path}/${isDisabled ? 'enable' : 'disable'}`, `${isDisabled ? 'Use' : 'Do not use'} ${credential.label}`)}</div>`;
};

const addForm = ({ id }: Connector, fields: readonly string[]): Html => html`
<div class="held"><details id="new-credential"><summary>A new credential</summary><form method="post" action="/console/connectors/${encodeURIComponent(id)}/credentials" class="fields">
<label>Label <input name="label" required maxlength="200" placeholder="house account"></label>
<label>Whose it is <select name="scope"><option value="system">the service</option><option value="group">a group</option><option value="customer">a customer</option></select></label>
<label>Group or customer <input name="owner_id" maxlength="128" placeholder="none"></label>
${secretInputs(fields, 'new')}<button class="primary">Add it</button></form></details></div>`;

/** Where secrets are entered. */
const secretSection = (connector: Connector): Html => {
  const { secret_fields: fields, credentials } = connector;
  return section(
    'Secrets',
    fields === undefined
      ? html`<p class="bad">Its plug-in does not take its settings, so a secret could not be checked.</p>`
      : html`<p class="faint">A secret is sealed when it arrives and never shown again. What the plug-in can do without may stay empty.</p>
${credentials.map((each) => ofCredential(connector, fields, each))}${addForm(connector, fields)}`,
  );
};

/** What a supplier may be asked, how much of that is used, and lowering it for a while. */

const rates = (formats: Formats, each: readonly Rate[]): string =>
  each.map((rate) => rateWords(formats, rate)).join(', ');

/** Of each credential that has asked the endpoint. */
const use = (formats: Formats, { credentials }: Connector, endpoint: string): Html => {
  const used = credentials.flatMap(({ label, budget_use }) => {
    const share = new Map(Object.entries(budget_use)).get(endpoint);
    return share === undefined ? [] : [{ label, share }];
  });
  if (used.length === 0) return html`<span class="faint">not asked yet</span>`;
  return html`${used.map(
    ({ label, share }) =>
      html`<div class="used">${bar(share, `${formats.percent(share)} used by ${label}`)}<span class="figure">${formats.share(share)}</span>${used.length > 1 ? html` <span class="faint">${label}</span>` : ''}</div>`,
  )}`;
};

const row = (formats: Formats, connector: Connector, [name, limits]: [string, EndpointRates]): Html => {
  const { id } = connector;
  const [configured, effective] = [rates(formats, limits.configured), rates(formats, limits.effective)];
  return html`<tr>
<td>${name}</td><td class="wide">${use(formats, connector, name)}</td><td class="figure">${configured}</td>
<td class="figure">${effective}${effective === configured ? '' : html` ${badge('lowered', 'warn')}`}</td>
<td><form method="post" action="/console/connectors/${id}/rates" class="inline"><input type="hidden" name="endpoint" value="${name}">
<label class="unseen" for="rate-${id}-${name}">Rate of ${name}</label><input id="rate-${id}-${name}" class="narrow" name="rate" type="number" min="1" required placeholder="rate">
<label class="unseen" for="period-${id}-${name}">Period of ${name}</label><select id="period-${id}-${name}" name="period"><option value="1s">a second</option><option value="1m" selected>a minute</option><option value="1h">an hour</option><option value="1d">a day</option></select>
${ttlSelect(`lowered-${id}-${name}`, `For how long ${name} is lowered`)}<button>Lower</button></form></td></tr>`;
};

/** The endpoints of a supplier. */
const endpointTable = (formats: Formats, connector: Connector): Html =>
  connector.endpoints === undefined
    ? html`<p class="bad">Its plug-in does not take its settings; what is asked of it is not known.</p>`
    : html`<div class="endpoints">${table(
        `Rates of ${connector.name}`,
        [
          { name: 'Endpoint' },
          { name: 'Used' },
          { name: 'Configured', isFigure: true },
          { name: 'In force', isFigure: true },
          { name: 'Lower it' },
        ],
        Object.entries(connector.endpoints).map((each) => row(formats, connector, each)),
      )}</div>`;

const recordsShown = 10;

/** Credentials whose records are looked at, beside those of the supplier itself. */
const maxCredentials = 8;

/** Other things, such as a customer, may have the id of a supplier. */
const recordsOf = async (api: ConsoleApi, kind: string, target: string): Promise<readonly AuditRecord[]> => {
  const asked = { target, target_kind: kind, limit: String(recordsShown) };
  return (await api.get(documentOf<AuditPage>(), '/v1/admin/audit', asked)).items;
};

/** What was done to a supplier and its credentials, newest first. */
const lastRecords = async (api: ConsoleApi, { id, credentials }: Connector): Promise<readonly AuditRecord[]> => {
  const ownCredentials = credentials.slice(0, maxCredentials);
  const records = await Promise.all([
    recordsOf(api, 'supplier', id),
    recordsOf(api, 'connector', id),
    ...ownCredentials.map((credential) => recordsOf(api, 'credential', credential.id)),
  ]);
  return records
    .flat()
    .toSorted((one, other) => Number(other.position) - Number(one.position))
    .slice(0, recordsShown);
};

/** The page of a supplier. */
export const supplierPage: PageHandler = async ({ api, formats, now, param }) => {
  const path = `/v1/admin/connectors/${encodeURIComponent(param('supplier'))}`;
  const connector = await api.get(documentOf<Connector>(), path);
  const items = await lastRecords(api, connector);
  const { id, name, plugin, base_url: url, orders } = connector;
  return {
    title: name,
    body: html`<div class="title"><div><h1>${name}</h1><p class="faint mono">${[id, plugin, url].filter((text) => text !== undefined).join(' · ')}</p></div>
<div class="actions"><a class="button" href="/console/live?supplier=${encodeURIComponent(id)}">What it says now</a> ${controls(connector, 'own')}</div></div>
<div id="standing" data-every="5000">${orders.map((order) => orderLine(formats, order))}
${section('Credentials', credentialTable(formats, connector, now))}</div>
${section('Rates and budgets', endpointTable(formats, connector))}
${section('Limits and log', furtherOrders(connector))}
${secretSection(connector)}
${section('What was done', items.length === 0 ? html`<p class="faint">Nothing by an operator yet.</p>` : auditTable(formats, items), html`<a href="/console/audit">All that was done</a>`)}`,
  };
};
