import { html } from 'hono/html';
import {
  type Connector,
  type Connectors,
  type Credential,
  documentOf,
  type Ingestion,
  type Matching,
  type Outbox,
  type Overview,
  type SupplierFreshness,
} from '../../api.ts';
import { bar, card, cards, empty, notice, section, table, tally } from '../../components.ts';
import { type Formats, type Html, instantOf } from '../../format.ts';
import type { PageHandler } from '../../page.ts';
import { isAhead, stateBadge, tickCell } from '../connectors/credentials.ts';
import { alertSection, objectiveSection } from './health.ts';

/** Whether all is well, and if not where: also how fresh suppliers keep what is most wanted. */

const columns = [
  { name: 'Supplier' },
  { name: 'Prices within 6 h' },
  { name: 'Prices', isFigure: true },
  { name: 'Stocks within 2 h' },
  { name: 'Stocks', isFigure: true },
  { name: 'Oldest', isFigure: true },
];

/** Of one kind of data of a supplier: how much of it is within the objective. */
type FreshnessFigures = NonNullable<SupplierFreshness['price']>;

const figureCells = (formats: Formats, what: string, figures: FreshnessFigures | undefined): Html => {
  if (figures === undefined) return html`<td class="wide"></td><td class="figure faint">none</td>`;
  const { offers, stale, within_share: share, kept } = figures;
  const said = `${formats.number(offers - stale)} of ${formats.number(offers)}`;
  return html`<td class="wide">${bar(share, `${said} ${what} within the objective`, kept ? 'quiet' : 'bad')}</td>
<td class="figure" title="${said}">${kept ? formats.percent(share) : html`<span class="bad">${formats.percent(share)}</span>`}</td>`;
};

const kinds = ({ price, stock }: SupplierFreshness): readonly FreshnessFigures[] =>
  [price, stock].filter((figures) => figures !== undefined);

const isKept = (supplier: SupplierFreshness): boolean => kinds(supplier).every(({ kept }) => kept);

/** How rows are told: with what can be done, and with the names of suppliers. */
interface Told {
  readonly hasActions: boolean;
  readonly names: ReadonlyMap<string, string>;
}

/** Where somebody can do something about it, the row ends with what. */
const row = (formats: Formats, supplier: SupplierFreshness, { hasActions, names }: Told): Html => {
  const { supplier_id: id } = supplier;
  const oldest = Math.max(...kinds(supplier).map(({ oldest_seconds }) => oldest_seconds));
  const act = isKept(supplier)
    ? ''
    : html`<a href="/console/connectors/${encodeURIComponent(id)}">Fetch, raise its rate</a>`;
  return html`<tr><td class="short">${names.get(id) ?? id}</td>${figureCells(formats, 'prices', supplier.price)}
${figureCells(formats, 'stocks', supplier.stock)}<td class="figure">${formats.span(oldest)}</td>${hasActions ? html`<td class="figure">${act}</td>` : ''}</tr>`;
};

const whatToDo = html`<p class="faint">What is too old was not asked for in time: its supplier is paused, its credential fails, or its rate is too low for what is wanted. <a href="/console/runbooks/ingestionlaghigh">What to do</a></p>`;

const leftOut = (formats: Formats, { suppliers_left_out: more, left_out_not_kept: bad }: FreshnessTold): Html => {
  if (more === 0) return html``;
  const kept =
    bad === 0 ? 'all of them keep both objectives' : `${formats.number(bad)} of them do not keep an objective`;
  return html`<p class="faint">${formats.number(more)} more with at least as much within the objectives; ${kept}.</p>`;
};

type FreshnessTold = NonNullable<Overview['freshness']>;

const told = (formats: Formats, freshness: FreshnessTold, names: Told['names']): Html => {
  const { suppliers } = freshness;
  if (suppliers.length === 0)
    return empty(
      'Nothing is wanted yet',
      html`Products that callers ask for, and those that are marked (<span class="mono">PUT /v1/admin/products/ID/mark</span>), are kept fresh before all others; what suppliers offer of them is counted here.`,
    );
  const hasActions = !suppliers.every(isKept);
  return html`${hasActions ? whatToDo : ''}${table(
    'Freshness of the most wanted products by supplier',
    hasActions ? [...columns, { name: '' }] : columns,
    suppliers.map((supplier) => row(formats, supplier, { hasActions, names })),
  )}${leftOut(formats, freshness)}`;
};

/** How fresh what is most wanted is, by supplier. */
export const freshnessSection = (
  formats: Formats,
  { freshness }: Pick<Overview, 'freshness'>,
  names: ReadonlyMap<string, string> = new Map(),
): Html =>
  section(
    'Freshness of what is most wanted',
    freshness === undefined
      ? notice('warn', 'It cannot be measured now: the database does not answer. This page goes on asking.')
      : told(formats, freshness, names),
    html`<span class="faint">the objective: 99 % within</span>`,
  );

/** Rows of a table at most: an overview tells of the others how many there are. */
const maxRows = 20;

/** Names in a card at most. */
const maxNames = 3;

/** A credential with its supplier. */
interface HeldCredential extends Credential {
  readonly connector: Connector;
}

const isIll = ({ state }: Pick<HeldCredential, 'state'>): boolean => state !== 'active' && state !== 'disabled';

const credentialCard = (formats: Formats, credentials: readonly HeldCredential[]): Html => {
  const ill = credentials.filter(isIll);
  const [well, all, more] = [credentials.length - ill.length, credentials.length, ill.length - maxNames];
  const named = ill
    .slice(0, maxNames)
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
  count <= maxRows
    ? ''
    : html`<p class="faint">${formats.number(count - maxRows)} more ${what}: <a href="/console/connectors">all of them</a>.</p>`;

/** All of them in their order where they fit, else those that are furthest behind. */
const shownSuppliers = ({ suppliers }: Ingestion, overview: Overview): Ingestion['suppliers'] => {
  if (suppliers.length <= maxRows) return suppliers;
  const lags = new Map(overview.suppliers.map(({ supplier_id, lag_seconds }) => [supplier_id, lag_seconds ?? 0]));
  const lagOf = ({ supplier_id }: Ingestion['suppliers'][number]): number => lags.get(supplier_id) ?? 0;
  return suppliers.toSorted((one, other) => lagOf(other) - lagOf(one)).slice(0, maxRows);
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
  if (credentials.length <= maxRows) return credentials;
  const urgency = (held: HeldCredential): number => (isIll(held) ? 2 : held.tick?.state === 'running' ? 1 : 0);
  return credentials.toSorted((one, other) => urgency(other) - urgency(one)).slice(0, maxRows);
};

const tickSection = (formats: Formats, credentials: readonly HeldCredential[], now: Date): Html =>
  section(
    'What runs',
    html`${table(
      'Ticks',
      tickColumns,
      shownCredentials(credentials).map((each) => tickRow(formats, each, now)),
    )}${others(formats, credentials.length, credentials.filter(isIll).length > maxRows ? 'credentials' : 'credentials, all of them well')}`,
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
    api.get(documentOf<Connectors>(), '/v1/admin/connectors'),
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
