import { html } from 'hono/html';
import { ownProperty } from '../../../domain/own-property.ts';
import { FindAlternatesResponse, Product, type ProductFact } from '../../../proto/gen/svc/public/v1/catalog.ts';
import { EnrichmentJob } from '../../../proto/gen/svc/public/v1/enrichment.ts';
import { GetOffersResponse } from '../../../proto/gen/svc/public/v1/offers.ts';
import { typedNumber } from '../../request/typed-number.ts';
import { orNothing } from '../api.ts';
import { actionButton, badge, empty, freshness, lifecycle, notice, section, type Tone, table } from '../components.ts';
import type { Formats, Html } from '../format.ts';
import type { ActionHandler, PageHandler } from '../page.ts';
import { historySection, priceHistory } from './price-history.ts';
import { offersSection, pricedOffers } from './product-offers.ts';

/** A part: what it is and who says so, what each offer costs at a quantity, and what else fits. */

/** Names that several sources give another value for. */
const contradicted = (facts: readonly ProductFact[]): ReadonlySet<string> => {
  const ofPart = facts.filter(({ about }) => about === 'part').map(({ name }) => name);
  return new Set(ofPart.filter((name, at) => ofPart.indexOf(name) !== at));
};

/** What facts are called where their names say it for programs. */
const factNames: Readonly<Record<string, string>> = {
  mpn: 'part number',
  lifecycle_status: 'lifecycle',
  replaced_by_mpn: 'replaced by',
};

const factName = (name: string): string => ownProperty(factNames, name) ?? name.replaceAll('_', ' ');

const isLink = (value: string): boolean => /^https?:\/\//.test(value);

const factRow = (formats: Formats, fact: ProductFact, isContradicted: boolean): Html => html`<tr>
<td>${factName(fact.name)}</td>
<td>${isLink(fact.value) ? html`<a href="${fact.value}" rel="noreferrer noopener">${fact.value}</a>` : fact.value}
${isContradicted ? badge(fact.isServed ? 'believed' : 'contradicts', fact.isServed ? 'good' : 'warn') : ''}</td>
<td class="faint">${fact.sources.map(({ supplierId }) => supplierId || 'catalogue').join(', ')}</td>
<td class="figure">${formats.age(fact.sources[0]?.statedAt)}</td></tr>`;

const factsSection = (formats: Formats, facts: readonly ProductFact[]): Html => {
  const disputed = contradicted(facts);
  const ofPart = facts.filter(({ about }) => about === 'part');
  return section(
    'Who says what',
    ofPart.length === 0
      ? empty('No statements', 'Nobody has stated a fact of this part yet.')
      : html`<div class="facts">${table(
          'Facts with their sources',
          [{ name: 'Fact' }, { name: 'Value' }, { name: 'Source' }, { name: 'Since', isFigure: true }],
          ofPart.map((fact) => factRow(formats, fact, disputed.has(fact.name))),
        )}</div>`,
  );
};

const verdictTones: Readonly<Record<string, Tone>> = { better: 'good', worse: 'bad', other: 'warn' };

const alternateRow = ({ product, grade, differences }: FindAlternatesResponse['alternates'][number]): Html => html`<tr>
<td><a class="part" href="/console/products/${product?.id}">${product?.mpn}</a><div class="faint">${product?.manufacturer}</div></td>
<td>${badge(grade, grade === 'similar' ? 'warn' : 'good')}</td>
<td>${differences.length === 0 ? html`<span class="faint">nothing that is known</span>` : ''}${differences.map(
  ({ characteristic, original, alternate, verdict }) =>
    html`<div><span class="faint">${characteristic.replaceAll('_', ' ')}</span> ${original || 'not known'} → ${alternate || 'not known'} ${verdict === 'unknown' ? '' : badge(verdict, ownProperty(verdictTones, verdict))}</div>`,
)}</td></tr>`;

