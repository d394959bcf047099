import type { Context, Hono } from 'hono';
import { accepts } from 'hono/accepts';
import { notFound } from '../../domain/errors.ts';
import { type ProblemSlug, type ProblemType, problemHeading, problemTypes } from '../errors/problem-types.ts';
import type { EdgeEnv } from './operation.ts';
import { correlationIdOf, respond, respondFailure } from './respond.ts';

/** Pages of the service itself: HTML for browsers, and the same as JSON for all others. */

const policy = "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const pageOf = (title: string, content: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="/index.css">
</head>
<body>
<main>
<h1>${title}</h1>
${content}
</main>
</body>
</html>
`;

const style = `:root { color-scheme: light dark; font: 1rem/1.6 system-ui, sans-serif; }
body { margin: 0; }
main { max-width: 40rem; margin: 10vh auto; padding: 0 1.5rem; }
h1 { margin: 0; font-size: 2rem; line-height: 1.2; }
ul { margin: 2rem 0; padding: 0; list-style: none; }
li { display: grid; grid-template-columns: 10rem 1fr; gap: 0 1rem; padding: 0.6rem 0; border-top: 1px solid #8884; }
li:last-child { border-bottom: 1px solid #8884; }
a, code { font-family: ui-monospace, monospace; overflow-wrap: anywhere; }
@media (max-width: 30rem) { li { grid-template-columns: 1fr; } }
`;

/** A list of links with what is behind each, as HTML. */
const linkList = (links: readonly { readonly path: string; readonly text: string }[]): string =>
  `<ul>\n${links.map(({ path, text }) => `<li><a href="${path}">${path}</a><span>${text}</span></li>`).join('\n')}\n</ul>`;

/** What stands at a path: the content of its page is HTML. */
interface Page {
  readonly title: string;
  readonly content: string;
  readonly json: object;
}

/** Answers with a page, or with its JSON: whichever was asked for. */
const respondPage = (context: Context<EdgeEnv>, { title, content, json }: Page): Response => {
  const type = accepts(context, {
    header: 'Accept',
    supports: ['application/json', 'text/html'],
    default: 'application/json',
  });
  const headers = { 'x-correlation-id': correlationIdOf(context), vary: 'accept, origin' };
  return type === 'text/html'
    ? respond(200, 'text/html; charset=utf-8', pageOf(title, content), {
        ...headers,
        'content-security-policy': policy,
      })
    : respond(200, type, JSON.stringify(json), headers);
};

/** Serves the style sheet of the pages. */
const mountStyle = (app: Hono<EdgeEnv>): void => {
  app.get('/index.css', (context) => respond(200, 'text/css', style, { 'x-correlation-id': correlationIdOf(context) }));
};

/**
 * What stands at `/`: where everything is, as a page for browsers and as JSON for all others. It
 * needs no key and tells nothing that the documentation does not.
 */

interface Place {
  readonly name: string;
  readonly path: string;
  readonly text: string;
}

const consolePlace = { name: 'console', path: '/console', text: 'Search, prices, estimates and operation, to look at' };

const places: readonly Place[] = [
  { name: 'documentation', path: '/docs', text: 'Every operation, to read and to try' },
  { name: 'openapi', path: '/openapi.json', text: 'The same as an OpenAPI 3.1 document, for programs' },
  { name: 'problems', path: '/problems', text: 'What each type of error means, and what to do' },
  { name: 'health', path: '/healthz', text: 'Whether the process runs' },
  { name: 'readiness', path: '/readyz', text: 'Whether it can serve, and what it waits for' },
];

const indexOf = (all: readonly Place[]): Page => ({
  title: 'Offerstream',
  content: `<p>What a part is, who sells it, what it costs, and how fresh that is.</p>
${linkList(all)}
<p>Every path under <code>/v1</code> takes the API key in the header <code>x-api-key</code>; the first keys
are told at the first start, and <code>npx offerstream keys</code> makes more.</p>`,
  json: {
    service: 'offerstream',
    api: '/v1',
    ...Object.fromEntries(all.map(({ name, path }) => [name, path])),
  },
});

/** Serves `/` and the style sheet of all pages. */
export const mountIndex = (app: Hono<EdgeEnv>, hasConsole: boolean): void => {
  const index = indexOf(hasConsole ? [consolePlace, ...places] : places);
  app.get('/', (context) => respondPage(context, index));
  mountStyle(app);
};

/** What the types of problems mean, at the addresses that problem documents point to. */

const described = Object.entries(problemTypes).map(([slug, { meaning }]: [string, ProblemType]) => ({
  slug,
  ...problemHeading(slug as ProblemSlug),
  meaning,
}));

const problemPage = ({ slug: _, ...json }: (typeof described)[number]): Page => ({
  title: json.title,
  content: `<p>${json.meaning.replaceAll(/`([^`]*)`/g, '<code>$1</code>')}</p>
<p>HTTP ${json.status} <code>${json.type}</code></p>
<p><a href="/problems">All types of problems</a></p>`,
  json,
});

const pages = new Map(described.map((each) => [each.slug, problemPage(each)]));

const list: Page = {
  title: 'Types of problems',
  content: linkList(described.map(({ type, title, status }) => ({ path: type, text: `${title} (HTTP ${status})` }))),
  json: { problems: [...pages.values()].map(({ json }) => json) },
};

/** Serves `/problems` and the address of every type. */
export const mountProblems = (app: Hono<EdgeEnv>): void => {
  app.get('/problems', (context) => respondPage(context, list));
  app.get('/problems/:slug', (context) => {
    const slug = context.req.param('slug');
    const page = pages.get(slug);
    return page === undefined
      ? respondFailure(notFound('problem', slug), context.req.path, correlationIdOf(context))
      : respondPage(context, page);
  });
};
