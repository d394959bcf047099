import type { Hono } from 'hono';
import type { EdgeEnv } from './edge-env.ts';
import { linkList, mountStyle, type Page, respondPage } from './pages.ts';

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
