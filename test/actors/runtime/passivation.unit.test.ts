import { expect, test } from 'vitest';
import type { Handle } from '../../../actors/runtime/handle.ts';
import { eventually } from '../../support/eventually.ts';
import { type Act, askAndHold, createHarness, performer, remembered, say } from './harness.ts';

const living = (system: ReturnType<typeof createHarness>['system']) => system.census().get('performer')?.actors ?? 0;

test('an idle actor stops by itself, with its onStop, and a fresh one takes its place when asked for', async () => {
  const { system } = createHarness();
  const saved: (readonly string[])[] = [];
  const behaviour = performer({ passivateAfterMs: 5, onStop: async (seen) => void saved.push(seen) });
  const first = system.spawn('a', behaviour);
  first.tell(say('1'));
  // An ask that has been answered keeps nothing busy.
  expect(await remembered(first)).toEqual(['1']);
  await eventually(() => living(system) === 0);
  expect(saved).toEqual([['1']]);
  expect(first.tell(say('2'))).toBe('stopped');
  const second = system.spawn('a', behaviour);
  second.tell(say('3'));
  expect(await remembered(second)).toEqual(['3']);
});

test.each<[string, (handle: Handle<Act>) => unknown]>([
  [
    'an effect',
    (handle) =>
      handle.tell(
        (context) =>
          void context.perform(
            () => new Promise<string>(() => {}),
            say,
            () => say('failed'),
          ),
      ),
  ],
  ['a timer', (handle) => handle.tell((context) => void context.schedule('later', 3_600_000, say('later')))],
  ['a child', (handle) => handle.tell((context) => void context.child('child', performer({ family: 'child' })))],
  ['an unanswered ask', (handle) => askAndHold(handle, () => {}).catch(() => {})],
])('%s keeps an actor from passivating', async (_what, occupy) => {
  const { system } = createHarness();
  const handle = system.spawn('a', performer({ passivateAfterMs: 2 }));
  occupy(handle);
  system.spawn('watch', performer({ family: 'watch', passivateAfterMs: 30 }));
  // By the time that the slower watch is gone, an idle actor would have gone many times over.
  await eventually(() => system.census().get('watch')?.actors === 0);
  expect(handle.tell(say('still here'))).toBe('accepted');
});

test('a message that comes while an actor passivates is handled by the next one, once the first has saved', async () => {
  const { system, of } = createHarness();
  const steps: string[] = [];
  const behaviour = performer({
    passivateAfterMs: 1,
    receive: (seen, act, context) => {
      steps.push(act(context, seen) ?? '');
      return seen;
    },
    onStop: async () => {
      if (steps.length >= 20) return;
      steps.push('saving');
      system.spawn('a', behaviour).tell(say('during'));
      await new Promise(setImmediate);
      steps.push('saved');
    },
  });
  system.spawn('a', behaviour).tell(say('before'));
  await eventually(() => steps.length >= 20 && living(system) === 0);
  expect(steps.slice(0, 4)).toEqual(['before', 'saving', 'saved', 'during']);
  expect(steps.filter((step) => step === 'during')).toHaveLength(steps.filter((step) => step === 'saving').length);
  expect(of('deadLetter')).toEqual([]);
});