const alternatesSection = ({ alternates, replacements }: FindAlternatesResponse): Html => {
  const replaced = replacements.map(
    ({ id, mpn, manufacturer }) =>
      html`<p>Replaced by <a class="part" href="/console/products/${id}">${mpn}</a> <span class="faint">${manufacturer}</span></p>`,
  );
  const list =
    alternates.length === 0
      ? html`<p class="faint">No other part is known to fit and to do the same.</p>`
      : table(
          'Alternates, the best first',
          [{ name: 'Part' }, { name: 'Grade' }, { name: 'What differs' }],
          alternates.map(alternateRow),
        );
  return section('Instead of it', html`${replaced}${list}`);
};

/** Of a part that is going, or gone: what its maker names instead, before anybody buys it. */
const goingNotice = (
  { lifecycleStatus: status, facts }: Product,
  { alternates, replacements }: Pick<FindAlternatesResponse, 'alternates' | 'replacements'>,
): Html => {
  if (status !== 'discontinued' && status !== 'deprecated') return html``;
  const told = status === 'discontinued' ? 'It is not made any more' : 'It is not for new designs';
  const instead = facts.find(({ name, isServed }) => name === 'replaced_by_mpn' && isServed)?.value ?? '';
  return notice(
    'warn',
    instead === ''
      ? html`${told}.${alternates.length + replacements.length === 0 ? '' : ' See below what fits instead.'}`
      : html`${told}; it is replaced by <a href="/console/search?q=${encodeURIComponent(instead)}">${instead}</a>.`,
  );
};

const characteristicsOf = (product: Product): Html =>
  html`<dl class="pairs">${Object.entries(product.characteristics)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => html`<div><dt>${name.replaceAll('_', ' ')}</dt><dd>${value}</dd></div>`)}</dl>`;

/** A quantity out of a query: a whole number from 1. */
const quantityOf = (text: string | null): number => {
  const quantity = typedNumber(text ?? '');
  return Number.isInteger(quantity) && quantity >= 1 && quantity < 2 ** 31 ? quantity : 100;
};

/** The page of a product. */
export const productPage: PageHandler = async ({ api, formats, now, query, param }) => {
  const path = `/v1/products/${encodeURIComponent(param('id'))}`;
  const quantity = quantityOf(query.get('quantity'));
  const [product, { items }, alternates, history] = await Promise.all([
    api.get(Product, path, { facts: 'true' }),
    api.get(GetOffersResponse, `${path}/offers`),
    orNothing(api.get(FindAlternatesResponse, `${path}/alternates`, { limit: '10' })),
    priceHistory(api, path, { quantity, now }),
  ]);
  const offers = await pricedOffers(api, items, quantity);
  const job = query.get('job');
  const own = `/console/products/${product.id}`;
  return {
    title: product.mpn,
    body: html`
${job === null ? '' : html`<div data-events="/console/jobs/${job}/events" data-done="${own}?quantity=${quantity}">${notice('info', 'Suppliers are being asked; this page follows by itself.')}</div>`}
<div class="title"><div><h1 class="mono">${product.mpn}</h1><p>${product.manufacturer} · ${product.description}</p></div>
<div class="actions">${lifecycle(product.lifecycleStatus)} ${freshness(formats, product.freshness)}
${actionButton(`${own}/refresh`, 'Refresh', { quantity: String(quantity) })}</div></div>
${goingNotice(product, alternates ?? { alternates: [], replacements: [] })}${characteristicsOf(product)}
<div id="offers">${offersSection(formats, offers, { quantity, facts: product.facts })}</div>
${historySection(formats, history, quantity)}
${alternates === undefined ? '' : alternatesSection(alternates)}
${factsSection(formats, product.facts)}`,
  };
};

/** Asks suppliers about a product; its page then follows the job. */
export const refreshProduct: ActionHandler = async ({ api, param, fields }) => {
  const target = { product_id: param('id') };
  const answer = await api.send('POST', '/v1/enrichment-jobs', { type: 'refresh_observation', target });
  const { id } = EnrichmentJob.fromJSON(answer);
  return `/console/products/${encodeURIComponent(param('id'))}?quantity=${quantityOf(fields.get('quantity'))}&job=${id}`;
};
