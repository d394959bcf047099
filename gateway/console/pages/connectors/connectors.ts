import { html } from 'hono/html';
import { documentOf } from '../../api.ts';
import { empty, section } from '../../components.ts';
import type { Formats } from '../../format.ts';
import type { Html } from '../../html.ts';
import type { ActionHandler, PageHandler } from '../../page.ts';
import { credentialTable } from './credentials.ts';
import type { Connector } from './documents.ts';
import { endpointTable } from './endpoints.ts';
import { controls, furtherOrders, orderLine } from './orders.ts';

/** What operators see of suppliers: how each stands, what it may be asked, and what it is doing. */

const connectorPanel = (formats: Formats, connector: Connector, now: Date): Html => {
  const { id, name, plugin, base_url: url, orders } = connector;
  return section(
    name,
    html`<p class="faint mono">${[id, plugin, url].filter((text) => text !== undefined).join(' · ')}</p>
${orders.map((order) => orderLine(formats, order))}
${credentialTable(formats, connector, now)}
<details id="rates-${id}"><summary>Rates and budgets</summary>${endpointTable(formats, connector)}</details>
<details id="orders-${id}"><summary>Further orders</summary>${furtherOrders(connector)}</details>`,
    controls(connector),
  );
};

/** The page of connectors. */
export const connectorsPage: PageHandler = async ({ api, formats, now }) => {
  const { connectors } = await api.get(documentOf<{ connectors: readonly Connector[] }>(), '/v1/admin/connectors');
  const none = html`<span class="mono">PUT /v1/admin/suppliers/{supplier}</span> makes one;
<span class="mono">docs/howto/add-a-supplier.md</span> says how.`;
  return {
    title: 'Connectors',
    body: html`<div id="connectors" data-every="5000"><h1>Connectors</h1>${
      connectors.length === 0
        ? empty('No suppliers', none)
        : connectors.map((connector) => connectorPanel(formats, connector, now))
    }</div>`,
  };
};

/** An order to a connector; its page then shows how it stands. */
const order =
  (
    method: 'POST' | 'PATCH',
    what: string,
    documentIn: (fields: URLSearchParams) => object | undefined,
  ): ActionHandler =>
  async ({ api, param, fields }) => {
    await api.send(method, `/v1/admin/connectors/${encodeURIComponent(param('supplier'))}/${what}`, documentIn(fields));
    return '/console/connectors';
  };

const field = (fields: URLSearchParams, name: string): string => fields.get(name) ?? '';

/** Pauses a supplier for a while. */
export const pauseConnector = order('POST', 'pause', (fields) => ({
  reason: field(fields, 'reason'),
  ttl: field(fields, 'ttl'),
}));
/** Lets a supplier go on. */
export const resumeConnector = order('POST', 'resume', () => undefined);
/** Asks a supplier now. */
export const fetchConnector = order('POST', 'fetch', () => undefined);
/** Lowers the rate of one endpoint for a while. */
export const lowerRate = order('PATCH', 'rate-limits', (fields) => ({
  [field(fields, 'endpoint')]: { rate: Number(field(fields, 'rate')), period: field(fields, 'period') },
  ttl: field(fields, 'ttl'),
}));
/** Has fewer requests under way for a while. */
export const limitWorkers = order('PATCH', 'workers', (fields) => ({
  max_concurrent_per_credential: Number(field(fields, 'most')),
  ttl: field(fields, 'ttl'),
}));
/** Has every call in the log for a while. */
export const logCalls = order('PATCH', 'call-log', (fields) => ({ ttl: field(fields, 'ttl') }));
