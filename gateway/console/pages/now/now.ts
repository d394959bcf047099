import { html } from 'hono/html';
import { documentOf } from '../../api.ts';
import { bar, card, cards, empty, section, table, tally } from '../../components.ts';
import type { Formats } from '../../format.ts';
import type { Html } from '../../html.ts';
import type { PageHandler } from '../../page.ts';
import { stateBadge, tickCell } from '../connectors/credentials.ts';
import { type Connector, instantOf } from '../connectors/documents.ts';
import type { HeldCredential, Ingestion, Matching, Outbox, Overview } from './documents.ts';
import { freshnessSection } from './freshness.ts';
import { alertSection, objectiveSection } from './health.ts';

/** Whether all is well, and if not where. */

const credentialCard = (formats: Formats, credentials: readonly HeldCredential[]): Html => {
  const ill = credentials.filter(({ state }) => state !== 'active' && state !== 'disabled');
  const [well, all] = [credentials.length - ill.length, credentials.length];
  const named = ill.map(({ connector, label, state }) => html`<div>${connector.name}, ${label}: ${state}</div>`);
  return card('Credentials', `${formats.number(well)} of ${formats.number(all)} well`, html`${named}`);
};

const matchingCard = (formats: Formats, { backlog, orphans }: Matching): Html =>
  card(
    'Offers to match',
    formats.number(backlog),
    orphans === 0
      ? 'none without a product'
      : html`<a href="/console/review">${formats.number(orphans)} without a product</a>`,
  );

const outboxCards = (formats: Formats, outbox: Outbox): readonly Html[] => {
  const { unpublished_count: waiting, oldest_age_seconds: age, parked_count: parked } = outbox;
  const oldest = waiting === 0 ? 'none waits' : `the oldest for ${formats.span(age)}`;
  return [
    card('Events to publish', formats.number(waiting), oldest),
    card(
      'Events set aside',
      formats.number(parked),
      parked === 0 ? 'the bus takes every event' : html`<a href="/console/settings/outbox">Look at them</a>`,
    ),
  ];
};

const supplierColumns = [
  { name: 'Supplier' },
  { name: 'Cards filled' },
  { name: 'Filled', isFigure: true },
  { name: 'Cards', isFigure: true },
  { name: 'Last whole tick', isFigure: true },
  { name: 'Waiting', isFigure: true },
];

const supplierRow = (
  formats: Formats,
  { supplier_id, total, filled_share: filled }: Ingestion['suppliers'][number],
  { suppliers }: Overview,
  now: Date,
): Html => {
  const lag = suppliers.find((each) => each.supplier_id === supplier_id);
  return html`<tr><td>${supplier_id}</td>
<td class="wide">${filled === undefined ? '' : bar(filled, `${formats.percent(filled)} filled`)}</td>
<td class="figure">${filled === undefined ? '–' : formats.share(filled)}</td><td class="figure">${formats.number(total)}</td>
<td class="figure">${lag?.lag_seconds === undefined ? html`<span class="faint">none yet</span>` : formats.age(new Date(now.getTime() - 1_000 * lag.lag_seconds))}</td>
<td class="figure">${formats.number(lag?.waiting ?? 0)}</td></tr>`;
};

const supplierSection = (formats: Formats, { suppliers }: Ingestion, overview: Overview, now: Date): Html =>
  section(
    'Suppliers',
    suppliers.length === 0
      ? empty('No suppliers', html`<a href="/console/connectors">Connectors</a> says how one is added.`)
      : table(
          'Suppliers: how full their cards are, and how far behind they are',
          supplierColumns,
          suppliers.map((each) => supplierRow(formats, each, overview, now)),
        ),
  );

const tickRow = (formats: Formats, held: HeldCredential, now: Date): Html => {
  const { connector, label, tick, state, due_lookups: due = 0, lookups_end_at: end } = held;
  return html`<tr>
<td>${connector.name}<div class="faint">${label}</div></td><td>${stateBadge(state)}</td>
<td>${tickCell(formats, tick, now)}</td><td class="mono faint short">${tick?.run_id}</td>
<td class="figure">${formats.number(due)}${end === undefined ? '' : html`<div class="faint">all asked ${formats.age(instantOf(end))}</div>`}</td></tr>`;
};

const tickColumns = [
  { name: 'Supplier' },
  { name: 'State' },
  { name: 'Tick' },
  { name: 'Run' },
  { name: 'Look-ups due', isFigure: true },
];

const tickSection = (formats: Formats, credentials: readonly HeldCredential[], now: Date): Html =>
  section(
    'What runs',
    table(
      'Ticks',
      tickColumns,
      credentials.map((each) => tickRow(formats, each, now)),
    ),
    html`<a href="/console/connectors">Pause, limit, fetch</a>`,
  );

const queueSection = (formats: Formats, { queues }: Overview): Html =>
  section('Queues', tally(queues.map(({ name, waiting }) => [name, formats.number(waiting)])));

/** The page that says whether all is well, and if not where. */
export const nowPage: PageHandler = async ({ api, formats, now }) => {
  const [overview, ingestion, matching, outbox, { connectors }] = await Promise.all([
    api.get(documentOf<Overview>(), '/v1/admin/overview'),
    api.get(documentOf<Ingestion>(), '/v1/admin/ingestion'),
    api.get(documentOf<Matching>(), '/v1/admin/matching'),
    api.get(documentOf<Outbox>(), '/v1/admin/outbox'),
    api.get(documentOf<{ connectors: readonly Connector[] }>(), '/v1/admin/connectors'),
  ]);
  const credentials = connectors.flatMap((connector) => connector.credentials.map((each) => ({ connector, ...each })));
  return {
    title: 'Now',
    body: html`<div id="now" data-every="2000"><h1>Now</h1>
${alertSection(formats, overview)}
${cards([credentialCard(formats, credentials), matchingCard(formats, matching), ...outboxCards(formats, outbox)])}
${tickSection(formats, credentials, now)}
${supplierSection(formats, ingestion, overview, now)}
${freshnessSection(formats, overview)}
${objectiveSection(formats, overview)}
${queueSection(formats, overview)}</div>`,
  };
};
