import { html } from 'hono/html';
import { badge, bar, table } from '../../components.ts';
import type { Formats } from '../../format.ts';
import type { Html } from '../../html.ts';
import type { Connector, EndpointRates, Rate } from './documents.ts';
import { ttlSelect } from './orders.ts';
import { rateWords } from './rates.ts';

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
export const endpointTable = (formats: Formats, connector: Connector): Html =>
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
