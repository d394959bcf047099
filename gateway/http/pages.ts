import type { Context, Hono } from 'hono';
import { accepts } from 'hono/accepts';
import type { EdgeEnv } from './edge-env.ts';
import { correlationIdOf, respond } from './respond.ts';

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
export const linkList = (links: readonly { readonly path: string; readonly text: string }[]): string =>
  `<ul>\n${links.map(({ path, text }) => `<li><a href="${path}">${path}</a><span>${text}</span></li>`).join('\n')}\n</ul>`;

/** What stands at a path: the content of its page is HTML. */
export interface Page {
  readonly title: string;
  readonly content: string;
  readonly json: object;
}

/** Answers with a page, or with its JSON: whichever was asked for. */
export const respondPage = (context: Context<EdgeEnv>, { title, content, json }: Page): Response => {
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
export const mountStyle = (app: Hono<EdgeEnv>): void => {
  app.get('/index.css', (context) => respond(200, 'text/css', style, { 'x-correlation-id': correlationIdOf(context) }));
};
