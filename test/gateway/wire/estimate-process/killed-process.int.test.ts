import { afterAll, beforeAll, expect, test } from 'vitest';
import { askedLines, callBy, type EstimateWorld, estimateWorld, worldSize } from '../../../support/estimate-world.ts';
import { eventually } from '../../../support/eventually.ts';
import { childrenWith } from '../../../support/processes.ts';

let world: EstimateWorld;
beforeAll(async () => {
  world = await estimateWorld();
});
afterAll(async () => {
  await world?.close();
});

const processes = () => childrenWith('estimate-process.ts');

test('estimates are ready although the process that works them out is killed, which the log tells', async () => {
  const asked = Array.from({ length: 6 }, () => world.useCases.buildEstimate(askedLines(worldSize), callBy('acme')));
  const ids = (await Promise.all(asked)).map(({ id }) => id);
  const ready = ids.map((id) => world.watchUntil(id, ({ status }) => status === 'ready' || status === 'error'));
  await eventually(async () => (await processes()).length === 1);
  const [pid = 0] = await processes();
  process.kill(pid, 'SIGKILL');
  for (const versions of await Promise.all(ready)) expect(versions.at(-1)?.status).toBe('ready');
  expect(world.log.events).toContain('estimate.process.ended');
  expect(await processes()).not.toContain(pid);
});
