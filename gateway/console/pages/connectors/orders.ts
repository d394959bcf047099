import { html } from 'hono/html';
import { ownProperty } from '../../../../domain/own-property.ts';
import type { Connector, Order } from '../../api.ts';
import { actionButton } from '../../components.ts';
import { type Formats, type Html, instantOf } from '../../format.ts';
import { rateWords } from './rates.ts';

/** Orders to a supplier's connector: those that hold, with their end, and forms that give them. */

/** For how long an order holds. */
export const ttlSelect = (id: string, label: string): Html => html`
<label class="unseen" for="${id}">${label}</label><select id="${id}" name="ttl"><option value="15m">for 15 min</option><option value="1h">for 1 h</option><option value="4h">for 4 h</option><option value="1d">for 1 day</option></select>`;

const meanings: Readonly<Record<string, (order: Order, formats: Formats) => string>> = {
  pause: ({ reason }) => `Paused: ${reason}`,
  workers: ({ max_concurrent_per_credential: most }) => `At most ${most} requests of a credential at once`,
  rates: ({ rate_limits: limits = {} }, formats) =>
    `Lower rates: ${Object.entries(limits)
      .map(([endpoint, rate]) => `${endpoint} ${rateWords(formats, rate)}`)
      .join(', ')}`,
  call_log: () => 'Every call is in the log',
};

/** An order that holds, with the time that it has left. */
export const orderLine = (formats: Formats, order: Order): Html =>
  html`<p class="notice ${order.kind === 'call_log' ? 'info' : 'warn'}">${ownProperty(meanings, order.kind)?.(order, formats) ?? order.kind}
<span class="ends">ends ${formats.age(instantOf(order.until))}${order.by === undefined ? '' : html`, ordered with <span class="mono">${order.by}</span>`}</span></p>`;

/** What is asked for most. */
export const controls = ({ id, orders }: Connector, place: 'all' | 'own'): Html => {
  const path = `/console/connectors/${id}`;
  const fields = place === 'own' ? { from: 'own' } : {};
  const from = place === 'own' ? html`<input type="hidden" name="from" value="own">` : '';
  const isPaused = orders.some(({ kind }) => kind === 'pause');
  return html`<div class="actions">${actionButton(`${path}/fetch`, 'Fetch now', fields)}
${
  isPaused
    ? actionButton(`${path}/resume`, 'Resume', fields, 'primary')
    : html`<details class="pause" id="pause-${id}"><summary>Pause</summary><form method="post" action="${path}/pause" class="inline">${from}<label class="unseen" for="why-${id}">Why ${id} is paused</label><input id="why-${id}" name="reason" required maxlength="500" placeholder="why it is paused">
${ttlSelect(`ttl-${id}`, `For how long ${id} is paused`)}<button class="primary">Pause</button></form></details>`
}</div>`;
};

/** What is asked for now and then. */
export const furtherOrders = ({ id }: Connector): Html => {
  const path = `/console/connectors/${id}`;
  return html`<div class="orders">
<form method="post" action="${path}/workers" class="inline"><label for="workers-${id}">Requests at once, at most</label>
<input id="workers-${id}" class="narrow" name="most" type="number" min="1" max="1000" value="1" required>${ttlSelect(`workers-ttl-${id}`, `For how long ${id} has fewer requests`)}<button>Limit</button></form>
<form method="post" action="${path}/call-log" class="inline"><span>Every call in the log</span>${ttlSelect(`calls-ttl-${id}`, `For how long the calls of ${id} are in the log`)}<button>Log calls</button></form></div>`;
};
