import { html } from 'hono/html';
import { passingSubjects } from '../../../domain/passing-messages.ts';
import { type Connectors, documentOf } from '../api.ts';
import { empty, section } from '../components.ts';
import type { Html } from '../format.ts';
import type { PageHandler } from '../page.ts';

/** What passes over the bus, live: observations and domain events. */

const choice = (value: string, label: string, chosen: string): Html =>
  html`<option value="${value}"${value === chosen ? html` selected` : ''}>${label}</option>`;

/** Followed by `assets/console.js`, which fills the table. */
export const livePage: PageHandler = async ({ api, query }) => {
  const [subject, supplier] = [query.get('subject') ?? '', query.get('supplier') ?? ''];
  const { connectors } = await api.get(documentOf<Connectors>(), '/v1/admin/connectors');
  const asked = new URLSearchParams({ ...(subject !== '' && { subject }), ...(supplier !== '' && { supplier }) });
  return {
    title: 'Live',
    body: html`<h1>Live</h1>
<form class="fields" action="/console/live"><label>What <select name="subject">${choice('', 'Everything', subject)}${passingSubjects.map((each) => choice(each, each.replace(/\.v1$/, ''), subject))}</select></label>
<label>Supplier <select name="supplier">${choice('', 'All of them', supplier)}${connectors.map(({ id, name }) => choice(id, name, supplier))}</select></label>
<button class="primary">Show</button></form>
${supplier === '' ? '' : html`<p class="faint">What names the supplier: its observations, runs, credentials, orders and new offers. Later events of its offers, such as another price, a match or a withdrawal, name the offer alone and are seen with all suppliers.</p>`}
<div data-tail="/console/live/messages?${asked}">${section(
      'What passes, newest first',
      html`<div class="table" role="region" aria-label="Messages" tabindex="0"><table>
<caption class="unseen">Messages</caption>
<thead><tr><th scope="col">What</th><th scope="col">Of</th><th scope="col">Supplier</th><th scope="col">What it says</th><th scope="col" class="figure">When</th></tr></thead>
<tbody></tbody></table></div>
<div data-tail-empty>${empty('Nothing has passed yet', html`It shows what passes from now on. <a href="/console/connectors">Connectors</a> have their suppliers asked now. What a supplier only repeats passes once a day.`)}</div>`,
      html`<div class="actions"><span class="faint" data-tail-state role="status">connecting</span> <button type="button" data-tail-pause aria-pressed="false">Pause</button></div>`,
    )}</div>`,
  };
};
