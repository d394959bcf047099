import { html } from 'hono/html';
import { documentOf } from '../api.ts';
import { bar, card, cards, section, table } from '../components.ts';
import type { Formats } from '../format.ts';
import type { Html } from '../html.ts';
import type { PageHandler } from '../page.ts';
import { type Connector, type Credential, tickCell } from './connectors.ts';

/** Whether all is well, and if not where. */

interface Ingestion {
  readonly suppliers: readonly {
    readonly supplier_id: string;
    readonly total: number;
    readonly backlog: number;
    readonly filled_share: number;
  }[];
}

interface Matching {
  readonly backlog: number;
  readonly orphans: number;
}

interface Outbox {
  readonly unpublished_count: number;
  readonly oldest_age_seconds: number;
  readonly parked_count: number;
}

const ingestionRow = (
  formats: Formats,
  { supplier_id, total, backlog, filled_share }: Ingestion['suppliers'][number],
): Html => html`<tr>
<td>${supplier_id}</td><td class="wide">${bar(filled_share, `${formats.percent(filled_share)} filled`)}</td>
<td class="figure">${formats.percent(filled_share)}</td><td class="figure">${formats.number(total)}</td><td class="figure">${formats.number(backlog)}</td></tr>`;

interface HeldCredential extends Credential {
  readonly connector: Connector;
}

const credentialCard = (formats: Formats, credentials: readonly HeldCredential[]): Html => {
  const ill = credentials.filter(({ state }) => state !== 'active' && state !== 'disabled');
  const [well, all] = [credentials.length - ill.length, credentials.length];
  const named = ill.map(({ connector, label, state }) => `${connector.name}, ${label}: ${state}`);
  return card('Credentials', `${formats.number(well)} of ${formats.number(all)} well`, named.join('; '));
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
  const oldest = waiting === 0 ? 'none waits' : `the oldest for ${formats.number(Math.round(age))} s`;
  return [
    card('Events to publish', formats.number(waiting), oldest),
    card(
      'Events set aside',
      formats.number(parked),
      parked === 0 ? '' : html`<a href="/console/settings/outbox">Look at them</a>`,
    ),
  ];
};

const ingestionColumns = [
  { name: 'Supplier' },
  { name: '' },
  { name: 'Filled', isFigure: true },
  { name: 'Cards', isFigure: true },
  { name: 'Open', isFigure: true },
];

const tickRow = (formats: Formats, { connector, label, tick }: HeldCredential): Html =>
  html`<tr><td>${connector.name}</td><td>${label}</td><td>${tickCell(formats, tick)}</td></tr>`;

/** The page that says whether all is well, and if not where. */
export const nowPage: PageHandler = async ({ api, formats }) => {
  const [ingestion, matching, outbox, { connectors }] = await Promise.all([
    api.get(documentOf<Ingestion>(), '/v1/admin/ingestion'),
    api.get(documentOf<Matching>(), '/v1/admin/matching'),
    api.get(documentOf<Outbox>(), '/v1/admin/outbox'),
    api.get(documentOf<{ connectors: readonly Connector[] }>(), '/v1/admin/connectors'),
  ]);
  const credentials = connectors.flatMap((connector) => connector.credentials.map((each) => ({ connector, ...each })));
  const filled = ingestion.suppliers.map((each) => ingestionRow(formats, each));
  const ticks = credentials.map((each) => tickRow(formats, each));
  return {
    title: 'Now',
    body: html`<div id="now" data-every="2000"><h1>Now</h1>
${cards([credentialCard(formats, credentials), matchingCard(formats, matching), ...outboxCards(formats, outbox)])}
${section('How full the cards are', table('Ingestion by supplier', ingestionColumns, filled))}
${section('What runs', table('Ticks', [{ name: 'Supplier' }, { name: 'Credential' }, { name: 'Tick' }], ticks))}</div>`,
  };
};
