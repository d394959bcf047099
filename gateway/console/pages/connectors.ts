import { html } from 'hono/html';
import { ownProperty } from '../../../domain/own-property.ts';
import { documentOf } from '../api.ts';
import { actionButton, badge, empty, section, type Tone, table } from '../components.ts';
import type { Formats } from '../format.ts';
import type { Html } from '../html.ts';
import type { ActionHandler, PageHandler } from '../page.ts';

/** What operators see of suppliers: how each stands, what it may be asked, and what it is doing. */

interface Rate {
  readonly rate: number;
  readonly period: string;
}

interface EndpointRates {
  readonly configured: readonly Rate[];
  readonly effective: readonly Rate[];
}

interface Tick {
  readonly run_id: string;
  readonly kind: string;
  readonly state: string;
  readonly phase?: string;
  readonly page?: number;
  readonly started_at: string;
  readonly rows?: { readonly read: number; readonly left_out: number };
}

/** A credential as operators see it. */
export interface Credential {
  readonly id: string;
  readonly label: string;
  readonly scope: string;
  readonly state: string;
  readonly tick?: Tick;
  readonly next_tick_at?: string;
  readonly due_lookups?: number;
  readonly failing_lookups?: readonly { readonly by: string }[];
}

/** A supplier as operators see it. */
export interface Connector {
  readonly id: string;
  readonly name: string;
  readonly plugin: string;
  readonly base_url: string;
  readonly orders: readonly { readonly kind: string; readonly reason?: string; readonly until?: string }[];
  readonly endpoints: Readonly<Record<string, EndpointRates>>;
  readonly credentials: readonly Credential[];
}

/** For how long an order holds. */
const ttlSelect = (id: string): Html =>
  html`<select id="${id}" name="ttl"><option>15m</option><option>1h</option><option>4h</option><option>1d</option></select>`;

const stateTones: Readonly<Record<string, Tone>> = {
  active: 'good',
  paused: 'warn',
  failing: 'bad',
  disabled: 'plain',
};

const instant = (text: string | undefined): Date | undefined => (text === undefined ? undefined : new Date(text));

/** A tick: what it is doing, or how it ended. */
export const tickCell = (formats: Formats, tick: Tick | undefined): Html =>
  tick === undefined
    ? html`<span class="faint">none yet</span>`
    : html`${tick.kind}: ${tick.state}${tick.phase === undefined ? '' : html` <span class="faint">${tick.phase}, page ${formats.number(tick.page ?? 0)}</span>`}
<div class="faint">${formats.number(tick.rows?.read ?? 0)} rows${(tick.rows?.left_out ?? 0) > 0 ? `, ${tick.rows?.left_out} left out` : ''}, begun ${formats.age(instant(tick.started_at))}</div>`;

const credentialRow = (formats: Formats, credential: Credential): Html => html`<tr>
<td>${credential.label}<div class="faint mono">${credential.id}</div></td>
<td>${badge(credential.scope)}</td><td>${badge(credential.state, ownProperty(stateTones, credential.state) ?? 'warn')}</td>
<td>${tickCell(formats, credential.tick)}</td>
<td class="figure">${formats.number(credential.due_lookups ?? 0)}${(credential.failing_lookups ?? []).map(({ by }) => html`<div class="faint">not by ${by}</div>`)}</td>
<td class="figure">${formats.age(instant(credential.next_tick_at))}</td></tr>`;

const rates = (each: readonly Rate[]): string => each.map(({ rate, period }) => `${rate} / ${period}`).join(', ');

const endpointRow = ({ id }: Connector, [name, { configured, effective }]: [string, EndpointRates]): Html => html`<tr>
<td>${name}</td><td class="figure">${rates(configured)}</td>
<td class="figure">${rates(effective)}${rates(effective) === rates(configured) ? '' : html` ${badge('lowered', 'warn')}`}</td>
<td><form method="post" action="/console/connectors/${id}/rates" class="inline"><input type="hidden" name="endpoint" value="${name}">
<label class="unseen" for="rate-${id}-${name}">Rate of ${name}</label><input id="rate-${id}-${name}" class="narrow" name="rate" type="number" min="1" required placeholder="rate">
<label class="unseen" for="period-${id}-${name}">Period of ${name}</label><select id="period-${id}-${name}" name="period"><option>1s</option><option selected>1m</option><option>1h</option><option>1d</option></select>
<label class="unseen" for="lowered-${id}-${name}">For how long ${name} is lowered</label>${ttlSelect(`lowered-${id}-${name}`)}<button>Lower</button></form></td></tr>`;

