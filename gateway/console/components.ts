import { html, raw } from 'hono/html';
import { ownProperty } from '../../domain/own-property.ts';
import type { Freshness } from '../../proto/gen/svc/public/v1/common.ts';
import type { Formats, Html } from './format.ts';

/** What every page is made of. Their looks are in `assets/console.css`. */

/** What a badge says besides its words. */
export type Tone = 'plain' | 'good' | 'warn' | 'bad' | 'info';

/** A word that stands for a state. */
export const badge = (text: string, tone: Tone = 'plain'): Html =>
  html`<span class="badge ${tone}">${text.replaceAll('_', ' ')}</span>`;

const freshnessTones: Readonly<Record<Freshness['status'], Tone>> = {
  STATUS_UNSPECIFIED: 'plain',
  FRESH: 'good',
  STALE: 'warn',
  INCOMPLETE: 'warn',
  EMPTY: 'plain',
};

/** How fresh something is, and how old. */
export const freshness = (formats: Formats, value: Freshness | undefined): Html =>
  value === undefined
    ? html`<span class="faint">unknown</span>`
    : html`<span class="fresh ${freshnessTones[value.status]}" title="${value.status.toLowerCase()}">${formats.age(value.observedAt)}</span>`;

const lifecycleTones: Readonly<Record<string, Tone>> = {
  new: 'info',
  active: 'plain',
  deprecated: 'warn',
  discontinued: 'bad',
};

/** Where a part stands in its life. */
export const lifecycle = (status: string): Html =>
  status === '' ? badge('unknown') : badge(status, ownProperty(lifecycleTones, status) ?? 'plain');

/** A column of a table: figures stand on the right. */
export interface Column {
  readonly name: string;
  readonly isFigure?: boolean;
}

