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

const recordsOf = async (api: ConsoleApi, target: string): Promise<readonly AuditRecord[]> => {
  const asked = { target, limit: String(recordsShown) };
  return (await api.get(documentOf<{ items: readonly AuditRecord[] }>(), '/v1/admin/audit', asked)).items;
};

/** What was done to a supplier and its credentials, newest first. */
const lastRecords = async (api: ConsoleApi, { id, credentials }: Connector): Promise<readonly AuditRecord[]> => {
  const targets = [id, ...credentials.slice(0, maxCredentials).map((credential) => credential.id)];
  const records = await Promise.all(targets.map((target) => recordsOf(api, target)));
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
