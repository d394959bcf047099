import { afterEach, expect, test } from 'vitest';
import { type Child, startNode } from './child.ts';
import { probeHealth } from './health-probe.ts';

/** Answers at once, but the twentieth time only after half a second of its processor's time. */
const program = `
  let answers = 0;
  const server = require('node:http').createServer((_, answer) => {
    const began = process.cpuUsage();
    const usedMs = () => process.cpuUsage(began).user / 1_000 + process.cpuUsage(began).system / 1_000;
    answers += 1;
    if (answers === 20) while (usedMs() < 500);
    if (answers === 21) console.log('blocked');
    answer.end('ok');
  });
  server.listen(0, '127.0.0.1', () => console.log(server.address().port));
`;

let child: Child | undefined;
afterEach(() => child?.kill('SIGKILL'));

test('a server that is busy with one request is silent for as long', async () => {
  child = startNode(['-e', program]);
  const probe = probeHealth(`http://127.0.0.1:${await child.nextLine()}`, child.process.pid ?? 0);
  expect(await child.nextLine()).toBe('blocked');
  const silence = await probe.stop();
  expect(silence.failures).toBe(0);
  expect(silence.longestMs).toBeGreaterThan(450);
});
