import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const kit = fileURLToPath(new URL('../../plugin-kit/src/', import.meta.url));

/** In the checkout of Offerstream the kit is its sources; elsewhere it is what npm installed. */
export default defineConfig({
  resolve: {
    alias: existsSync(kit)
      ? [
          { find: /^@offerstream\/plugin-kit$/, replacement: `${kit}index.ts` },
          { find: '@offerstream/plugin-kit/testing', replacement: `${kit}testing.ts` },
        ]
      : [],
  },
});
