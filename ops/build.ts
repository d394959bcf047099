import { execFileSync } from 'node:child_process';
import { cpSync, readFileSync, rmSync, statSync } from 'node:fs';
import { extname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

/**
 * `npm run build`: the service as JavaScript in `dist`, for its package. In a checkout Node strips
 * the types itself as it loads a file; under `node_modules` it refuses to. The folders are the same
 * as in the checkout, and what is not TypeScript is copied, so that every path between files holds.
 */

const root = join(import.meta.dirname, '..');
const { values } = parseArgs({ options: { out: { type: 'string', default: join(root, 'dist') } } });
const out = resolve(values.out);

const { include } = JSON.parse(readFileSync(join(root, 'tsconfig.build.json'), 'utf8')) as {
  readonly include: readonly string[];
};

/** Pages that the service shows parts of. */
const shown = ['docs/failure-modes.md'];

/** How the engine is installed that `npm ci` leaves out. */
const engine = ['analytics-engine/package.json', 'analytics-engine/package-lock.json'];

const isCopied = (path: string): boolean => statSync(path).isDirectory() || extname(path) !== '.ts';

rmSync(out, { recursive: true, force: true });
execFileSync(join(root, 'node_modules/.bin/tsc'), ['--project', join(root, 'tsconfig.build.json'), '--outDir', out], {
  stdio: 'inherit',
});
for (const path of [...include, ...shown, ...engine])
  cpSync(join(root, path), join(out, path), { recursive: true, filter: isCopied });
