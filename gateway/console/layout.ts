import { html } from 'hono/html';
import type { Html } from './format.ts';

/** A page of the console. */
export interface ConsolePage {
  readonly title: string;
  readonly body: Html;
  /** 200 when left out. */
  readonly status?: number;
}

/** Who looks at it. */
export interface Viewer {
  /** Undefined: nobody has signed in. */
  readonly name: string | undefined;
  readonly isCustomer: boolean;
  readonly isOperator: boolean;
  readonly path: string;
  /** BCP 47, for numbers and ages. */
  readonly locale: string;
}

interface Place {
  /** What the paths of its pages begin with. */
  readonly path: string;
  readonly name: string;
  readonly of: 'isCustomer' | 'isOperator';
  /** Where it begins; left out: at the path. */
  readonly start?: string;
  /** What the paths of pages that are reached from its own begin with. */
  readonly further?: string;
}

const places: readonly Place[] = [
  { path: '/console/search', name: 'Search', of: 'isCustomer', further: '/console/products/' },
  { path: '/console/estimates', name: 'Estimates', of: 'isCustomer' },
  { path: '/console/price', name: 'Price', of: 'isCustomer' },
  { path: '/console/webhooks', name: 'Webhooks', of: 'isCustomer' },
  { path: '/console/now', name: 'Now', of: 'isOperator', further: '/console/runbooks/' },
  { path: '/console/live', name: 'Live', of: 'isOperator' },
  { path: '/console/connectors', name: 'Connectors', of: 'isOperator' },
  { path: '/console/review', name: 'Review', of: 'isOperator' },
  { path: '/console/audit', name: 'Audit', of: 'isOperator' },
  { path: '/console/settings', name: 'Settings', of: 'isOperator', start: '/console/settings/rules' },
];

const firstOfOperators = places.find((place) => place.of === 'isOperator')?.path;

const isAt = ({ path, further = `${path}/` }: Place, { path: at }: Viewer): boolean =>
  at === path || at.startsWith(`${path}/`) || at.startsWith(further);

/** Pages of operators begin apart from those of buyers. */
const link = (place: Place, viewer: Viewer): Html =>
  html`<li${viewer.isCustomer && place.path === firstOfOperators ? html` class="apart"` : ''}><a href="${place.start ?? place.path}"${isAt(place, viewer) ? html` aria-current="page"` : ''}>${place.name}</a></li>`;

const navigation = (viewer: Viewer): Html => html`
<nav aria-label="Console"><ul>${places.filter((place) => viewer[place.of]).map((place) => link(place, viewer))}</ul></nav>
<form method="post" action="/console/sign-out" class="inline who"><span class="faint">${viewer.name}</span> <button class="quiet">Sign out</button></form>`;

/** The whole document. */
export const layout = ({ title, body }: ConsolePage, viewer: Viewer): Html => html`<!doctype html>
<html lang="en" data-locale="${viewer.locale}">
<head>
<meta charset="utf-8">
<title>${title} · Offerstream</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="/console/assets/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/console/assets/console.css">
<script type="module" src="/console/assets/console.js"></script>
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header class="top"><a class="brand" href="/console"><img src="/console/assets/icon.svg" alt="" width="22" height="22">Offerstream</a>
${viewer.name === undefined ? '' : navigation(viewer)}</header>
<p id="offline" class="notice warn" role="status" hidden>The connection was lost. This page goes on by itself when it is back.</p>
<main id="content">${body}</main>
<footer class="faint"><a href="/docs">API</a> · <a href="/problems">Problems</a></footer>
</body>
</html>`;
