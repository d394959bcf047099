import { html } from 'hono/html';
import { ownProperty } from '../../../domain/own-property.ts';
import { type Facet, type Product, SearchProductsResponse } from '../../../proto/gen/svc/public/v1/catalog.ts';
import { empty, freshness, lifecycle, table } from '../components.ts';
import type { Formats, Html } from '../format.ts';
import type { PageHandler } from '../page.ts';

/** Search as you type, with filters whose counts are those of what was found. */

const filterNames = ['category', 'manufacturer', 'lifecycle_status', 'in_stock'] as const;
const pageSize = '40';

const withParameter = (query: URLSearchParams, name: string, value: string): string => {
  const changed = new URLSearchParams(query);
  changed.delete('cursor');
  if (value === '') changed.delete(name);
  else changed.set(name, value);
  return `/console/search?${changed}`;
};

const productRow = (formats: Formats, product: Product): Html => html`<tr>
<td><a class="part" href="/console/products/${product.id}">${product.mpn}</a><div class="faint">${product.manufacturer}</div></td>
<td>${product.description}</td>
<td>${lifecycle(product.lifecycleStatus)}</td>
<td class="figure">${freshness(formats, product.freshness)}</td></tr>`;

const facetTitles: Readonly<Record<string, string>> = {
  category: 'Category',
  manufacturer: 'Manufacturer',
  lifecycle_status: 'Lifecycle',
};

const facetList = (formats: Formats, query: URLSearchParams, { name, values }: Facet): Html => {
  const chosen = query.get(name) ?? '';
  const link = ({ value, count }: Facet['values'][number]): Html =>
    html`<li><a href="${withParameter(query, name, value)}"><span>${value}</span><span class="faint figure">${formats.number(count)}</span></a></li>`;
  return html`<h3>${ownProperty(facetTitles, name) ?? name}</h3>
${
  chosen === ''
    ? html`<ul class="facets">${values.slice(0, 12).map(link)}</ul>`
    : html`<ul class="facets"><li><a class="chosen" href="${withParameter(query, name, '')}"><span>${chosen}</span><span aria-label="remove">×</span></a></li></ul>`
}`;
};

const results = (formats: Formats, query: URLSearchParams, found: SearchProductsResponse): Html => {
  const { items, counts, nextCursor } = found;
  if (items.length === 0)
    return empty(
      'Nothing found',
      html`No product fits. A part number works with or without its separators, from its beginning or a piece of it.
A number that nobody here knows yet can be <a href="${withParameter(query, 'live', 'true')}">asked of the suppliers</a>.`,
    );
  const total =
    counts === undefined
      ? ''
      : `${formats.number(counts.counted)}${counts.isCapped ? ' or more' : ''} ${counts.counted === 1 ? 'product' : 'products'}`;
  return html`<div class="split"><aside aria-label="Filters">${(counts?.facets ?? []).map((facet) => facetList(formats, query, facet))}</aside>
<div><p class="faint">${total}</p>
<div class="results">${table(
    'Products found',
    [{ name: 'Part' }, { name: 'Description' }, { name: 'Lifecycle' }, { name: 'Seen', isFigure: true }],
    items.map((item) => productRow(formats, item)),
  )}</div>
${nextCursor === undefined ? '' : html`<p><a class="button" href="${withParameter(query, 'cursor', nextCursor.token)}">Next page</a></p>`}</div></div>`;
};

const start = empty(
  'What are you looking for?',
  html`Try <a href="/console/search?q=RC0603FR-0710KL">RC0603FR-0710KL</a>, <a href="/console/search?q=NE555">NE555</a> or
<a href="/console/search?q=red+LED">red LED</a>.`,
);

/** The page of search. */
export const searchPage: PageHandler = async ({ api, formats, query }) => {
  const q = query.get('q')?.trim() ?? '';
  const filters = Object.fromEntries(filterNames.map((name) => [name, query.get(name) ?? '']));
  const isAsked = q !== '' || Object.values(filters).some((value) => value !== '');
  const found =
    isAsked &&
    (await api.get(SearchProductsResponse, '/v1/products', {
      q,
      ...filters,
      live: query.get('live') ?? '',
      cursor: query.get('cursor') ?? '',
      limit: pageSize,
      facets: ['category', 'manufacturer', 'lifecycle_status'],
    }));
  return {
    title: q === '' ? 'Search' : `${q} – search`,
    body: html`<h1 class="unseen">Search</h1>
<form class="search" action="/console/search" role="search" data-live="results">
<label class="unseen" for="q">Part number or words</label>
<input id="q" name="q" type="search" value="${q}" placeholder="Part number or words" autocomplete="off" spellcheck="false" maxlength="200" autofocus>
<label class="check"><input type="checkbox" name="in_stock" value="true"${filters.in_stock === 'true' ? html` checked` : ''}> in stock</label>
${(['category', 'manufacturer', 'lifecycle_status'] as const).map((name) => (filters[name] === '' ? '' : html`<input type="hidden" name="${name}" value="${filters[name]}">`))}
<button class="primary">Search</button></form>
<div id="results" aria-live="polite">${found === false ? start : results(formats, query, found)}</div>`,
  };
};
