import { html } from 'hono/html';
import { bar, empty, notice, section, table } from '../../components.ts';
import type { Formats } from '../../format.ts';
import type { Html } from '../../html.ts';
import type { FreshnessFigures, Overview, SupplierFreshness } from './documents.ts';

/** How fresh each supplier keeps what is most wanted, and what to do where it does not. */

const columns = [
  { name: 'Supplier' },
  { name: 'Prices within 6 h' },
  { name: 'Prices', isFigure: true },
  { name: 'Stocks within 2 h' },
  { name: 'Stocks', isFigure: true },
  { name: 'Oldest', isFigure: true },
];

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
