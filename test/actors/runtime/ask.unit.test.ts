import { getEventListeners } from 'node:events';
import { expect, test } from 'vitest';
import { ActorRestarted, ActorStopped, AskTimedOut, MailboxFull } from '../../../actors/runtime/errors.ts';
import type { ReplyTo } from '../../../actors/runtime/handle.ts';
import { eventually } from '../../support/eventually.ts';
import { type Act, askAndHold, createHarness, fail, performer, remembered, say, TransientError } from './harness.ts';

const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
const never: (replyTo: ReplyTo<string>) => Act = () => () => undefined;

test('an ask resolves with the first reply; later ones change nothing', async () => {
  const { system } = createHarness();
  const handle = system.spawn('a', performer());
  const answer = await handle.ask<string>(
    (replyTo) => () => {
      replyTo.resolve('first');
      replyTo.resolve('second');
      replyTo.reject(new Error('third'));
      return undefined;
    },
    { timeoutMs: 1_000 },
  );
  expect(answer).toBe('first');
});

test('an ask rejects with what the actor rejects it with', async () => {
  const { system } = createHarness();
  const handle = system.spawn('a', performer());
  const error = new Error('refused');
  const answer = handle.ask<string>(
    (replyTo) => () => {
      replyTo.reject(error);
      return undefined;
    },
    { timeoutMs: 1_000 },
  );
  await expect(answer).rejects.toBe(error);
});

test('an ask fails with the error of its turn as soon as the turn throws', async () => {
  const { system } = createHarness();
  const error = new TransientError('broken');
  const answer = system.spawn('a', performer()).ask<string>(() => fail(error), { timeoutMs: 60_000 });
  await expect(answer).rejects.toBe(error);
});

test('an ask without an answer fails at its deadline', async () => {
  const { system } = createHarness();
  const answer = system.spawn('a', performer()).ask<string>(never, { timeoutMs: 5 });
  await expect(answer).rejects.toBeInstanceOf(AskTimedOut);
});

test('an aborted ask fails with the reason of the signal', async () => {
  const { system } = createHarness();
  const controller = new AbortController();
  const answer = system.spawn('a', performer()).ask<string>(never, { timeoutMs: 60_000, signal: controller.signal });
  const reason = new Error('caller gone');
  controller.abort(reason);
  await expect(answer).rejects.toBe(reason);
});

test('an ask that is aborted beforehand sends nothing', async () => {
  const { system } = createHarness();
  const reason = new Error('caller gone');
  const handle = system.spawn('a', performer());
  const answer = handle.ask<string>(() => say('sent'), { timeoutMs: 60_000, signal: AbortSignal.abort(reason) });
  await expect(answer).rejects.toBe(reason);
  expect(await remembered(handle)).toEqual([]);
});

test('an ask to a full mailbox fails at once', async () => {
  const { system } = createHarness();
  const handle = system.spawn('a', performer({ mailboxCapacity: 1 }));
  handle.tell(say('filler'));
  await expect(handle.ask<string>(never, { timeoutMs: 60_000 })).rejects.toBeInstanceOf(MailboxFull);
});

test('an ask to a stopped actor fails at once', async () => {
  const { system } = createHarness();
  const handle = system.spawn('a', performer());
  await system.stop(1_000);
  await expect(handle.ask<string>(never, { timeoutMs: 60_000 })).rejects.toBeInstanceOf(ActorStopped);
});

test('asks that wait, in the mailbox or for a later answer, fail at once when the actor stops', async () => {
  const { system } = createHarness();
  const handle = system.spawn('a', performer());
  const taken = Promise.withResolvers<unknown>();
  const held = askAndHold(handle, taken.resolve);
  await taken.promise;
  const waiting = askAndHold(handle, () => {});
  const both = Promise.allSettled([held, waiting]);
  await system.stop(1_000);
  for (const outcome of await both) {
    expect(outcome.status === 'rejected' && outcome.reason).toBeInstanceOf(ActorStopped);
  }
});

test('a restart fails the asks that the lost state was to answer, and keeps those that still wait', async () => {
  const { system } = createHarness();
  const handle = system.spawn('a', performer());
  const held = askAndHold(handle, () => {});
  handle.tell(fail(new Error('fatal')));
  const waiting = remembered(handle);
  await expect(held).rejects.toBeInstanceOf(ActorRestarted);
  expect(await waiting).toEqual([]);
});

test('an ask fails with what building its message throws, and nothing is sent', async () => {
  const { system } = createHarness();
  const handle = system.spawn('a', performer());
  const error = new Error('cannot build');
  const answer = handle.ask<string>(
    () => {
      throw error;
    },
    { timeoutMs: 60_000 },
  );
  await expect(answer).rejects.toBe(error);
  expect(await remembered(handle)).toEqual([]);
});

test('the message of an ask that has settled before its turn is not handled', async () => {
  const { system } = createHarness();
  const handle = system.spawn('a', performer());
  const controller = new AbortController();
  const answer = handle.ask<string>(() => say('too late'), { timeoutMs: 60_000, signal: controller.signal });
  controller.abort();
  await expect(answer).rejects.toThrow();
  expect(await remembered(handle)).toEqual([]);
});

test('no way to settle leaves a timer or a listener behind', async () => {
  const { system } = createHarness();
  const handle = system.spawn('a', performer({ mailboxCapacity: 4 }));
  await remembered(handle);
  const before = timers();
  const { signal } = new AbortController();
  const options = { timeoutMs: 60_000, signal };
  const outcomes = await Promise.allSettled([
    handle.ask<string>((replyTo) => () => void replyTo.resolve('yes'), options),
    handle.ask<string>((replyTo) => () => void replyTo.reject(new Error('no')), options),
    handle.ask<string>(() => fail(new TransientError('fault')), options),
    handle.ask<string>(never, { ...options, timeoutMs: 1 }),
    handle.ask<string>(never, options),
  ]);
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', ...Array(4).fill('rejected')]);
  await eventually(() => timers() <= before);
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});
