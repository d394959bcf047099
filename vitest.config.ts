import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

// What tests and the processes that they start have compiled is kept for those that come after.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'node_modules/.cache/offerstream/compiled');

/**
 * One project per kind of test; the kind stands in the file name. `unit` needs nothing but Node;
 * `int` uses real PostgreSQL, NATS and HTTP on loopback; `sim` runs seeded simulations; `e2e`
 * starts the whole service as a user would; `long` is the full-size form of what runs small
 * elsewhere.
 */
const project = (name: string, testTimeoutMs: number, extra: object = {}) => ({
  extends: true as const,
  test: {
    name,
    include: [`test/**/*.${name}.test.ts`],
    globalSetup: [runFolder],
    testTimeout: testTimeoutMs,
    hookTimeout: 120_000,
    ...extra,
  },
});

const runFolder = 'test/support/run-folder.ts';
/** The kinds that need a database share one server per run. */
const withPostgres = { globalSetup: [runFolder, 'test/support/global-setup.ts'] };

export default defineConfig({
  // Examples name what they use as their users do; in the checkout that is its source.
  resolve: {
    alias: [
      { find: /^@offerstream\/plugin-kit$/, replacement: join(import.meta.dirname, 'plugin-kit/src/index.ts') },
      { find: '@offerstream/plugin-kit/testing', replacement: join(import.meta.dirname, 'plugin-kit/src/testing.ts') },
    ],
  },
  test: {
    pool: 'forks',
    maxWorkers: 4,
    setupFiles: ['test/support/seed-properties.ts'],
    projects: [
      // One process runs many files, each loading only what none before it has: half of the time.
      // So tests leave nothing behind in their process.
      project('unit', 60_000, { isolate: false }),
      project('int', 120_000, { ...withPostgres, isolate: false }),
      project('sim', 120_000, { ...withPostgres, isolate: false }),
      project('e2e', 240_000, { ...withPostgres, isolate: false }),
      project('long', 3_600_000, { ...withPostgres, maxWorkers: 1, fileParallelism: false }),
    ],
  },
});
