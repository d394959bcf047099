import { html } from 'hono/html';
import type { Problem } from '../../errors/problem.ts';
import type { ConsolePage } from '../layout.ts';
import type { PageHandler } from '../page.ts';

/** What a page becomes when the API refuses what it asks. */
export const failurePage = ({ title, detail, status, correlation_id, violations = [] }: Problem): ConsolePage => ({
  title,
  status,
  body: html`<div class="empty"><h1>${title}</h1><p class="sentence">${/[.!?]$/.test(detail) ? detail : `${detail}.`}</p>
${violations.length === 0 ? '' : html`<ul class="violations">${violations.map(({ field, description }) => html`<li><span class="mono">${field}</span> ${description}</li>`)}</ul>`}
<p class="faint">Operators find this request by <span class="mono">${correlation_id}</span>.</p>
<p><a class="button" href="/console">To the start</a></p></div>`,
});

/** What stands where no page is. */
export const noSuchPage: PageHandler = async () => ({
  title: 'No such page',
  status: 404,
  body: html`<div class="empty"><h1>There is no such page</h1><p class="sentence">The address is not complete, or is of another version. Every page that you may see is reached from the menu above.</p>
<p><a class="button" href="/console">To the start</a></p></div>`,
});
