import { html } from 'hono/html';
import { type DoubtfulMatches, documentOf } from '../../api.ts';
import { badge, empty, section, table, tabs } from '../../components.ts';
import type { Formats, Html } from '../../format.ts';
import type { PageHandler } from '../../page.ts';
import {
  creation,
  decided,
  decidedOf,
  keysOf,
  queuePath,
  reviewTabs,
  verdictButtons,
  type WayBack,
} from './decisions.ts';

/** What operators decide: whether an offer is the product that it is taken for. */

type DoubtfulMatch = DoubtfulMatches['items'][number];

const own = queuePath('doubtful');

const reasons = ({ match_rule: rule, match_strategy: strategy, evidence = {} }: DoubtfulMatch): Html =>
  html`<dl class="pairs">${[
    ['rule', [rule, strategy].filter((each) => each !== undefined).join(', ')],
    ...Object.entries(evidence),
  ].map(
    ([name, value]) => html`<div><dt>${name?.replaceAll('_', ' ')}</dt><dd>${value?.replaceAll('_', ' ')}</dd></div>`,
  )}</dl>`;

const matchRow = (formats: Formats, match: DoubtfulMatch, back: WayBack): Html => html`<tr tabindex="-1">
<td>${match.supplier_id}<div class="faint mono">${match.supplier_sku}</div></td>
<td><span class="mono">${match.mpn}</span> <span class="faint">${match.manufacturer}</span><div>${match.description}</div></td>
<td><ul class="candidates"><li>
<span><span class="mono">${match.product.mpn}</span> <span class="faint">${match.product.manufacturer}</span><div>${match.product.description}</div></span>
<span class="short">${verdictButtons(match.offer_id, match.product.id, back)}</span></li>
<li data-create><span class="faint">another part</span>${creation(match, back)}</li></ul></td>
<td>${badge(match.match_confidence, match.match_confidence === 'weak' ? 'bad' : 'warn')}${reasons(match)}</td>
<td class="figure">${formats.age(new Date(match.matched_at))}</td></tr>`;

const columns = [
  { name: 'Offer' },
  { name: 'As the supplier has it' },
  { name: 'Taken for' },
  { name: 'Why' },
  { name: 'Since', isFigure: true },
];

const levels = [
  ['All', ''],
  ['Weak', 'weak'],
  ['Probable', 'probable'],
] as const;

const levelTabs = (chosen: string): Html =>
  tabs(
    'How sure they are',
    levels.map(([name, level]) => ({
      name,
      href: level === '' ? own : `${own}?confidence=${level}`,
      isCurrent: level === chosen,
    })),
  );

/** The page of matches that are less than strong. */
export const doubtfulPage: PageHandler = async ({ api, formats, query }) => {
  const confidence = query.get('confidence') ?? '';
  const [{ items, next_cursor }, last] = await Promise.all([
    api.get(documentOf<DoubtfulMatches>(), '/v1/admin/matching/doubtful', {
      limit: '15',
      cursor: query.get('cursor') ?? '',
      confidence,
    }),
    decidedOf(api, query),
  ]);
  const back = { queue: 'doubtful', confidence } as const;
  const next = new URLSearchParams({ ...(confidence !== '' && { confidence }), cursor: next_cursor ?? '' });
  return {
    title: 'Doubtful matches',
    body: html`<h1>Review</h1>${reviewTabs(own)}${decided(last, back)}${levelTabs(confidence)}${section(
      'Doubtful matches, the newest first',
      items.length === 0
        ? html`<div data-queue="">${empty(
            'Nothing is in doubt',
            html`No match is less than strong${confidence === '' ? '' : html` in this way; <a href="${own}">look at all</a>`}. Offers that nothing speaks for are <a href="${queuePath('orphans')}">without a product</a>.`,
          )}</div>`
        : html`${keysOf('the product')}<p class="faint">A confirmed offer is this product whatever comes after; a rejected one is never taken for it again.</p>
<div data-queue="${last === undefined ? '' : 'on'}">${table(
            'Doubtful matches',
            columns,
            items.map((each) => matchRow(formats, each, back)),
          )}</div>`,
    )}${next_cursor === undefined ? '' : html`<p><a class="button" href="${own}?${next}">Next page</a></p>`}`,
  };
};
