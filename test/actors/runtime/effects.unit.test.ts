import { expect, test } from 'vitest';
import type { Context } from '../../../actors/runtime/handle.ts';
import { eventually } from '../../support/eventually.ts';
import { type Act, createHarness, fail, performer, remembered, say } from './harness.ts';

test('an effect runs after the turn that asked for it, and its result comes back as a message', async () => {
  const { system } = createHarness();
  const handle = system.spawn('a', performer());
  const steps: string[] = [];
  handle.tell((context) => {
    context.perform(
      async () => {
        steps.push('effect');
        return 'result';
      },
      say,
      () => say('failed'),
    );
    steps.push('turn');
    return undefined;
  });
  await eventually(async () => (await remembered(handle)).length === 1);
  expect(steps).toEqual(['turn', 'effect']);
  expect(await remembered(handle)).toEqual(['result']);
});

test('an effect that rejects or throws comes back as its failure', async () => {
  const { system } = createHarness();
  const handle = system.spawn('a', performer());
  const failed = (error: unknown) => say(`failed: ${error instanceof Error ? error.message : 'unknown'}`);
  handle.tell((context) => {
    context.perform(() => Promise.reject(new Error('later')), say, failed);
    context.perform(
      () => {
        throw new Error('at once');
      },
      say,
      failed,
    );
    return undefined;
  });
  await eventually(async () => (await remembered(handle)).length === 2);
  expect((await remembered(handle)).toSorted()).toEqual(['failed: at once', 'failed: later']);
});

test('messages are handled while an effect hangs', async () => {
  const { system } = createHarness();
  const handle = system.spawn('a', performer());
  handle.tell(
    (context) => void context.perform(() => new Promise<string>(() => {}), say, say.bind(undefined, 'failed')),
  );
  handle.tell(say('meanwhile'));
  expect(await remembered(handle)).toEqual(['meanwhile']);
});

/** Starts an effect that ends when told to, whatever its signal says. */
const stubbornEffect = () => {
  const result = Promise.withResolvers<string>();
  const signals: AbortSignal[] = [];
  const act: Act = (context) =>
    void context.perform(
      (signal) => {
        signals.push(signal);
        return result.promise;
      },
      say,
      () => say('failed'),
    );
  return { act, signals, finish: () => result.resolve('late') };
};

test('a restart aborts effects, and their late results are discarded', async () => {
  const { system, of } = createHarness();
  const { act, signals, finish } = stubbornEffect();
  const handle = system.spawn('a', performer());
  handle.tell(act);
  await eventually(() => signals.length === 1);
  handle.tell(fail(new Error('fatal')));
  expect(await remembered(handle)).toEqual([]);
  expect(signals[0]?.aborted).toBe(true);
  finish();
  await new Promise(setImmediate);
  expect(await remembered(handle)).toEqual([]);
  expect(of('deadLetter')).toEqual([]);
});

test('a stop aborts effects, and their late results are discarded', async () => {
  const { system, of } = createHarness();
  const { act, signals, finish } = stubbornEffect();
  const handle = system.spawn('a', performer());
  handle.tell(act);
  await eventually(() => signals.length === 1);
  await system.stop(1_000);
  expect(signals[0]?.aborted).toBe(true);
  finish();
  await new Promise(setImmediate);
  expect(of('deadLetter')).toEqual([]);
  expect(system.census().get('performer')).toEqual({ actors: 0, waiting: 0 });
});

test('a result that waits in the mailbox when the actor restarts is void', async () => {
  const { system } = createHarness();
  const handle = system.spawn('a', performer());
  const { act, signals, finish } = stubbornEffect();
  handle.tell(act);
  await eventually(() => signals.length === 1);
  // The fault is sent before the result is posted, which takes some microtasks more: both wait, in
  // this order.
  finish();
  handle.tell(fail(new Error('fatal')));
  await new Promise(setImmediate);
  expect(await remembered(handle)).toEqual([]);
});

test('a fault in turning a result into a message is supervised', async () => {
  const { system, of } = createHarness();
  const handle = system.spawn('a', performer());
  const broken = () => {
    throw new Error('cannot build');
  };
  handle.tell((context) => void context.perform(async () => 1, broken, broken));
  await eventually(() => of('restarted').length === 1);
  expect(await remembered(handle)).toEqual([]);
});

test('the context of an incarnation that has ended starts nothing', async () => {
  const { system } = createHarness();
  const contexts: Context<Act>[] = [];
  const handle = system.spawn('a', performer());
  handle.tell((context) => void contexts.push(context));
  handle.tell(fail(new Error('fatal')));
  await remembered(handle);
  const [old] = contexts;
  let ran = false;
  old?.perform(
    async () => {
      ran = true;
      return 'x';
    },
    say,
    () => say('failed'),
  );
  old?.schedule('timer', 0, say('timer'));
  old?.stop();
  expect(old?.child('child', performer()).tell(say('x'))).toBe('stopped');
  expect(old?.signal.aborted).toBe(true);
  handle.tell((context) => void context.schedule('timer', 1, say('of the living')));
  await eventually(async () => (await remembered(handle)).length > 0);
  expect(await remembered(handle)).toEqual(['of the living']);
  expect(ran).toBe(false);
});
