import { html } from 'hono/html';
import type { Problem } from '../../errors/problem.ts';
import type { ConsolePage } from '../layout.ts';

/** What a page becomes when the API refuses what it asks. */
export const failurePage = ({ title, detail, status, correlation_id, violations = [] }: Problem): ConsolePage => ({
  title,
  status,
  body: html`<div class="empty"><h1>${title}</h1><p class="sentence">${detail}</p>
${violations.length === 0 ? '' : html`<ul class="violations">${violations.map(({ field, description }) => html`<li><span class="mono">${field}</span> ${description}</li>`)}</ul>`}
<p class="faint">Operators find this request by <span class="mono">${correlation_id}</span>.</p>
<p><a class="button" href="/console">To the start</a></p></div>`,
});
