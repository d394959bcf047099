import { expect, test } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { createHarness, fail, performer, promptly, remembered, say } from './harness.ts';

/**
 * A chain of actors of the given names, each the child of the one before, that notes the end of
 * each.
 */
const chain = (names: readonly string[], ended: string[]): ReturnType<typeof performer> =>
  performer({
    start: (context) => {
      const [first, ...rest] = names;
      if (first !== undefined) context.child(first, chain(rest, ended));
      return [context.self.path];
    },
    onStop: async ([path = '']) => {
      await new Promise(setImmediate);
      ended.push(path);
    },
  });

test('a stop ends the tree from the leaves and waits for each onStop', async () => {
  const { system } = createHarness();
  const ended: string[] = [];
  system.spawn('a', chain(['b', 'c'], ended));
  await eventually(() => system.census().get('performer')?.actors === 3);
  await eventually(() => system.census().get('performer')?.waiting === 0);
  await new Promise(setImmediate);
  await system.stop(5_000);
  expect(ended).toEqual(['a/b/c', 'a/b', 'a']);
  expect(system.census().get('performer')).toEqual({ actors: 0, waiting: 0 });
});

test('stopChild ends one branch and leaves the rest alone', async () => {
  const { system } = createHarness();
  const ended: string[] = [];
  const parent = system.spawn('a', chain(['b', 'c'], ended));
  const other = system.spawn('other', performer());
  await eventually(() => system.census().get('performer')?.actors === 4);
  await remembered(parent);
  parent.tell((context) => void context.stopChild('b').then(() => ended.push('told')));
  await eventually(() => ended.length === 3);
  expect(ended).toEqual(['a/b/c', 'a/b', 'told']);
  expect(await remembered(other)).toEqual([]);
  expect(await remembered(parent)).toEqual(['a']);
});

test('nothing is handled after a stop has begun; what was accepted becomes a dead letter each', async () => {
  const { system, of } = createHarness();
  const handle = system.spawn('a', performer());
  await remembered(handle);
  for (let index = 0; index < 10; index += 1) handle.tell(say('late'));
  const stopped = system.stop(1_000);
  expect(handle.tell(say('later'))).toBe('stopped');
  await stopped;
  expect(of('handled')).toHaveLength(1);
  expect(of('deadLetter')).toEqual(Array(10).fill(['deadLetter', 'performer', 'a', 'stopped']));
});

test('context.stop ends the actor after the current turn, whose state onStop gets', async () => {
  const { system, of } = createHarness();
  const last: (readonly string[])[] = [];
  const handle = system.spawn('a', performer({ onStop: async (seen) => void last.push(seen) }));
  handle.tell((context) => {
    context.stop();
    return 'final';
  });
  handle.tell(say('never'));
  await eventually(() => of('deadLetter').length === 1);
  await eventually(() => last.length === 1);
  expect(last).toEqual([['final']]);
});

test('a system stop resolves at its deadline although an onStop hangs, and says which', async () => {
  const { system, of } = createHarness();
  const ended: string[] = [];
  const parent = system.spawn('a', performer({ onStop: async () => void ended.push('a') }));
  parent.tell((context) => void context.child('hangs', performer({ onStop: () => new Promise(() => {}) })));
  await remembered(parent);
  await new Promise(setImmediate);
  await system.stop(20);
  expect(of('stopFailed')).toEqual([['stopFailed', 'performer', 'a/hangs']]);
  expect(ended).toEqual(['a']);
});

test('an onStop that throws or rejects is reported and holds nothing up', async () => {
  const { system, of, errors } = createHarness();
  const error = new Error('cannot save');
  const throws = () => {
    throw error;
  };
  const handles = [
    system.spawn('throws', performer({ onStop: throws })),
    system.spawn('rejects', performer({ onStop: () => Promise.reject(error) })),
  ];
  await Promise.all(handles.map(remembered));
  await system.stop(1_000);
  expect(of('stopFailed')).toHaveLength(2);
  expect(errors).toEqual([error, error]);
});

test('one onStop that hangs does not outlast the deadline of a stop while the system goes on', async () => {
  const { system, of } = createHarness({ stopDeadlineMs: 10 });
  const handle = system.spawn('a', performer({ onStop: () => new Promise(() => {}) }));
  await remembered(handle);
  handle.tell((context) => void context.stop());
  await eventually(() => of('stopFailed').length === 1);
  await eventually(() => system.census().get('performer')?.actors === 0);
});

test('a stop cuts a back-off short, and without a state there is no onStop', async () => {
  const { system, of } = createHarness();
  const supervision = { ...promptly, backoff: { initialMs: 3_600_000, maxMs: 3_600_000 } };
  const ended: string[] = [];
  const handle = system.spawn('a', performer({ supervision, onStop: async () => void ended.push('a') }));
  handle.tell(fail(new Error('fatal')));
  handle.tell(say('waits'));
  await eventually(() => of('restarted').length === 1);
  await system.stop(5_000);
  expect(of('deadLetter')).toHaveLength(1);
  expect(ended).toEqual([]);
});

test('an actor that is stopped before it has started never starts', async () => {
  const { system } = createHarness();
  let starts = 0;
  const start = () => {
    starts += 1;
    return [];
  };
  const handle = system.spawn('a', performer({ start }));
  handle.tell(say('never'));
  await system.stop(1_000);
  expect(starts).toBe(0);
});

test('a stopped system starts nothing more: whatever is asked for answers stopped', async () => {
  const { system } = createHarness();
  await system.stop(1_000);
  expect(system.spawn('a', performer()).tell(say('x'))).toBe('stopped');
  await system.stop(1_000);
});
