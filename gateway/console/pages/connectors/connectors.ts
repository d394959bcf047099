import { html } from 'hono/html';
import { type Connector, type Connectors, documentOf } from '../../api.ts';
import { empty, section } from '../../components.ts';
import type { Formats, Html } from '../../format.ts';
import type { PageHandler } from '../../page.ts';
import { credentialTable } from './credentials.ts';
import { controls, orderLine } from './orders.ts';

/** What operators see of suppliers: how each stands, what it may be asked, and what it is doing. */

const connectorPanel = (formats: Formats, connector: Connector, now: Date): Html => {
  const { id, name, plugin, base_url: url, orders } = connector;
  return section(
    name,
    html`<p class="faint mono">${[id, plugin, url].filter((text) => text !== undefined).join(' · ')}</p>
${orders.map((order) => orderLine(formats, order))}
${credentialTable(formats, connector, now)}
<p><a href="/console/connectors/${encodeURIComponent(id)}">Secrets, rates, limits and log of ${name}</a></p>`,
    controls(connector, 'all'),
  );
};

/** The page of connectors. */
export const connectorsPage: PageHandler = async ({ api, formats, now }) => {
  const { connectors } = await api.get(documentOf<Connectors>(), '/v1/admin/connectors');
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
