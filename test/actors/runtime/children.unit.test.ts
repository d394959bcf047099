import { expect, test } from 'vitest';
import type { Context, Handle } from '../../../actors/runtime/handle.ts';
import { eventually } from '../../support/eventually.ts';
import { type Act, createHarness, performer, promptly, remembered, say } from './harness.ts';

/** Runs a function in a turn of the actor and gives back its answer. */
const inside = <Answer>(handle: Handle<Act>, run: (context: Context<Act>) => Answer): Promise<Answer> =>
  handle.ask<Answer>((replyTo) => (context) => void replyTo.resolve(run(context)), { timeoutMs: 5_000 });

test('a name leads to the living actor, with its state', async () => {
  const { system } = createHarness();
  system.spawn('a', performer()).tell(say('1'));
  system.spawn('a', performer()).tell(say('2'));
  expect(await remembered(system.spawn('a', performer()))).toEqual(['1', '2']);
});

test.each(['with space', 'a/b', '', '.', 'Ω', '\ud800', '%2F', 'x'.repeat(5_000)])(
  'any string is a name: %j',
  async (name) => {
    const { system } = createHarness();
    const parent = system.spawn('parent', performer());
    const child = await inside(parent, (context) => context.child(name, performer()));
    child.tell(say('here'));
    expect(await remembered(child)).toEqual(['here']);
    expect(child.path.split('/')).toHaveLength(2);
    expect(await inside(parent, (context) => context.children())).toEqual([name]);
  },
);

test('the successor of a stopping actor starts only when its onStop has ended, and loses no message', async () => {
  const { system } = createHarness();
  const saved = Promise.withResolvers<void>();
  const steps: string[] = [];
  const child = performer({
    start: () => {
      steps.push('start');
      return [];
    },
    onStop: async () => {
      await saved.promise;
      steps.push('saved');
    },
  });
  const parent = system.spawn('parent', performer());
  const first = await inside(parent, (context) => context.child('c', child));
  await remembered(first);
  const second = await inside(parent, (context) => {
    void context.stopChild('c');
    return context.child('c', child);
  });
  expect([first.tell(say('old')), second.tell(say('new'))]).toEqual(['stopped', 'accepted']);
  await new Promise(setImmediate);
  expect(steps).toEqual(['start']);
  saved.resolve();
  expect(await remembered(second)).toEqual(['new']);
  expect(steps).toEqual(['start', 'saved', 'start']);
});

test('a name that is taken by another family is a fault of whoever asks for it', async () => {
  const { system, of } = createHarness();
  const parent = system.spawn('parent', performer({ family: 'parent', supervision: promptly }));
  await inside(parent, (context) => context.child('c', performer({ family: 'one' })));
  await expect(inside(parent, (context) => context.child('c', performer({ family: 'two' })))).rejects.toThrow(
    'c is a one, not a two',
  );
  await eventually(() => of('restarted').length === 1);
});

test('stopping a child that does not exist resolves at once', async () => {
  const { system } = createHarness();
  const parent = system.spawn('parent', performer());
  await expect(
    inside(parent, (context) => context.stopChild('nobody')).then((stopped) => stopped),
  ).resolves.toBeUndefined();
});