const endpointTable = (connector: Connector): Html =>
  table(
    `Rates of ${connector.name}`,
    [{ name: 'Endpoint' }, { name: 'Configured', isFigure: true }, { name: 'In force', isFigure: true }, { name: '' }],
    Object.entries(connector.endpoints).map((each) => endpointRow(connector, each)),
  );

const orderLine = (formats: Formats, { kind, reason, until }: Connector['orders'][number]): Html =>
  html`<p class="notice warn">${kind.replaceAll('_', ' ')}${reason === undefined ? '' : `: ${reason}`} <span class="faint">ends ${formats.age(instant(until))}</span></p>`;

const controls = ({ id, orders }: Connector): Html => {
  const path = `/console/connectors/${id}`;
  const isPaused = orders.some(({ kind }) => kind === 'pause');
  return html`<div class="actions">${actionButton(`${path}/fetch`, 'Fetch now')}
${
  isPaused
    ? actionButton(`${path}/resume`, 'Resume', {}, 'primary')
    : html`<form method="post" action="${path}/pause" class="inline"><label class="unseen" for="why-${id}">Why ${id} is paused</label><input id="why-${id}" name="reason" required maxlength="500" placeholder="reason">
<label class="unseen" for="ttl-${id}">For how long</label>${ttlSelect(`ttl-${id}`)}<button>Pause</button></form>`
}</div>`;
};

const connectorPanel = (formats: Formats, connector: Connector): Html =>
  section(
    connector.name,
    html`<p class="faint mono">${connector.id} · ${connector.plugin} · ${connector.base_url}</p>
${connector.orders.map((order) => orderLine(formats, order))}
${table(
  `Credentials of ${connector.name}`,
  [
    { name: 'Credential' },
    { name: 'Whose' },
    { name: 'State' },
    { name: 'Tick' },
    { name: 'Look-ups due', isFigure: true },
    { name: 'Next', isFigure: true },
  ],
  connector.credentials.map((credential) => credentialRow(formats, credential)),
)}<details id="rates-${connector.id}"><summary>Rates</summary>${endpointTable(connector)}</details>`,
    controls(connector),
  );

/** The page of connectors. */
export const connectorsPage: PageHandler = async ({ api, formats }) => {
  const { connectors } = await api.get(documentOf<{ connectors: readonly Connector[] }>(), '/v1/admin/connectors');
  return {
    title: 'Connectors',
    body: html`<div id="connectors" data-every="5000"><h1>Connectors</h1>${
      connectors.length === 0
        ? empty('No suppliers', 'PUT /v1/admin/suppliers/{supplier} makes one; docs/howto/add-a-supplier.md says how.')
        : connectors.map((connector) => connectorPanel(formats, connector))
    }</div>`,
  };
};

/** An order to a connector; its page then shows how it stands. */
const order =
  (what: 'pause' | 'resume' | 'fetch', documentIn: (fields: URLSearchParams) => object | undefined): ActionHandler =>
  async ({ api, param, fields }) => {
    await api.send('POST', `/v1/admin/connectors/${encodeURIComponent(param('supplier'))}/${what}`, documentIn(fields));
    return '/console/connectors';
  };

/** Pauses a supplier for a while. */
export const pauseConnector = order('pause', (fields) => ({
  reason: fields.get('reason') ?? '',
  ttl: fields.get('ttl') ?? '',
}));
/** Lets a supplier go on. */
export const resumeConnector = order('resume', () => undefined);
/** Lowers the rate of one endpoint for a while. */
export const lowerRate: ActionHandler = async ({ api, param, fields }) => {
  const [endpoint, period, ttl] = ['endpoint', 'period', 'ttl'].map((name) => fields.get(name) ?? '');
  const path = `/v1/admin/connectors/${encodeURIComponent(param('supplier'))}/rate-limits`;
  await api.send('PATCH', path, { [endpoint ?? '']: { rate: Number(fields.get('rate')), period }, ttl });
  return '/console/connectors';
};
/** Asks a supplier now. */
export const fetchConnector = order('fetch', () => undefined);