const escaped = (text: string): string => text.replace(/[&<>"']/g, (each) => `&#${each.codePointAt(0)};`);

/** Has each cell say its column, for where rows become blocks and no heading stands above. */
const labelledText = (columns: readonly Column[], row: string): Html => {
  let at = 0;
  return raw(
    row.replace(/<td\b([^<>]*)>/g, (_, attributes: string) => {
      const span = Number(/ colspan="(\d+)"/.exec(attributes)?.[1] ?? 1);
      const isBlock = at === 0 || span > 2 || attributes.includes('class="wide"');
      const column = columns[at];
      const name = isBlock ? '' : (column?.name ?? '');
      at += span;
      // A last column without a name has what can be done with the row.
      if (column?.name === '' && at === columns.length && span === 1) return `<td${attributes} data-act>`;
      return name === '' ? `<td${attributes}>` : `<td${attributes} data-label="${escaped(name)}">`;
    }),
  );
};

/** What was put into a row was escaped, so that every tag in it is one of the page's own. */
const labelled = (columns: readonly Column[], row: Html): Html =>
  row instanceof Promise ? row.then((text) => labelledText(columns, String(text))) : labelledText(columns, String(row));

/**
 * A table with a caption for those who do not see it. Where there is no room for columns, each row
 * becomes a block, headed by its first cell, in which the others say their column.
 */
export const table = (caption: string, columns: readonly Column[], rows: readonly Html[]): Html => html`
<div class="table" role="region" aria-label="${caption}" tabindex="0"><table>
<caption class="unseen">${caption}</caption>
<thead><tr>${columns.map(({ name, isFigure }) => html`<th scope="col"${isFigure ? html` class="figure"` : ''}>${name}</th>`)}</tr></thead>
<tbody>${rows.map((row) => labelled(columns, row))}</tbody>
</table></div>`;

/** A table whose rows become blocks where there is no room for columns. */
export const stackedTable = (caption: string, columns: readonly Column[], rows: readonly Html[]): Html =>
  html`<div class="stacked">${table(caption, columns, rows)}</div>`;

/** A table of few short columns, which stays one where there is little room. */
export const compactTable = (caption: string, columns: readonly Column[], rows: readonly Html[]): Html =>
  html`<div class="compact">${table(caption, columns, rows)}</div>`;

/** Figures that go with words: what it is, and how much. */
export const tally = (items: readonly (readonly [name: string, figure: Html | string])[]): Html =>
  html`<dl class="tally">${items.map(([name, figure]) => html`<div><dt>${name}</dt><dd class="figure">${figure}</dd></div>`)}</dl>`;

/** A figure with what it is. */
export const card = (name: string, value: Html | string, note: Html | string = ''): Html =>
  html`<div class="card"><dt>${name}</dt><dd>${value}</dd><dd class="note">${note}</dd></div>`;

/** Figures side by side. */
export const cards = (items: readonly Html[]): Html => html`<dl class="cards">${items}</dl>`;

/** A part of a page under a heading. */
export const section = (title: string, content: Html, aside: Html | string = ''): Html =>
  html`<section class="panel"><header><h2>${title}</h2>${aside}</header>${content}</section>`;

/** A part of a page whose place is named already: what it is for stands where a heading would. */
export const purposeSection = (title: string, purpose: Html | string, content: Html, aside: Html | string = ''): Html =>
  html`<section class="panel"><header><h2 class="unseen">${title}</h2><p class="faint">${purpose}</p>${aside}</header>${content}</section>`;

/** What stands where there is nothing, and what to do next. */
export const empty = (title: string, text: Html | string): Html =>
  html`<div class="empty"><p><strong>${title}</strong></p><p>${text}</p></div>`;

/** A sentence that must not be missed. */
export const notice = (tone: Tone, text: Html | string): Html =>
  html`<p class="notice ${tone}" role="status">${text}</p>`;

/**
 * A share of a whole as a bar; it is said in words beside it. One that is as it should be is quiet,
 * so that the eye meets first what is not.
 */
export const bar = (share: number, label: string, tone: 'plain' | 'quiet' | 'bad' = 'plain'): Html => html`
<svg class="bar ${tone}" viewBox="0 0 100 6" preserveAspectRatio="none" role="img" aria-label="${label}">
<rect class="track" width="100" height="6"></rect>
<rect class="fill" width="${(100 * Math.min(1, Math.max(0, share))).toFixed(1)}" height="6"></rect></svg>`;

/** What a form sends besides what is filled in. */
export const hiddenFields = (fields: Readonly<Record<string, string>>): Html =>
  html`${Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}`;

/** A button that changes something: a form of its own, which works without scripts. */
export const actionButton = (
  action: string,
  label: string,
  fields: Readonly<Record<string, string>> = {},
  kind: 'primary' | 'plain' | 'quiet' | 'danger' = 'plain',
): Html => html`<form method="post" action="${action}" class="inline">
${hiddenFields(fields)}
<button class="${kind}">${label}</button></form>`;

/** Pages that belong together. */
export const tabs = (
  label: string,
  pages: readonly { readonly name: string; readonly href: string; readonly isCurrent: boolean }[],
): Html =>
  html`<nav class="tabs" aria-label="${label}"><ul>${pages.map(({ name, href, isCurrent }) => html`<li><a href="${href}"${isCurrent ? html` aria-current="page"` : ''}>${name}</a></li>`)}</ul></nav>`;

/** A part of a list that can be chosen, with how much there is of it. */
export interface Filter {
  readonly label: string;
  readonly count: number;
  readonly href: string;
  readonly isChosen: boolean;
}

/** Parts of a list to choose from. */
export const filters = (label: string, choices: readonly Filter[], formats: Formats): Html => html`
<nav class="filters" aria-label="${label}"><ul>${choices.map(({ label: name, count, href, isChosen }) => html`<li><a href="${href}"${isChosen ? html` aria-current="true"` : ''}>${name} <span class="figure">${formats.number(count)}</span></a></li>`)}</ul></nav>`;
