import { html } from 'hono/html';
import { type DecidedOffer, documentOf, type Match, type Orphans } from '../../api.ts';
import { badge, empty, section, table } from '../../components.ts';
import type { Formats, Html } from '../../format.ts';
import type { PageHandler } from '../../page.ts';
import { creation, decided, decidedOf, keysOf, matchOf, queuePath, reviewTabs, verdictButtons } from './decisions.ts';

/** What operators decide: which product an offer without one is. */

const maxCandidates = 4;

type Candidate = Match['candidates'][number];

const candidateLine = (offerId: string, { product_id, manufacturer, mpn }: Candidate): Html => html`<li>
<span><span class="mono">${mpn}</span> <span class="faint">${manufacturer}</span></span>
<span class="short">${verdictButtons(offerId, product_id, { queue: 'orphans' })}</span></li>`;

const orphanRow = (
  formats: Formats,
  orphan: DecidedOffer,
  candidates: readonly Candidate[],
): Html => html`<tr tabindex="-1">
<td>${orphan.supplier_id}<div class="faint mono">${orphan.supplier_sku}</div></td>
<td><span class="mono">${orphan.mpn}</span> <span class="faint">${orphan.manufacturer}</span><div>${orphan.description}</div></td>
<td><ul class="candidates">${candidates.map((each) => candidateLine(orphan.offer_id, each))}
<li data-create><span class="faint">${candidates.length === 0 ? 'no product that is known' : 'none of them'}</span>${creation(orphan, { queue: 'orphans' })}</li></ul></td>
<td>${badge(orphan.match_rule ?? 'unmatched', 'warn')}</td>
<td class="figure">${formats.age(new Date(orphan.matched_at))}</td></tr>`;

const columns = [
  { name: 'Offer' },
  { name: 'As the supplier has it' },
  { name: 'Could be' },
  { name: 'Why' },
  { name: 'Since', isFigure: true },
];

/** The page of offers without a product. */
export const reviewPage: PageHandler = async ({ api, formats, query }) => {
  const { items, next_cursor } = await api.get(documentOf<Orphans>(), '/v1/admin/matching/orphans', {
    limit: '15',
    cursor: query.get('cursor') ?? '',
  });
  const [last, ...matches] = await Promise.all([
    decidedOf(api, query),
    ...items.map(({ offer_id }) => matchOf(api, offer_id)),
  ]);
  const rows = items.map((orphan, at) =>
    orphanRow(formats, orphan, (matches[at]?.candidates ?? []).slice(0, maxCandidates)),
  );
  const own = queuePath('orphans');
  return {
    title: 'Review',
    body: html`<h1>Review</h1>${reviewTabs(own)}${decided(last, { queue: 'orphans' })}${section(
      'Offers without a product',
      items.length === 0
        ? html`<div data-queue="">${empty('Nothing to review', 'Every offer that suppliers show has its product.')}</div>`
        : html`${keysOf('the first product')}
<div data-queue="${last === undefined ? '' : 'on'}">${table('Offers without a product', columns, rows)}</div>`,
    )}${next_cursor === undefined ? '' : html`<p><a class="button" href="${own}?cursor=${next_cursor}">Next page</a></p>`}`,
  };
};
