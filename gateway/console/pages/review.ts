import { html } from 'hono/html';
import { documentOf, orNothing } from '../api.ts';
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
  readonly offer_id: string;
  readonly product_id?: string;
  readonly candidates?: readonly Candidate[];
  readonly verdicts?: readonly { readonly product_id: string; readonly decision: 'confirm' | 'reject' }[];
  readonly last_decision?: {
    readonly id: string;
    readonly kind: 'judged' | 'product_created' | 'withdrawn' | 'undone';
    readonly at: string;
  };
}

const maxCandidates = 4;

const candidateLine = (offerId: string, { product_id, manufacturer, mpn }: Candidate): Html => html`<li>
<span><span class="mono">${mpn}</span> <span class="faint">${manufacturer}</span></span>
<span class="short">${actionButton(`/console/review/${offerId}`, 'Confirm', { product_id, decision: 'confirm' })} ${actionButton(`/console/review/${offerId}`, 'Reject', { product_id, decision: 'reject' })}</span></li>`;

const field = (name: 'manufacturer' | 'mpn', label: string, said: string | undefined): Html =>
  html`<label>${label} <input name="${name}" value="${said ?? ''}" required maxlength="200" autocomplete="off"></label>`;

/** What makes a product of an offer; where the offer does not name it, somebody must. */
const creation = ({ offer_id: offerId, manufacturer, mpn }: Orphan): Html =>
  manufacturer !== undefined && mpn !== undefined
    ? actionButton(`/console/review/${offerId}/product`, 'Create its product')
    : html`<details class="creation" id="create-${offerId}"><summary>Create its product</summary>
<form method="post" action="/console/review/${offerId}/product" class="fields">${field('manufacturer', 'Maker', manufacturer)}
${field('mpn', 'Part number', mpn)}<button class="primary">Create</button></form></details>`;

const outcomes: Readonly<Record<NonNullable<Match['last_decision']>['kind'], string>> = {
  judged: 'judged',
  product_created: 'given a product of its own',
  withdrawn: 'left to the strategies',
  undone: 'put back as it was',
};

const outcomeOf = ({ last_decision: decision, verdicts = [] }: Match): string => {
  if (decision?.kind !== 'judged') return decision === undefined ? 'judged' : outcomes[decision.kind];
  return verdicts.some((verdict) => verdict.decision === 'confirm') ? 'confirmed' : 'rejected';
};

/** What was decided just now, with the way back. */
const decided = (match: Match): Html => {
  const { offer_id: offerId, product_id: productId, last_decision: decision } = match;
  const product =
    productId === undefined ? '' : html` It is <a href="/console/products/${productId}">this product</a>.`;
  const undo =
    decision === undefined || decision.kind === 'undone'
      ? ''
      : html`<span data-undo>${actionButton(`/console/review/${offerId}/undo`, 'Undo', { decision_id: decision.id })}</span>`;
  // A form stands in no paragraph.
  return html`<div class="notice good decided" role="status"><span>The offer <span class="mono">${offerId}</span> was ${outcomeOf(match)}.${product}</span>${undo}</div>`;
};

const orphanRow = (formats: Formats, orphan: Orphan, candidates: readonly Candidate[]): Html => html`<tr tabindex="-1">
<td>${orphan.supplier_id}<div class="faint mono">${orphan.supplier_sku}</div></td>
<td><span class="mono">${orphan.mpn}</span> <span class="faint">${orphan.manufacturer}</span><div>${orphan.description}</div></td>
<td><ul class="candidates">${candidates.map((each) => candidateLine(orphan.offer_id, each))}
<li data-create><span class="faint">${candidates.length === 0 ? 'no product that is known' : 'none of them'}</span>${creation(orphan)}</li></ul></td>
<td>${badge(orphan.match_rule ?? 'unmatched', 'warn')}</td>
<td class="figure">${formats.age(new Date(orphan.matched_at))}</td></tr>`;

/** The page of offers without a product. */
export const reviewPage: PageHandler = async ({ api, formats, query }) => {
  const { items, next_cursor } = await api.get(
    documentOf<{ items: readonly Orphan[]; next_cursor?: string }>(),
    '/v1/admin/matching/orphans',
    { limit: '15', cursor: query.get('cursor') ?? '' },
  );
  const matchOf = (offerId: string): Promise<Match> =>
    api.get(documentOf<Match>(), `/v1/admin/offers/${encodeURIComponent(offerId)}/match`);
  const matches = await Promise.all(items.map(({ offer_id }) => matchOf(offer_id)));
  const judged = query.get('decided') ?? '';
  const last = judged === '' ? undefined : await orNothing(matchOf(judged));
  const rows = items.map((orphan, at) =>
    orphanRow(formats, orphan, (matches[at]?.candidates ?? []).slice(0, maxCandidates)),
  );
  return {
    title: 'Review',
    body: html`<h1>Review</h1>${last === undefined ? '' : decided(last)}${section(
      'Offers without a product',
      items.length === 0
        ? empty('Nothing to review', 'Every offer that suppliers show has its product.')
        : html`<p class="faint keys">Keys: <kbd>j</kbd> next, <kbd>k</kbd> before, <kbd>c</kbd> confirm the first product, <kbd>r</kbd> reject it, <kbd>n</kbd> create its product, <kbd>u</kbd> undo the last decision.</p>
<div data-queue="${last === undefined ? '' : 'on'}">${table(
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
  return afterwards(param('offer'));
};

/** Where one goes on, with what was decided above the queue. */
const afterwards = (offerId: string): string => `/console/review?decided=${encodeURIComponent(offerId)}`;

/** Creates the product of an offer. */
export const createProduct: ActionHandler = async ({ api, param, fields }) => {
  const given = ['manufacturer', 'mpn'].flatMap((name) => {
    const value = fields.get(name)?.trim() ?? '';
    return value === '' ? [] : [[name, value] as const];
  });
  await api.send('POST', `/v1/admin/offers/${encodeURIComponent(param('offer'))}/product`, Object.fromEntries(given));
  return afterwards(param('offer'));
};

/** Takes a decision back. */
export const undoDecision: ActionHandler = async ({ api, param, fields }) => {
  const decision = { decision_id: fields.get('decision_id') ?? '' };
  await api.send('POST', `/v1/admin/offers/${encodeURIComponent(param('offer'))}/match/undo`, decision);
  return afterwards(param('offer'));
};
