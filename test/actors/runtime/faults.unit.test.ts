import { expect, test, vi } from 'vitest';
import { EscalatedFault } from '../../../actors/runtime/errors.ts';
import type { Supervision } from '../../../actors/runtime/handle.ts';
import { eventually } from '../../support/eventually.ts';
import {
  createHarness,
  fail,
  fakeTimers,
  PoisonError,
  performer,
  promptly,
  remembered,
  say,
  TransientError,
  turns,
} from './harness.ts';

const escalating: Supervision = {
  ...promptly,
  directives: { transient: 'escalate', poison: 'escalate', fatal: 'escalate' },
};

test('resume keeps the state from before the turn that failed', async () => {
  const { system, reports } = createHarness();
  const handle = system.spawn('a', performer());
  for (const act of [say('1'), fail(new TransientError()), say('2')]) handle.tell(act);
  expect(await remembered(handle)).toEqual(['1', '2']);
  expect(reports).toEqual(['ok', 'transient', 'ok', 'ok'].map((outcome) => ['handled', 'performer', outcome]));
});

test('poison becomes a dead letter and the actor goes on', async () => {
  const { system, of } = createHarness();
  const handle = system.spawn('a', performer());
  for (const act of [say('1'), fail(new PoisonError()), say('2')]) handle.tell(act);
  expect(await remembered(handle)).toEqual(['1', '2']);
  expect(of('deadLetter')).toEqual([['deadLetter', 'performer', 'a', 'poison']]);
});

test('restart begins with a fresh state and loses no message that waited', async () => {
  const { system, of } = createHarness();
  const handle = system.spawn('a', performer());
  for (const act of [say('1'), fail(new Error('fatal')), say('2'), say('3')]) handle.tell(act);
  expect(await remembered(handle)).toEqual(['2', '3']);
  expect(of('restarted')).toEqual([['restarted', 'performer', 'a']]);
});

test('a restart stops the children and waits for them before it starts again', async () => {
  const { system } = createHarness();
  const steps: string[] = [];
  const child = performer({
    family: 'child',
    start: () => {
      steps.push('child starts');
      return [];
    },
    onStop: async () => {
      await new Promise(setImmediate);
      steps.push('child stopped');
    },
  });
  const parent = system.spawn(
    'parent',
    performer({
      start: (context) => {
        steps.push('parent starts');
        context.child('child', child);
        return [];
      },
    }),
  );
  await eventually(() => steps.length === 2);
  parent.tell(fail(new Error('fatal')));
  await eventually(() => steps.length === 5);
  expect(steps.slice(2)).toEqual(['child stopped', 'parent starts', 'child starts']);
});

test('during the back-off messages wait, within the bound, and none is handled', async () => {
  using _fake = fakeTimers();
  const { system, of } = createHarness({ random: () => 0.5 });
  const supervision = { ...promptly, backoff: { initialMs: 80, maxMs: 80 } };
  const handle = system.spawn('a', performer({ supervision, mailboxCapacity: 2 }));
  handle.tell(fail(new Error('fatal')));
  await turns();
  expect([1, 2, 3].map((word) => handle.tell(say(`${word}`)))).toEqual(['accepted', 'accepted', 'full']);
  vi.advanceTimersByTime(59);
  await turns();
  expect(of('handled')).toHaveLength(1);
  vi.advanceTimersByTime(1);
  await turns();
  expect(await remembered(handle)).toEqual(['1', '2']);
});

test('an actor that fails once more than allowed within the window is stopped; at the root the system stops', async () => {
  const { system, of, errors } = createHarness();
  const handle = system.spawn('a', performer());
  const other = system.spawn('other', performer());
  for (let index = 0; index < 4; index += 1) handle.tell(fail(new Error(`fault ${index}`)));
  await eventually(() => of('escalated').length === 1);
  expect(of('restarted')).toHaveLength(3);
  expect(of('gaveUp')).toEqual([['gaveUp', 'performer', 'a']]);
  expect(of('escalated')).toEqual([['escalated', 'a']]);
  expect(errors.at(-1)).toEqual(new Error('fault 3'));
  expect([handle.tell(say('x')), other.tell(say('x'))]).toEqual(['stopped', 'stopped']);
});

