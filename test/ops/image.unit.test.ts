import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { startOptions } from '../support/start-options.ts';

test('the image and `npm run dev` run the service with the options of `npm start`', () => {
  const image = readFileSync(join(import.meta.dirname, '..', '..', 'ops', 'Dockerfile'), 'utf8');
  const command = JSON.parse(/^CMD (\[.*\])$/m.exec(image)?.[1] ?? '[]') as readonly string[];
  expect(command).toEqual(['node', ...startOptions, 'gateway/main.ts']);
  expect(manifest.scripts.dev.split(' ')).toEqual(['node', '--watch', ...startOptions, 'gateway/main.ts']);
});
