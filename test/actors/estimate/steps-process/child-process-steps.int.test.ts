import { fork } from 'node:child_process';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import {
  type ChildProcessSteps,
  childProcessSteps,
} from '../../../../actors/estimate/steps-process/child-process-steps.ts';
import { Failure, isFailure, isTransient } from '../../../../domain/errors.ts';
import type { EstimateDraft } from '../../../../domain/estimate/draft.ts';
import type { EstimateOutcome } from '../../../../domain/estimate/outcome.ts';
import type { EstimateTask } from '../../../../domain/estimate/ports.ts';

interface Aside {
  readonly kind: 'aside';
  readonly text: string;
}

const draft: EstimateDraft = { lines: [], skipped: {}, doubts: [] };
const never = new AbortController().signal;
const task = (id: string) => ({ id }) as EstimateTask;

/** Steps in a process, and what it has said aside: each awaited by its text. */
const open = () => {
  const deaths: string[] = [];
  const asides = new Map<string, PromiseWithResolvers<void>>();
  const aside = (text: string): PromiseWithResolvers<void> => {
    const known = asides.get(text) ?? Promise.withResolvers();
    asides.set(text, known);
    return known;
  };
  const steps = childProcessSteps({
    start: () =>
      fork(join(import.meta.dirname, 'steps-process.ts'), { execArgv: [], serialization: 'advanced', silent: true }),
    onSideChannel: (said) => aside((said as Aside).text).resolve(),
    onDeath: (why) => deaths.push(why),
  });
  opened.push(steps);
  return { steps, deaths, said: (text: string) => aside(text).promise };
};
const opened: ChildProcessSteps[] = [];

afterEach(async () => {
  for (const steps of opened.splice(0)) await steps.close();
});

const detailOf = async (steps: ChildProcessSteps, id: string): Promise<string> => {
  const source = await steps.parse(task(id), never);
  return source.kind === 'failed' ? (source.detail ?? '') : '';
};

test('steps are made in one process, which ends when it is closed and is started again when it is needed', async () => {
  const { steps, deaths } = open();
  const [first, second] = await Promise.all([detailOf(steps, 'one'), detailOf(steps, 'two')]);
  expect(first.split(' of ')[1]).toBe(second.split(' of ')[1]);
  expect(first).toMatch(/^one of /);
  await steps.close();
  expect(await detailOf(steps, 'one')).not.toBe(first);
  expect(deaths).toEqual([]);
});

test('what a step throws arrives as what it was', async () => {
  const { steps } = open();
  const away = await steps.parse(task('away'), never).catch((error: unknown) => error);
  expect(away).toMatchObject({
    kind: 'unavailable',
    message: 'not now',
    internal: 'the store is away',
    retryAfterMs: 70,
  });
  expect(isTransient(away)).toBe(true);
  const bug = await steps.parse(task('bug'), never).catch((error: unknown) => error);
  expect(bug).toMatchObject({ message: 'a bug', stack: expect.stringContaining('steps-process.ts') });
  expect(isTransient(bug)).toBe(false);
});

test('a step that is not wanted any more fails at once with the reason, and nobody waits for it', async () => {
  const { steps, said } = open();
  const abort = new AbortController();
  const step = steps.parse(task('wait'), abort.signal);
  await said('waits');
  abort.abort(new Error('cancelled'));
  await expect(step).rejects.toThrow('cancelled');
  await expect(steps.parse(task('one'), abort.signal)).rejects.toThrow('cancelled');
});

test('a process that dies fails its steps as something that passes, and the next step has another process', async () => {
  const { steps, deaths, said } = open();
  const other = steps.parse(task('wait'), never).catch((error: unknown) => error);
  await said('waits');
  const guilty = await steps.parse(task('die'), never).catch((error: unknown) => error);
  expect(guilty).toMatchObject({ kind: 'unavailable', internal: 'the process of estimates has ended (3)' });
  expect(isTransient(await other)).toBe(true);
  expect(deaths).toEqual(['has ended (3)']);
  expect(await detailOf(steps, 'one')).toMatch(/^one of /);
});

test('better baskets are published one after the other before the last is told', async () => {
  const { steps } = open();
  const published: string[] = [];
  const publish = async ({ total }: EstimateOutcome) => void published.push(total);
  expect(await steps.choose({ estimate: task('one'), draft, publish }, never)).toEqual({ total: '1' });
  expect(published).toEqual(['2']);
  expect(await steps.choose({ estimate: task('one'), draft }, never)).toEqual({ total: '1' });
});

test('a basket that cannot be stored ends the step with what the store said', async () => {
  const { steps } = open();
  const publish = async () => {
    throw new Failure('conflict', 'it has passed to another process');
  };
  const failed = await steps.choose({ estimate: task('one'), draft, publish }, never).catch((error: unknown) => error);
  expect(isFailure(failed, 'conflict')).toBe(true);
});

test('a step that is cancelled while its basket is stored does not wait for the store', async () => {
  const { steps, said } = open();
  const abort = new AbortController();
  const storing = Promise.withResolvers<void>();
  const publish = () => {
    storing.resolve();
    return new Promise<void>(() => undefined);
  };
  const step = steps.choose({ estimate: task('one'), draft, publish }, abort.signal);
  await storing.promise;
  abort.abort(new Error('cancelled'));
  await expect(step).rejects.toThrow('cancelled');
  await said('aborted');
  expect(await detailOf(steps, 'one')).toMatch(/^one of /);
});
