import { html } from 'hono/html';
import { documentOf } from '../../api.ts';
import { bar, card, cards, empty, section, table, tally } from '../../components.ts';
import type { Formats } from '../../format.ts';
import type { Html } from '../../html.ts';
import type { PageHandler } from '../../page.ts';
import { isAhead, stateBadge, tickCell } from '../connectors/credentials.ts';
import { type Connector, instantOf } from '../connectors/documents.ts';
import type { HeldCredential, Ingestion, Matching, Outbox, Overview } from './documents.ts';
import { freshnessSection } from './freshness.ts';
import { alertSection, objectiveSection } from './health.ts';

/** Whether all is well, and if not where. */

/** Rows of a table at most: an overview tells of the others how many there are. */
const mostRows = 20;

/** Names in a card at most. */
const mostNames = 3;

const isIll = ({ state }: Pick<HeldCredential, 'state'>): boolean => state !== 'active' && state !== 'disabled';

const credentialCard = (formats: Formats, credentials: readonly HeldCredential[]): Html => {
  const ill = credentials.filter(isIll);
  const [well, all, more] = [credentials.length - ill.length, credentials.length, ill.length - mostNames];
  const named = ill
    .slice(0, mostNames)
    .map(({ connector, label, state }) => html`<div>${connector.name}, ${label}: ${state}</div>`);
  return card(
    'Credentials',
    `${formats.number(well)} of ${formats.number(all)} well`,
    html`${named}${more > 0 ? html`<div><a href="/console/connectors">${formats.number(more)} more</a></div>` : ''}`,
  );
};

const matchingCard = (formats: Formats, { backlog, orphans, doubtful }: Matching): Html =>
  card(
    'Offers to match',
    formats.number(backlog),
    html`<div>${
      orphans === 0
        ? 'none without a product'
        : html`<a href="/console/review">${formats.number(orphans)} without a product</a>`
    }</div>${doubtful === 0 ? '' : html`<div><a href="/console/review/doubtful">${formats.number(doubtful)} in doubt</a></div>`}`,
  );

const outboxCards = (formats: Formats, outbox: Outbox): readonly Html[] => {
  const { unpublished_count: waiting, oldest_age_seconds: age, parked_count: parked } = outbox;
  const oldest = waiting === 0 ? 'none waits' : `the oldest for ${formats.span(age)}`;
  return [
    card('Events to publish', formats.number(waiting), oldest),
    card(
      'Events set aside',
      formats.number(parked),
      parked === 0 ? 'none was refused five times' : html`<a href="/console/settings/outbox">Look at them</a>`,
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

/** How suppliers stand, and what they are called. */
interface SupplierStanding {
  readonly overview: Overview;
  readonly names: ReadonlyMap<string, string>;
  readonly now: Date;
}

const supplierRow = (
  formats: Formats,
  { supplier_id, total, filled_share: filled }: Ingestion['suppliers'][number],
  { overview: { suppliers }, names, now }: SupplierStanding,
): Html => {
  const lag = suppliers.find((each) => each.supplier_id === supplier_id);
  return html`<tr><td><a href="/console/connectors/${encodeURIComponent(supplier_id)}">${names.get(supplier_id) ?? supplier_id}</a></td>
<td class="wide">${filled === undefined ? '' : bar(filled, `${formats.percent(filled)} filled`, 'quiet')}</td>
<td class="figure">${filled === undefined ? '–' : formats.share(filled)}</td><td class="figure">${formats.number(total)}</td>
<td class="figure">${lag?.lag_seconds === undefined ? html`<span class="faint">none yet</span>` : formats.age(new Date(now.getTime() - 1_000 * lag.lag_seconds))}</td>
<td class="figure">${formats.number(lag?.waiting ?? 0)}</td></tr>`;
};

/** What a list leaves out, and where all of it is. */
const others = (formats: Formats, count: number, what: string): Html | string =>
  count <= mostRows
    ? ''
    : html`<p class="faint">${formats.number(count - mostRows)} more ${what}: <a href="/console/connectors">all of them</a>.</p>`;

/** All of them in their order where they fit, else those that are furthest behind. */
const shownSuppliers = ({ suppliers }: Ingestion, overview: Overview): Ingestion['suppliers'] => {
  if (suppliers.length <= mostRows) return suppliers;
  const lags = new Map(overview.suppliers.map(({ supplier_id, lag_seconds }) => [supplier_id, lag_seconds ?? 0]));
  const lagOf = ({ supplier_id }: Ingestion['suppliers'][number]): number => lags.get(supplier_id) ?? 0;
  return suppliers.toSorted((one, other) => lagOf(other) - lagOf(one)).slice(0, mostRows);
};

const supplierSection = (formats: Formats, ingestion: Ingestion, standing: SupplierStanding): Html =>
  section(
    'Suppliers',
    ingestion.suppliers.length === 0
      ? empty('No suppliers', html`<a href="/console/connectors">Connectors</a> says how one is added.`)
      : html`${table(
          'Suppliers: how full their cards are, and how far behind they are',
          supplierColumns,
          shownSuppliers(ingestion, standing.overview).map((each) => supplierRow(formats, each, standing)),
        )}${others(formats, ingestion.suppliers.length, 'that are less far behind')}`,
  );

const tickRow = (formats: Formats, held: HeldCredential, now: Date): Html => {
  const { connector, label, tick, state, due_lookups: due = 0, lookups_end_at: end } = held;
  return html`<tr>
<td>${connector.name}<div class="faint">${label}</div></td><td>${stateBadge(state)}</td>
<td>${tickCell(formats, tick, now)}</td><td class="mono faint short">${tick?.run_id}</td>
<td class="figure">${formats.number(due)}${isAhead(end, now) ? html`<div class="faint">all asked ${formats.age(instantOf(end))}</div>` : ''}</td></tr>`;
};

const tickColumns = [
  { name: 'Supplier' },
  { name: 'State' },
  { name: 'Tick' },
  { name: 'Run' },
  { name: 'Look-ups due', isFigure: true },
];

/** All of them in their order where they fit, else those that need somebody, and those that run. */
const shownCredentials = (credentials: readonly HeldCredential[]): readonly HeldCredential[] => {
  if (credentials.length <= mostRows) return credentials;
  const urgency = (held: HeldCredential): number => (isIll(held) ? 2 : held.tick?.state === 'running' ? 1 : 0);
  return credentials.toSorted((one, other) => urgency(other) - urgency(one)).slice(0, mostRows);
};

const tickSection = (formats: Formats, credentials: readonly HeldCredential[], now: Date): Html =>
  section(
    'What runs',
    html`${table(
      'Ticks',
      tickColumns,
      shownCredentials(credentials).map((each) => tickRow(formats, each, now)),
    )}${others(formats, credentials.length, credentials.filter(isIll).length > mostRows ? 'credentials' : 'credentials, all of them well')}`,
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
  const names = new Map(connectors.map(({ id, name }) => [id, name]));
  const credentials = connectors.flatMap((connector) => connector.credentials.map((each) => ({ connector, ...each })));
  return {
    title: 'Now',
    body: html`<div id="now" data-every="2000"><h1>Now</h1>
${alertSection(formats, overview)}
${cards([credentialCard(formats, credentials), matchingCard(formats, matching), ...outboxCards(formats, outbox)])}
${tickSection(formats, credentials, now)}
${supplierSection(formats, ingestion, { overview, names, now })}
${freshnessSection(formats, overview, names)}
${objectiveSection(formats, overview)}
${queueSection(formats, overview)}</div>`,
  };
};
