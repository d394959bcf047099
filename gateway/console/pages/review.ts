import { html } from 'hono/html';
import { documentOf } from '../api.ts';
import { actionButton, badge, empty, section, table } from '../components.ts';
import type { Formats } from '../format.ts';
import type { Html } from '../html.ts';
import type { ActionHandler, PageHandler } from '../page.ts';

/** What operators decide: which product an offer without one is. */

interface Orphan {
  readonly offer_id: string;
  readonly supplier_id: string;
  readonly supplier_sku: string;
  readonly manufacturer?: string;
  readonly mpn?: string;
  readonly description?: string;
  readonly match_rule?: string;
  readonly matched_at: string;
}

interface Candidate {
  readonly product_id: string;
  readonly manufacturer: string;
  readonly mpn: string;
}

interface Match {
  readonly candidates?: readonly Candidate[];
}

const maxCandidates = 4;

const candidateLine = (offerId: string, { product_id, manufacturer, mpn }: Candidate): Html => html`<li>
<span><span class="mono">${mpn}</span> <span class="faint">${manufacturer}</span></span>
<span class="short">${actionButton(`/console/review/${offerId}`, 'Confirm', { product_id, decision: 'confirm' })} ${actionButton(`/console/review/${offerId}`, 'Reject', { product_id, decision: 'reject' })}</span></li>`;

const orphanRow = (formats: Formats, orphan: Orphan, candidates: readonly Candidate[]): Html => html`<tr tabindex="-1">
<td>${orphan.supplier_id}<div class="faint mono">${orphan.supplier_sku}</div></td>
<td><span class="mono">${orphan.mpn}</span> <span class="faint">${orphan.manufacturer}</span><div>${orphan.description}</div></td>
<td>${candidates.length === 0 ? html`<span class="faint">none</span>` : html`<ul class="candidates">${candidates.map((each) => candidateLine(orphan.offer_id, each))}</ul>`}</td>
<td>${badge(orphan.match_rule ?? 'unmatched', 'warn')}</td>
<td class="figure">${formats.age(new Date(orphan.matched_at))}</td></tr>`;

/** The page of offers without a product. */
export const reviewPage: PageHandler = async ({ api, formats, query }) => {
  const { items, next_cursor } = await api.get(
    documentOf<{ items: readonly Orphan[]; next_cursor?: string }>(),
    '/v1/admin/matching/orphans',
    { limit: '15', cursor: query.get('cursor') ?? '' },
  );
  const matches = await Promise.all(
    items.map(({ offer_id }) => api.get(documentOf<Match>(), `/v1/admin/offers/${offer_id}/match`)),
  );
  const rows = items.map((orphan, at) =>
    orphanRow(formats, orphan, (matches[at]?.candidates ?? []).slice(0, maxCandidates)),
  );
  return {
    title: 'Review',
    body: html`<h1>Review</h1>${section(
      'Offers without a product',
      items.length === 0
        ? empty('Nothing to review', 'Every offer that suppliers show has its product.')
        : html`<p class="faint">Keys: <kbd>j</kbd> next, <kbd>k</kbd> before, <kbd>c</kbd> confirm the first product, <kbd>r</kbd> reject it.</p>
<div data-queue>${table(
            'Offers without a product',
            [
              { name: 'Offer' },
              { name: 'As the supplier has it' },
              { name: 'Could be' },
              { name: 'Why' },
              { name: 'Since', isFigure: true },
            ],
            rows,
          )}</div>`,
    )}${next_cursor === undefined ? '' : html`<p><a class="button" href="/console/review?cursor=${next_cursor}">Next page</a></p>`}`,
  };
};

/** Says of an offer what product it is, or is not. */
export const judgeMatch: ActionHandler = async ({ api, param, fields }) => {
  const verdict = { product_id: fields.get('product_id') ?? '', decision: fields.get('decision') ?? '' };
  await api.send('POST', `/v1/admin/offers/${encodeURIComponent(param('offer'))}/match`, verdict);
  return '/console/review';
};
