import { join } from 'node:path';
import { expect, it } from 'vitest';
import { startNode } from '../../../support/child.ts';
import { startOptions } from '../../../support/start-options.ts';

it('a reader has its own limit of memory under the options that the service is started with', async () => {
  const child = startNode([...startOptions, join(import.meta.dirname, 'limited-reader-process.ts')]);
  expect(await child.nextLine()).toBe('the document takes too much memory to read; send a smaller one');
  expect(await child.nextLine()).toBe('parsed');
});
