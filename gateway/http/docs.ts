import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Hono } from 'hono';
import { packedOnce, respondPacked } from './compress.ts';
import type { EdgeEnv } from './operation.ts';
import { correlationIdOf } from './respond.ts';

/**
 * The browsable form of the OpenAPI document. Everything comes from this server; the policy lets
 * the browser ask no other.
 */

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Offerstream API</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/docs/swagger-ui.css">
</head>
<body>
<div id="api"></div>
<script src="/docs/swagger-ui-bundle.js"></script>
<script src="/docs/start.js"></script>
</body>
</html>
`;

const start = `SwaggerUIBundle({ url: '/openapi.json', dom_id: '#api', validatorUrl: null, deepLinking: true });
`;

const require = createRequire(import.meta.url);

/** A file, which is read at the first request for it: most processes are never asked. */
const file = (type: string, path: string) => packedOnce(type, () => readFileSync(path));

const files = [
  { path: '/docs', document: packedOnce('text/html; charset=utf-8', () => page) },
  { path: '/docs/start.js', document: packedOnce('text/javascript', () => start) },
  { path: '/docs/swagger-ui.css', document: file('text/css', require.resolve('swagger-ui-dist/swagger-ui.css')) },
  {
    path: '/docs/swagger-ui-bundle.js',
    document: file('text/javascript', require.resolve('swagger-ui-dist/swagger-ui-bundle.js')),
  },
];

/** Serves the page at `/docs` and what it needs. */
export const mountDocs = (app: Hono<EdgeEnv>): void => {
  for (const { path, document } of files) {
    app.get(path, (context) =>
      respondPacked(context, 200, document(), {
        'content-security-policy': policy,
        'referrer-policy': 'no-referrer',
        'x-correlation-id': correlationIdOf(context),
      }),
    );
  }
};
