import { html } from 'hono/html';
import { EstimateResponse, ListEstimatesResponse } from '../../../../proto/gen/svc/public/v1/estimate.ts';
import { empty, section, table } from '../../components.ts';
import type { Formats, Html } from '../../format.ts';
import type { ActionHandler, PageHandler } from '../../page.ts';
import { modeNames, statusBadge } from './words.ts';

/** The caller's estimates, and the place where a new one begins. */

const row = (formats: Formats, estimate: EstimateResponse): Html => {
  const { id, sourceName, status, lineCounts, totalPriceDecimal, currency, createdAt } = estimate;
  return html`<tr>
<td><a href="/console/estimates/${id}">${sourceName || 'Lines typed in'}</a></td>
<td>${statusBadge(status)}</td>
<td class="figure">${lineCounts === undefined ? '–' : `${formats.number(lineCounts.bought)} of ${formats.number(lineCounts.total)}`}</td>
<td class="figure">${currency === '' ? '–' : formats.money(totalPriceDecimal, currency)}</td>
<td class="figure">${formats.age(createdAt)}</td></tr>`;
};

const newForm = html`<form class="drop" method="post" action="/console/estimates" enctype="multipart/form-data" data-drop>
<p><strong>Drop a bill of materials here</strong>, as it comes: CSV, XLSX, XLS, ODS, text, the export of any CAD program.</p>
<p><label class="button">Choose a file<input class="unseen" type="file" name="file" required></label> <output class="faint" data-file-name></output></p>
<div class="fields"><label>Aim <select name="optimization_mode">${Object.entries(modeNames).map(([mode, name]) => html`<option value="${mode}">${name}</option>`)}</select></label>
<label>Boards to build <input class="narrow" type="number" name="build_quantity" min="1" max="100000" value="1"></label>
<label class="check"><input type="checkbox" name="compare" value="true"> compare all aims</label>
<button class="primary">Find the best basket</button></div></form>`;

const typedForm = html`<details class="typed"><summary>Or type the lines</summary>
<form method="post" action="/console/estimates/typed"><label class="unseen" for="lines">Lines</label>
<textarea id="lines" name="lines" rows="6" placeholder="25 RC0603FR-0710KL&#10;10x NE555" spellcheck="false" required></textarea>
<button class="primary">Find the best basket</button></form></details>`;

/** The page of estimates. */
export const estimatesPage: PageHandler = async ({ api, formats, query }) => {
  const { items, nextCursor } = await api.get(ListEstimatesResponse, '/v1/estimates', {
    limit: '25',
    cursor: query.get('cursor') ?? '',
  });
  const list =
    items.length === 0
      ? empty('No estimates yet', 'Each list that you drop above becomes one, and stays here.')
      : table(
          'Your estimates, newest first',
          [
            { name: 'List' },
            { name: 'Status' },
            { name: 'Lines bought', isFigure: true },
            { name: 'Total', isFigure: true },
            { name: 'Made', isFigure: true },
          ],
          items.map((each) => row(formats, each)),
        );
  const next =
    nextCursor === undefined
      ? ''
      : html`<p><a class="button" href="/console/estimates?cursor=${nextCursor.token}">Older</a></p>`;
  return {
    title: 'Estimates',
    body: html`<h1>Estimates</h1>${newForm}${typedForm}${section('Your estimates', html`${list}${next}`)}`,
  };
};

const placeOf = (answer: unknown): string => `/console/estimates/${EstimateResponse.fromJSON(answer).id}`;

/** Starts an estimate over lines that were typed. */
export const startTypedEstimate: ActionHandler = async ({ api, fields }) => {
  const text = fields.get('lines') ?? '';
  const document = { source_document: Buffer.from(text).toString('base64'), source_name: 'Lines typed in' };
  return placeOf(await api.send('POST', '/v1/estimates', document));
};

/** Starts an estimate over a file. */
export const startEstimate =
  (refuse: (answer: Response) => Promise<never>): ActionHandler =>
  async ({ api, upload }) => {
    const init = { method: 'POST', body: upload?.body ?? null, duplex: 'half' } as RequestInit;
    const headers = { 'content-type': upload?.contentType ?? '' };
    const answer = await api.fetch('/v1/estimates', { ...init, headers });
    return answer.ok ? placeOf(await answer.json()) : refuse(answer);
  };
