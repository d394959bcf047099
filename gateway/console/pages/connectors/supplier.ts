import { html } from 'hono/html';
import { type ConsoleApi, documentOf } from '../../api.ts';
import { section } from '../../components.ts';
import type { PageHandler } from '../../page.ts';
import { type AuditRecord, auditTable } from '../audit.ts';
import { credentialTable } from './credentials.ts';
import type { Connector } from './documents.ts';
import { endpointTable } from './endpoints.ts';
import { controls, furtherOrders, orderLine } from './orders.ts';
import { secretSection } from './secrets.ts';

/** All of one supplier: how it stands, what it is ordered, its secrets, and what was done to it. */

const recordsShown = 10;

/** Credentials whose records are looked at, beside those of the supplier itself. */
const maxCredentials = 8;

/** Other things, such as a customer, may have the id of a supplier. */
const recordsOf = async (api: ConsoleApi, kind: string, target: string): Promise<readonly AuditRecord[]> => {
  const asked = { target, target_kind: kind, limit: String(recordsShown) };
  return (await api.get(documentOf<{ items: readonly AuditRecord[] }>(), '/v1/admin/audit', asked)).items;
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
