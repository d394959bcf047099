import { expect, it } from 'vitest';
import { createTeardown } from '../../../gateway/wire/teardown.ts';

it('stops what was started last first, one after the other, also behind one that fails', async () => {
  const teardown = createTeardown();
  const stopped: string[] = [];
  for (const name of ['database', 'bus', 'edges'])
    teardown.add(name, async () => {
      stopped.push(`${name} begins`);
      await Promise.resolve();
      stopped.push(name);
      if (name === 'bus') throw new Error('stuck');
    });
  const failed: string[] = [];
  await teardown.run((name) => failed.push(name));
  expect(stopped).toEqual(['edges begins', 'edges', 'bus begins', 'bus', 'database begins', 'database']);
  expect(failed).toEqual(['bus']);
  await teardown.run((name) => failed.push(name));
  expect(stopped).toHaveLength(6);
});
