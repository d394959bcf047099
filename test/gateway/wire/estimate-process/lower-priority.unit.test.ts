import { spawn } from 'node:child_process';
import { constants, getPriority } from 'node:os';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';

const program = `
  import { once } from 'node:events';
  import { existsSync, readdirSync, readFileSync } from 'node:fs';
  import { getPriority } from 'node:os';
  import { Worker } from 'node:worker_threads';
  import { lowerPriority } from '${new URL('../../../../gateway/wire/estimate-process/lower-priority.ts', import.meta.url).href}';
  const ofSession = () => existsSync('/proc/self/autogroup') ? readFileSync('/proc/self/autogroup', 'utf8') : '';
  const before = ofSession();
  lowerPriority();
  lowerPriority();
  const later = new Worker('setInterval(() => undefined, 1_000)', { eval: true });
  await once(later, 'online');
  const threads = readdirSync('/proc/self/task').map((id) => getPriority(Number(id)));
  console.log(JSON.stringify({ threads, before, after: ofSession() }));
  process.exit(0);
`;

interface Told {
  readonly threads: readonly number[];
  /** What the system says of the session; empty where sessions have no priority. */
  readonly before: string;
  readonly after: string;
}

const told = async (detached: boolean): Promise<Told> => {
  const stdio = ['ignore', 'pipe', 'inherit'] as const;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], { detached, stdio: [...stdio] });
  return JSON.parse(await text(child.stdout ?? []));
};

const lowered = Math.max(getPriority(), constants.priority.PRIORITY_BELOW_NORMAL);

test.runIf(process.platform === 'linux')('lowers every thread of its process, those that come later too', async () => {
  const { threads } = await told(true);
  expect(threads.length).toBeGreaterThan(2);
  expect(new Set(threads)).toEqual(new Set([lowered]));
});

test.runIf(process.platform === 'linux')(
  'lowers a session of its own, and none that it shares with others',
  async () => {
    const own = await told(true);
    if (own.before !== '') expect(own.after).toMatch(/nice 10$/m);
    const shared = await told(false);
    expect(shared.after).toBe(shared.before);
  },
);
