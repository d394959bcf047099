import { html } from 'hono/html';
import { notFound } from '../../../../domain/errors.ts';
import { documentOf, type Overview } from '../../api.ts';
import { notice } from '../../components.ts';
import type { Html } from '../../format.ts';

import type { PageHandler } from '../../page.ts';
import { type RunbookBlock, runbookOf, spansIn } from '../../runbooks.ts';
import { alertFigure, alertWords, anchorOf } from './health.ts';

/** What to do about an alert, with how it stands. */

const spans = (text: string): Html =>
  html`${spansIn(text).map((span) => {
    if (span.kind === 'code') return html`<code class="mono">${span.text}</code>`;
    if (span.kind !== 'link') return span.text;
    const anchor = /^#(.+)$/.exec(span.to)?.[1];
    return anchor === undefined
      ? html`${span.text} <span class="faint mono">docs/${span.to}</span>`
      : html`<a href="/console/runbooks/${encodeURIComponent(anchor)}">${span.text}</a>`;
  })}`;

const block = (each: RunbookBlock): Html => {
  if (each.kind === 'code') return html`<pre class="mono">${each.text}</pre>`;
  return each.kind === 'list'
    ? html`<ul>${each.items.map((item) => html`<li>${spans(item)}</li>`)}</ul>`
    : html`<p>${spans(each.text)}</p>`;
};

/** The page of a runbook. */
export const runbookPage: PageHandler = async ({ api, formats, param }) => {
  const { alerts } = await api.get(documentOf<Overview>(), '/v1/admin/overview');
  const anchor = param('anchor');
  const runbook = runbookOf(anchor);
  if (runbook === undefined) throw notFound('runbook', anchor);
  const firing = alerts.filter((alert) => anchorOf(alert) === anchor);
  const title = /^[A-Z]\w+$/.test(runbook.title) ? alertWords(runbook.title) : runbook.title.replaceAll('`', '');
  const standing = firing.map((alert) =>
    notice(
      alert.severity === 'page' ? 'bad' : 'warn',
      html`It fires for ${alert.subject || 'the service'}: ${alertFigure(formats, alert, alert.value)}, and fires at ${alertFigure(formats, alert, alert.threshold)}.`,
    ),
  );
  return {
    title,
    body: html`<h1>${title}</h1>${firing.length === 0 ? notice('plain', 'It does not fire now.') : standing}
<section class="panel runbook">${runbook.blocks.map(block)}</section>
<p><a class="button" href="/console/now">Now</a> <a class="button" href="/console/connectors">Connectors</a></p>`,
  };
};
