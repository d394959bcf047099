import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startTethered } from '../../../ops/embedded/tethered-process.ts';
import { startChild } from '../../support/child.ts';
import { eventually } from '../../support/eventually.ts';
import { isRunning } from '../../support/processes.ts';

const shell = (script: string, onOutput?: (line: string) => void) =>
  startTethered({
    command: '/bin/sh',
    args: ['-c', script, 'name with blanks', 'an argument'],
    stopSignal: 'SIGTERM',
    ...(onOutput === undefined ? {} : { onOutput }),
  });

test('the child is the command itself: its pid, its arguments, its lines and its exit code', async () => {
  const lines: string[] = [];
  const child = shell('echo $$; echo "$0/$1"; echo oops >&2; exit 7', (line) => lines.push(line));
  expect(await child.exited).toEqual({ code: 7, signal: null });
  await eventually(() => lines.length === 3);
  expect(lines.toSorted()).toEqual([String(child.pid), 'name with blanks/an argument', 'oops'].toSorted());
});

test('a command that does not exist ends with 127', async () => {
  const child = startTethered({ command: '/no/such/command', args: [], stopSignal: 'SIGTERM' });
  expect(await child.exited).toEqual({ code: 127, signal: null });
});

test('stop asks with the signal, and insists after the deadline', async () => {
  const polite = shell('exec sleep 600');
  await polite.stop(10_000);
  expect(await polite.exited).toEqual({ code: null, signal: 'SIGTERM' });

  const { promise: deaf, resolve } = Promise.withResolvers<void>();
  const stubborn = shell('trap "" TERM; echo deaf; while :; do read -r line; done', () => resolve());
  await deaf;
  await stubborn.stop(50);
  expect(await stubborn.exited).toEqual({ code: null, signal: 'SIGKILL' });
  await stubborn.stop(50);
});

test.each(['SIGKILL', 'SIGTERM', 'SIGINT'] as const)('the child ends with its owner on %s', async (signal) => {
  const owner = startChild(join(import.meta.dirname, 'tether-owner.ts'));
  const pid = Number(await owner.nextLine());
  expect(await isRunning(pid)).toBe(true);
  await owner.kill(signal);
  await eventually(async () => !(await isRunning(pid)));
});
