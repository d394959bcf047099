import { html } from 'hono/html';
import { splitBar, stepChart, waterfallBar } from '../charts.ts';
import {
  actionButton,
  badge,
  bar,
  card,
  cards,
  empty,
  filters,
  lifecycle,
  notice,
  section,
  table,
  tabs,
} from '../components.ts';
import type { Formats, Html } from '../format.ts';
import type { PageHandler } from '../page.ts';

/**
 * Everything that pages are made of, on one page, for whoever changes how the console looks. Served
 * in development only.
 */

const tokens = [
  'ground',
  'surface',
  'raised',
  'track',
  'line',
  'edge',
  'text',
  'faint',
  'accent',
  'good',
  'warn',
  'bad',
] as const;

const tokenList = html`<ul class="tokens">${tokens.map((name) => html`<li><svg class="token" viewBox="0 0 10 10" preserveAspectRatio="none" aria-hidden="true"><rect class="token-${name}" width="10" height="10"></rect></svg><span class="mono">${name}</span></li>`)}</ul>`;

const meanings = ['part', 'maker', 'quantity', 'reference', 'description', 'price', 'placing', 'other'] as const;

const text = html`<h1>A page</h1><p>Text of a page, <a href="#text">a link</a>, <span class="faint">what matters less</span>,
<span class="mono">RC0603FR-0710KL</span>.</p><h3>A heading within a part</h3><p class="good">Good.</p><p class="bad">Bad.</p>`;

const controls = html`<div class="actions">${actionButton('#', 'Main action', {}, 'primary')} ${actionButton('#', 'Another')} ${actionButton('#', 'Quiet', {}, 'quiet')} ${actionButton('#', 'Delete', {}, 'danger')}
<a class="button" href="#controls">A link</a></div>
<form class="fields"><label>Text <input placeholder="what is expected"></label><label>Number <input class="narrow" type="number" value="250"></label>
<label>Choice <select><option>Lowest price</option></select></label><label class="check"><input type="checkbox" checked> switch</label></form>`;

const words = html`<p>${badge('plain')} ${badge('good', 'good')} ${badge('warn', 'warn')} ${badge('bad', 'bad')} ${badge('info', 'info')}
${lifecycle('new')} ${lifecycle('active')} ${lifecycle('deprecated')} ${lifecycle('discontinued')} ${lifecycle('')}</p>
${notice('plain', 'A remark.')}${notice('info', 'Something is under way.')}${notice('warn', 'Something to look at.')}${notice('bad', 'Something failed, and what to do.')}`;

const figures = (formats: Formats, now: Date): Html => html`${cards([
  card('Total', formats.money('1234.5', 'EUR'), 'Proven: no basket is cheaper.'),
  card('Lines bought', '3 of 4', bar(0.75, '3 of 4 lines')),
  card('A small price', formats.money('0.00768', 'EUR'), 'every digit is kept'),
  card('Seen', formats.age(new Date(now.getTime() - 190_000)), 'the instant shows when pointed at'),
])}
${table(
  'Figures',
  [{ name: 'Part' }, { name: 'Stock', isFigure: true }, { name: 'Price', isFigure: true }],
  [1_200, 98_000, 7].map(
    (stock) =>
      html`<tr><td><span class="part">RC0603FR-0710KL</span></td><td class="figure">${formats.number(stock)}</td><td class="figure">${formats.money('0.0123', 'EUR')}</td></tr>`,
  ),
)}`;

const charts = (formats: Formats): Html => html`${splitBar(
  'Three shares',
  [
    { name: 'Borealis', value: 60, text: formats.money('60', 'EUR') },
    { name: 'Meridian', value: 30, text: formats.money('30', 'EUR') },
    { name: 'Another', value: 10, text: formats.money('10', 'EUR') },
  ],
  formats.percent,
)}
${stepChart(
  'Two prices over three days',
  [
    {
      name: 'Borealis',
      text: formats.money('0.9', 'EUR'),
      points: [
        { at: 0, value: 1 },
        { at: 1, value: 1.2 },
        { at: 2, value: 0.9 },
      ],
    },
    {
      name: 'Meridian',
      text: formats.money('1.1', 'EUR'),
      points: [
        { at: 0, value: 1.3 },
        { at: 2, value: 1.1 },
      ],
    },
  ],
  {
    low: formats.money('0.9', 'EUR'),
    high: formats.money('1.3', 'EUR'),
    from: formats.day('2026-03-01'),
    to: formats.day('2026-03-03'),
    until: 3,
  },
)}
${waterfallBar({ from: 0, value: 10 }, 12)}${waterfallBar({ from: 10, value: 2 }, 12)}${waterfallBar({ from: 12, value: -3 }, 12)}`;

const columns = html`<div class="table sheet" role="region" aria-label="Columns by meaning" tabindex="0"><table>
<caption class="unseen">Columns by meaning</caption><thead><tr>${meanings.map((name) => html`<th scope="col" class="means-${name}">${name}</th>`)}</tr></thead>
<tbody><tr class="row-line">${meanings.map((name) => html`<td class="means-${name}">a cell</td>`)}</tr></tbody></table></div>`;

/** The page of tokens and components. */
export const componentsPage: PageHandler = async ({ formats, now }) => ({
  title: 'Components',
  body: html`<h1>Components</h1>
${section('Colours', tokenList)}${section('Text', text)}${section('Controls', controls)}${section('Words for states', words)}
${section(
  'Places',
  html`${tabs('Example', [
    { name: 'Here', href: '#', isCurrent: true },
    { name: 'There', href: '#', isCurrent: false },
  ])}${filters(
    'Example filters',
    [
      { label: 'All', count: 1_200, href: '#', isChosen: true },
      { label: 'Doubtful', count: 3, href: '#', isChosen: false },
    ],
    formats,
  )}`,
)}
${section('Figures', figures(formats, now))}${section('Charts', charts(formats))}${section('Columns by meaning', columns)}
${section('Where there is nothing', empty('No estimates yet', 'Each list that you drop above becomes one, and stays here.'))}`,
});
