import type { Hono } from 'hono';
import { accepts } from 'hono/accepts';
import type { EdgeEnv } from './edge-env.ts';
import { correlationIdOf, respond } from './respond.ts';

/**
 * What stands at `/`: where everything is, as a page for browsers and as JSON for all others. It
 * needs no key and tells nothing that the documentation does not.
 */

const places = [
  { name: 'documentation', path: '/docs', text: 'Every operation, to read and to try' },
  { name: 'openapi', path: '/openapi.json', text: 'The same as an OpenAPI 3.1 document, for programs' },
  { name: 'health', path: '/healthz', text: 'Whether the process runs' },
  { name: 'readiness', path: '/readyz', text: 'Whether it can serve, and what it waits for' },
] as const;

const index = JSON.stringify({
  service: 'offerstream',
  api: '/v1',
  ...Object.fromEntries(places.map(({ name, path }) => [name, path])),
});

const policy = "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Offerstream</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="/index.css">
</head>
<body>
<main>
<h1>Offerstream</h1>
<p>What a part is, who sells it, what it costs, and how fresh that is.</p>
<ul>
${places.map(({ path, text }) => `<li><a href="${path}">${path}</a><span>${text}</span></li>`).join('\n')}
</ul>
<p>Every path under <code>/v1</code> takes the API key in the header <code>x-api-key</code>; the first keys
are told at the first start, and <code>npm run keys</code> makes more.</p>
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
a, code { font-family: ui-monospace, monospace; }
@media (max-width: 30rem) { li { grid-template-columns: 1fr; } }
`;

/** Serves `/` and its style sheet. */
export const mountIndex = (app: Hono<EdgeEnv>): void => {
  app.get('/', (context) => {
    const type = accepts(context, {
      header: 'Accept',
      supports: ['application/json', 'text/html'],
      default: 'application/json',
    });
    const headers = { 'x-correlation-id': correlationIdOf(context), vary: 'accept' };
    return type === 'text/html'
      ? respond(200, 'text/html; charset=utf-8', page, { ...headers, 'content-security-policy': policy })
      : respond(200, type, index, headers);
  });
  app.get('/index.css', (context) => respond(200, 'text/css', style, { 'x-correlation-id': correlationIdOf(context) }));
};
