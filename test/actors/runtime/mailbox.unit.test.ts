import { expect, onTestFinished, test, vi } from 'vitest';
import type { Handle } from '../../../actors/runtime/handle.ts';
import { openQueue, startNact, stopNact } from '../../../actors/runtime/nact.ts';
import { eventually } from '../../support/eventually.ts';
import { createHarness, fail, performer, remembered, say } from './harness.ts';

test('messages of each sender arrive in the order in which it sent them', async () => {
  const { system } = createHarness();
  const receiver = system.spawn('receiver', performer({ mailboxCapacity: 1_000 }));
  const senders = ['a', 'b', 'c'].map((name) => system.spawn(name, performer({ mailboxCapacity: 1_000 })));
  for (let index = 0; index < 100; index += 1) {
    for (const sender of senders) {
      sender.tell(({ self }) => {
        receiver.tell(say(`${self.path} ${index}`));
        return undefined;
      });
    }
  }
  await Promise.all(senders.map(remembered));
  const seen = await remembered(receiver);
  for (const name of ['a', 'b', 'c']) {
    const ofSender = seen.filter((word) => word.startsWith(name));
    expect(ofSender).toEqual(Array.from({ length: 100 }, (_, index) => `${name} ${index}`));
  }
});

test('a mailbox holds its capacity and answers full beyond it', async () => {
  const { system, of } = createHarness();
  const handle = system.spawn('a', performer({ mailboxCapacity: 3 }));
  const outcomes = ['1', '2', '3', '4', '5'].map((word) => handle.tell(say(word)));
  expect(outcomes).toEqual(['accepted', 'accepted', 'accepted', 'full', 'full']);
  expect(of('rejected')).toHaveLength(2);
  await eventually(() => system.census().get('performer')?.waiting === 0);
  expect(await remembered(handle)).toEqual(['1', '2', '3']);
});

test('a turn frees the room of its message before it runs', async () => {
  const { system } = createHarness();
  const outcomes: string[] = [];
  const handle = system.spawn('a', performer({ mailboxCapacity: 1 }));
  handle.tell(({ self }) => {
    outcomes.push(self.tell(say('next')), self.tell(say('too much')));
    return undefined;
  });
  await eventually(() => outcomes.length === 2);
  expect(outcomes).toEqual(['accepted', 'full']);
});

test('results of effects and timers are never refused, however full the mailbox is', async () => {
  const { system } = createHarness();
  const effect = Promise.withResolvers<string>();
  const handle = system.spawn('a', performer({ mailboxCapacity: 1 }));
  handle.tell((context) => {
    context.perform(
      () => effect.promise,
      say,
      () => say('failed'),
    );
    context.schedule('soon', 0, say('timer'));
    return undefined;
  });
  let fills = 0;
  const fill = () => {
    while (handle.tell(say('filler')) === 'accepted') fills += 1;
  };
  await eventually(() => {
    fill();
    return fills > 1;
  });
  effect.resolve('effect');
  await eventually(async () => {
    fill();
    await new Promise(setImmediate);
    return fills > 20;
  });
  const seen = await eventually(() => remembered(handle));
  expect(seen.filter((word) => word !== 'filler').toSorted()).toEqual(['effect', 'timer']);
});

test('a turn is never entered while another one of the same actor runs', async () => {
  const { system } = createHarness();
  let depth = 0;
  let deepest = 0;
  const handle: Handle<number> = system.spawn('a', {
    family: 'counter',
    mailboxCapacity: 50,
    start: () => 0,
    receive: (sum, more, { self }) => {
      depth += 1;
      deepest = Math.max(deepest, depth);
      if (more > 0) self.tell(more - 1);
      depth -= 1;
      return sum + 1;
    },
  });
  for (let index = 0; index < 10; index += 1) handle.tell(3);
  await eventually(() => system.census().get('counter')?.waiting === 0);
  expect(deepest).toBe(1);
});

test('the census counts actors and waiting messages by family, and keeps a family that has died out', async () => {
  const { system } = createHarness();
  const first = system.spawn('a', performer());
  system.spawn('b', performer());
  first.tell(say('1'));
  first.tell(say('2'));
  expect(system.census().get('performer')).toEqual({ actors: 2, waiting: 2 });
  await system.stop(1_000);
  expect(system.census().get('performer')).toEqual({ actors: 0, waiting: 0 });
});

test('a handle is invariant: no wider and no narrower protocol is accepted in its place', () => {
  const { system } = createHarness();
  const behaviour = { family: 'f', mailboxCapacity: 1, start: () => 0, receive: (state: number) => state };
  const narrow: Handle<'a'> = system.spawn<'a', number>('narrow', behaviour);
  const wide: Handle<'a' | 'b'> = system.spawn<'a' | 'b', number>('wide', behaviour);
  // @ts-expect-error a sender could send what the actor does not understand
  const widened: Handle<'a' | 'b'> = narrow;
  // @ts-expect-error what the actor understands would be hidden
  const narrowed: Handle<'a'> = wide;
  expect([widened.path, narrowed.path]).toEqual(['narrow', 'wide']);
});

test('nothing is ever printed, not even if a turn of the runtime itself were to throw', async () => {
  const print = vi.spyOn(process.stdout, 'write');
  const log = vi.spyOn(globalThis.console, 'log');
  onTestFinished(() => void vi.restoreAllMocks());
  const { system, of } = createHarness();
  system.spawn('a', performer()).tell(fail(new Error('a secret')));
  await eventually(() => of('restarted').length === 1);

  const nact = startNact();
  const taken: string[] = [];
  const queue = openQueue<string>(nact, 'broken', (word) => {
    taken.push(word);
    throw new Error('another secret');
  });
  queue.push('first');
  queue.push('second');
  await eventually(() => taken.length === 2);
  expect(taken).toEqual(['first', 'second']);
  expect(log).not.toHaveBeenCalled();
  expect(print).not.toHaveBeenCalled();
  queue.dispose();
  stopNact(nact);
});
