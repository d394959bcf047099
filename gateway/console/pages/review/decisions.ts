import { html } from 'hono/html';
import { type ConsoleApi, type DecidedOffer, documentOf, type Match, orNothing } from '../../api.ts';
import { actionButton, hiddenFields, tabs } from '../../components.ts';
import type { Html } from '../../format.ts';
import type { ActionHandler } from '../../page.ts';

/** What operators decide of matches, from whichever queue, and how it is taken back. */

/** Where each queue of offers is. */
const queues = { orphans: '/console/review', doubtful: '/console/review/doubtful' } as const;

/** A queue of offers that is worked off. */
type Queue = keyof typeof queues;

/** How sure the matches may be that the queue of doubtful ones is narrowed down to. */
const levels: ReadonlySet<string> = new Set(['weak', 'probable']);

/** Where a decision leads back to: a queue, and what it is narrowed down to. */
export interface WayBack {
  readonly queue: Queue;
  /** Empty or left out: all of the queue. */
  readonly confidence?: string;
}

const fieldsBack = ({ queue, confidence = '' }: WayBack): Readonly<Record<string, string>> => ({
  queue,
  ...(levels.has(confidence) && { confidence }),
});

/** Where prices are that are held back. */
export const heldPricesPath = '/console/review/prices';

/** Where facts are that contradict each other. */
export const factsPath = '/console/review/facts';

const places = [
  ['Without a product', queues.orphans],
  ['Doubtful matches', queues.doubtful],
  ['Contradicting facts', factsPath],
  ['Held prices', heldPricesPath],
] as const;

/** What there is to review. */
export const reviewTabs = (current: string): Html =>
  tabs(
    'What to review',
    places.map(([name, href]) => ({ name, href, isCurrent: href === current })),
  );

/** The address of a queue. */
export const queuePath = (queue: Queue): string => queues[queue];

/** The keys that work a queue off. */
export const keysOf = (confirmed: string): Html =>
  html`<p class="faint keys">Keys: <kbd>j</kbd> next, <kbd>k</kbd> before, <kbd>c</kbd> confirm ${confirmed}, <kbd>r</kbd> reject it, <kbd>n</kbd> create its product, <kbd>u</kbd> undo the last decision.</p>`;

/** The match of an offer. */
export const matchOf = (api: ConsoleApi, offerId: string): Promise<Match> =>
  api.get(documentOf<Match>(), `/v1/admin/offers/${encodeURIComponent(offerId)}/match`);

/** The match of the offer that an address says was decided just now. */
export const decidedOf = async (api: ConsoleApi, query: URLSearchParams): Promise<Match | undefined> => {
  const offerId = query.get('decided') ?? '';
  return offerId === '' ? undefined : orNothing(matchOf(api, offerId));
};

const field = (name: 'manufacturer' | 'mpn', label: string, said: string | undefined): Html =>
  html`<label>${label} <input name="${name}" value="${said ?? ''}" required maxlength="200" autocomplete="off"></label>`;

/** What confirms a product of an offer, or rejects it. */
export const verdictButtons = (offerId: string, product_id: string, back: WayBack): Html =>
  html`${actionButton(`/console/review/${offerId}`, 'Confirm', { product_id, decision: 'confirm', ...fieldsBack(back) })} ${actionButton(`/console/review/${offerId}`, 'Reject', { product_id, decision: 'reject', ...fieldsBack(back) })}`;

/** What makes a product of an offer; where the offer does not name it, somebody must. */
export const creation = ({ offer_id: offerId, manufacturer, mpn }: DecidedOffer, back: WayBack): Html =>
  manufacturer !== undefined && mpn !== undefined
    ? actionButton(`/console/review/${offerId}/product`, 'Create its product', fieldsBack(back))
    : html`<details class="creation" id="create-${offerId}"><summary>Create its product</summary>
<form method="post" action="/console/review/${offerId}/product" class="fields">${hiddenFields(fieldsBack(back))}${field('manufacturer', 'Maker', manufacturer)}
${field('mpn', 'Part number', mpn)}<button class="primary">Create</button></form></details>`;

const outcomes: Readonly<Record<NonNullable<Match['last_decision']>['kind'], string>> = {
  judged: 'judged',
  product_created: 'given a product of its own',
  withdrawn: 'left to the strategies',
  undone: 'put back as it was',
};

const outcomeOf = ({ last_decision: decision, verdicts }: Match): string => {
  if (decision?.kind !== 'judged') return decision === undefined ? 'judged' : outcomes[decision.kind];
  return verdicts.some((verdict) => verdict.decision === 'confirm') ? 'confirmed' : 'rejected';
};

/** What was decided just now, with the way back. */
export const decided = (match: Match | undefined, back: WayBack): Html => {
  if (match === undefined) return html``;
  const { offer_id: offerId, product_id: productId, last_decision: decision } = match;
  const product =
    productId === undefined ? '' : html` It is <a href="/console/products/${productId}">this product</a>.`;
  const undo =
    decision === undefined || decision.kind === 'undone'
      ? ''
      : html`<span data-undo>${actionButton(`/console/review/${offerId}/undo`, 'Undo', { decision_id: decision.id, ...fieldsBack(back) })}</span>`;
  // A form stands in no paragraph.
  return html`<div class="notice good decided" role="status"><span>The offer <span class="mono">${offerId}</span> was ${outcomeOf(match)}.${product}</span>${undo}</div>`;
};

/** Where one goes on, with what was decided above the queue. */
const afterwards = (offerId: string, fields: URLSearchParams): string => {
  const queue = fields.get('queue') === 'doubtful' ? 'doubtful' : 'orphans';
  const confidence = fields.get('confidence') ?? '';
  const decidedNow = `${queuePath(queue)}?decided=${encodeURIComponent(offerId)}`;
  return queue === 'doubtful' && levels.has(confidence) ? `${decidedNow}&confidence=${confidence}` : decidedNow;
};

/** Says of an offer what product it is, or is not. */
export const judgeMatch: ActionHandler = async ({ api, param, fields }) => {
  const verdict = { product_id: fields.get('product_id') ?? '', decision: fields.get('decision') ?? '' };
  await api.send('POST', `/v1/admin/offers/${encodeURIComponent(param('offer'))}/match`, verdict);
  return afterwards(param('offer'), fields);
};

/** Creates the product of an offer. */
export const createProduct: ActionHandler = async ({ api, param, fields }) => {
  const given = ['manufacturer', 'mpn'].flatMap((name) => {
    const value = fields.get(name)?.trim() ?? '';
    return value === '' ? [] : [[name, value] as const];
  });
  await api.send('POST', `/v1/admin/offers/${encodeURIComponent(param('offer'))}/product`, Object.fromEntries(given));
  return afterwards(param('offer'), fields);
};

/** Takes a decision back. */
export const undoDecision: ActionHandler = async ({ api, param, fields }) => {
  const decision = { decision_id: fields.get('decision_id') ?? '' };
  await api.send('POST', `/v1/admin/offers/${encodeURIComponent(param('offer'))}/match/undo`, decision);
  return afterwards(param('offer'), fields);
};