test('restarts that lie outside the window do not count', async () => {
  let nowMs = 0;
  const { system, of } = createHarness({ now: () => new Date(nowMs) });
  const handle = system.spawn('a', performer());
  for (let index = 0; index < 8; index += 1) {
    handle.tell(fail(new Error('fatal')));
    await remembered(handle);
    nowMs += promptly.windowMs / 2;
  }
  expect(of('restarted')).toHaveLength(8);
  expect(of('gaveUp')).toEqual([]);
});

test('a fault in start is supervised like one in a turn', async () => {
  const { system, of } = createHarness();
  let attempts = 0;
  const start = () => {
    attempts += 1;
    if (attempts < 3) throw new TransientError('not yet');
    return ['started'];
  };
  const handle = system.spawn('a', performer({ start }));
  expect(await remembered(handle)).toEqual(['started']);
  expect(of('restarted')).toHaveLength(2);
});

test('stop ends the actor and what waits for it becomes dead letters', async () => {
  const { system, of } = createHarness();
  const supervision: Supervision = { ...promptly, directives: { ...promptly.directives, fatal: 'stop' } };
  const handle = system.spawn('a', performer({ supervision }));
  for (const act of [fail(new Error('fatal')), say('1'), say('2')]) handle.tell(act);
  await eventually(() => of('deadLetter').length === 2);
  expect(of('gaveUp')).toHaveLength(1);
  expect(handle.tell(say('3'))).toBe('stopped');
});

test('escalate stops the child and lets the parent be judged for it', async () => {
  const { system, of } = createHarness();
  const faults: unknown[] = [];
  const classify = (error: unknown) => {
    faults.push(error);
    return 'fatal' as const;
  };
  let starts = 0;
  const parent = system.spawn(
    'parent',
    performer({
      family: 'parent',
      supervision: { ...promptly, classify },
      start: (context) => {
        starts += 1;
        const child = context.child('child', performer({ supervision: escalating }));
        if (starts === 1) child.tell(fail(new Error('deep')));
        return [];
      },
    }),
  );
  await eventually(() => starts === 2);
  expect(faults).toEqual([new EscalatedFault('parent/child', new Error('deep'))]);
  expect(of('gaveUp')).toEqual([['gaveUp', 'performer', 'parent/child']]);
  expect(of('restarted')).toEqual([['restarted', 'parent', 'parent']]);
  expect(await remembered(parent)).toEqual([]);
});

test('the faults of several children of one incarnation restart the parent once', async () => {
  const { system, of } = createHarness();
  let starts = 0;
  const parent = system.spawn(
    'parent',
    performer({
      family: 'parent',
      start: (context) => {
        starts += 1;
        for (const name of ['c', 'd', 'e']) {
          const child = context.child(name, performer({ supervision: escalating }));
          if (starts === 1) child.tell(fail(new Error('deep')));
        }
        return [];
      },
    }),
  );
  await eventually(() => of('gaveUp').length === 3 && starts === 2);
  expect(await remembered(parent)).toEqual([]);
  expect(of('restarted')).toHaveLength(1);
});

test('a parent that resumes goes on without the child, and may start it again', async () => {
  const { system } = createHarness();
  const parent = system.spawn(
    'parent',
    performer({ family: 'parent', supervision: { ...promptly, classify: () => 'transient' } }),
  );
  const child = performer({ supervision: escalating });
  parent.tell((context) => {
    context.child('child', child).tell(fail(new Error('deep')));
    return 'kept';
  });
  await eventually(async () => {
    const names = await parent.ask<readonly string[]>(
      (replyTo) => (context) => void replyTo.resolve(context.children()),
      { timeoutMs: 1_000 },
    );
    return names.length === 0;
  });
  expect(await remembered(parent)).toEqual(['kept']);
  const revived = await parent.ask<string>(
    (replyTo) => (context) => void replyTo.resolve(context.child('child', child).tell(say('again'))),
    { timeoutMs: 1_000 },
  );
  expect(revived).toBe('accepted');
});
