import { html } from 'hono/html';
import { type ContradictedFacts, documentOf } from '../../api.ts';
import { badge, empty, section, table } from '../../components.ts';
import type { Formats, Html } from '../../format.ts';
import type { PageHandler } from '../../page.ts';
import { factsPath, reviewTabs } from './decisions.ts';

/** Facts of parts of which sources say what cannot be true at once. */

type ContradictedProduct = ContradictedFacts['items'][number];
type Value = ContradictedProduct['facts'][number]['values'][number];

const maxSources = 4;

const sourcesOf = (formats: Formats, { sources }: Value): Html =>
  html`<span class="faint">${sources
    .slice(0, maxSources)
    .map(
      ({ supplier_id: supplier, stated_at: at }, place) =>
        html`${place === 0 ? '' : ', '}${
          supplier === 'catalogue' ? 'catalogue' : html`<a href="/console/connectors/${supplier}">${supplier}</a>`
        } ${formats.age(new Date(at))}`,
    )}${sources.length > maxSources ? `, ${formats.number(sources.length - maxSources)} more` : ''}</span>`;

const valueLine = (formats: Formats, value: Value): Html => html`<div>${value.value}
${badge(value.is_served ? 'believed' : 'contradicts', value.is_served ? 'good' : 'warn')} ${sourcesOf(formats, value)}</div>`;

const productRow = (formats: Formats, product: ContradictedProduct): Html => html`<tr>
<td><a class="part" href="/console/products/${product.product_id}">${product.mpn}</a> <span class="faint">${product.manufacturer}</span><div>${product.description}</div></td>
<td><dl class="pairs">${product.facts.map(
  ({ name, values }) =>
    html`<div><dt>${name.replaceAll('_', ' ')}</dt><dd>${values.map((value) => valueLine(formats, value))}</dd></div>`,
)}</dl></td>
<td class="figure">${formats.age(new Date(product.since))}</td></tr>`;

const columns = [{ name: 'Part' }, { name: 'What is said of it' }, { name: 'Since', isFigure: true }];

/** The page of facts that contradict each other. */
export const factsPage: PageHandler = async ({ api, formats, query }) => {
  const { items, next_cursor } = await api.get(documentOf<ContradictedFacts>(), '/v1/admin/contradicted-facts', {
    limit: '25',
    cursor: query.get('cursor') ?? '',
  });
  const rows = items.map((each) => productRow(formats, each));
  return {
    title: 'Contradicting facts',
    body: html`<h1>Review</h1>${reviewTabs(factsPath)}${section(
      'Facts that contradict each other, the latest first',
      items.length === 0
        ? empty('Nobody contradicts another', 'What suppliers and the catalogue state of each part can all be true.')
        : html`<p class="faint">What its manufacturer says is believed first, then what most sources say, then what was said last; of tariff numbers and origins not the last counts, so that a duty stays. A supplier that is wrong often may have offers of other parts among its own: look at its doubtful matches.</p>
${table('Facts that contradict each other', columns, rows)}`,
    )}${next_cursor === undefined ? '' : html`<p><a class="button" href="${factsPath}?cursor=${next_cursor}">Next page</a></p>`}`,
  };
};
