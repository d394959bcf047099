import { readFileSync } from 'node:fs';
import type { Hono } from 'hono';
import { packedOnce, respondPacked } from '../http/compress.ts';
import type { EdgeEnv } from '../http/operation.ts';
import { correlationIdOf } from '../http/respond.ts';

/** The files of the console: all of it comes from this server. */

const file = (name: string, type: string) => ({
  path: `/console/assets/${name}`,
  document: packedOnce(type, () => readFileSync(new URL(`assets/${name}`, import.meta.url))),
});

const files = [
  file('console.css', 'text/css; charset=utf-8'),
  file('console.js', 'text/javascript; charset=utf-8'),
  file('icon.svg', 'image/svg+xml'),
];

/** Serves the files. */
export const mountAssets = (app: Hono<EdgeEnv>): void => {
  for (const { path, document } of files) {
    app.get(path, (context) =>
      respondPacked(context, 200, document(), {
        'cache-control': 'public, max-age=300',
        'x-correlation-id': correlationIdOf(context),
      }),
    );
  }
};
