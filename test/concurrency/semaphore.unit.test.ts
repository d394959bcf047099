import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSemaphore, type Semaphore } from '../../concurrency/semaphore.ts';

const never = new AbortController().signal;

/** A work that has begun, and what ends it. */
interface Begun {
  readonly name: string;
  readonly end: () => void;
}

/**
 * Takes places for works that last until they are ended, and tells which have begun, in their
 * order.
 */
const world = (places: Semaphore) => {
  const begun: Begun[] = [];
  const ends: Promise<unknown>[] = [];
  const ask = (name: string, signal = never): Promise<void> => {
    const end = places.withPermit({ name, signal }, () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      begun.push({ name, end: resolve });
      return promise;
    });
    ends.push(end);
    return end;
  };
  return { begun, ask, names: () => begun.map(({ name }) => name) };
};

/** Lets everything happen that waits for promises only. */
const settled = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
};

describe('places', () => {
  it('are all taken by different names, and by one name but for one', async () => {
    const { ask, names } = world(createSemaphore(3));
    for (const name of ['a', 'a', 'a', 'a']) void ask(name);
    await settled();
    expect(names()).toEqual(['a', 'a']);
    void ask('b');
    await settled();
    expect(names()).toEqual(['a', 'a', 'b']);
  });

  it('are given to names in turns, however many works one of them has asked for before', async () => {
    const { ask, begun, names } = world(createSemaphore(1));
    for (const name of ['a', 'a', 'a', 'b', 'b', 'c']) void ask(name);
    for (let at = 0; at < 6; at += 1) {
      await settled();
      begun[at]?.end();
    }
    expect(names()).toEqual(['a', 'b', 'c', 'a', 'b', 'a']);
  });

  it('are never taken twice and never left free while one may have them, whoever asks, leaves and ends when', async () => {
    const steps = fc.array(
      fc.tuple(fc.constantFrom('ask', 'end', 'leave'), fc.constantFrom('a', 'b', 'c'), fc.nat(9)),
      {
        maxLength: 60,
      },
    );
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 3 }), steps, async (count, script) => {
        const running: Begun[] = [];
        const waiting = new Map<object, { readonly name: string; readonly leave: AbortController }>();
        const places = createSemaphore(count);
        const most = Math.max(1, count - 1);
        for (const [step, name, pick] of script) {
          if (step === 'ask') {
            const leave = new AbortController();
            const key = {};
            waiting.set(key, { name, leave });
            const work = async (): Promise<void> => {
              waiting.delete(key);
              const { promise, resolve } = Promise.withResolvers<void>();
              running.push({ name, end: resolve });
              await promise;
            };
            void places.withPermit({ name, signal: leave.signal }, work).catch(() => waiting.delete(key));
          } else if (step === 'end') running.splice(pick % Math.max(1, running.length), 1)[0]?.end();
          else [...waiting.values()][pick % Math.max(1, waiting.size)]?.leave.abort(new Error('left'));
          await settled();
          const taken = (each: string): number => running.filter((work) => work.name === each).length;
          expect(running.length).toBeLessThanOrEqual(count);
          for (const each of ['a', 'b', 'c']) expect(taken(each)).toBeLessThanOrEqual(most);
          const next = [...waiting.values()].find((each) => taken(each.name) < most);
          expect(running.length < count ? next : undefined).toBeUndefined();
        }
      }),
    );
  });

  it('a work that is not wanted any more while it waits leaves at once with the reason, and takes no place', async () => {
    const { ask, begun, names } = world(createSemaphore(1));
    const leaving = new AbortController();
    void ask('a');
    const left = ask('b', leaving.signal);
    void ask('c');
    leaving.abort(new Error('cancelled'));
    await expect(left).rejects.toThrow('cancelled');
    begun[0]?.end();
    await settled();
    expect(names()).toEqual(['a', 'c']);
  });

  it('a work that fails gives its place to the next', async () => {
    const places = createSemaphore(1);
    const failing = async () => Promise.reject(new Error('failed'));
    await expect(places.withPermit({ name: 'a', signal: never }, failing)).rejects.toThrow('failed');
    await expect(places.withPermit({ name: 'a', signal: never }, async () => 'done')).resolves.toBe('done');
  });
});
