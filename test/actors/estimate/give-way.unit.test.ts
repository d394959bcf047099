import { once } from 'node:events';
import { constants, getPriority } from 'node:os';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';

const program = `
  import { readlinkSync } from 'node:fs';
  import { getPriority } from 'node:os';
  import { basename } from 'node:path';
  import { parentPort } from 'node:worker_threads';
  import { giveWay } from '${new URL('../../../actors/estimate/give-way.ts', import.meta.url).href}';
  giveWay();
  giveWay();
  parentPort.postMessage(getPriority(Number(basename(readlinkSync('/proc/thread-self')))));
`;

test.runIf(process.platform === 'linux')('lowers the priority of its own thread and of no other', async () => {
  const before = getPriority();
  const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(program)}`));
  const [priority] = await once(worker, 'message');
  expect(priority).toBe(Math.max(before, constants.priority.PRIORITY_BELOW_NORMAL));
  expect(getPriority()).toBe(before);
});
