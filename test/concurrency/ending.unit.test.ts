import { expect, it } from 'vitest';
import { createEnding } from '../../concurrency/ending.ts';

const unexpected = (error: unknown): never => {
  throw error;
};

it('releases everything once, the last registered first, whoever ends it and how often', () => {
  const released: string[] = [];
  const ending = createEnding(unexpected);
  ending.onEnd(() => released.push('slot'));
  ending.onEnd(() => released.push('listener'));
  expect(ending.hasEnded).toBe(false);
  expect(ending.end()).toBe(true);
  expect(ending.end()).toBe(false);
  expect(ending.hasEnded).toBe(true);
  expect(released).toEqual(['listener', 'slot']);
});

it('releases at once what was opened after the end', () => {
  const ending = createEnding(unexpected);
  ending.end();
  let isReleased = false;
  ending.onEnd(() => {
    isReleased = true;
  });
  expect(isReleased).toBe(true);
});

it('releases the rest when one release fails, and tells of the failure', () => {
  const errors: unknown[] = [];
  const released: string[] = [];
  const ending = createEnding((error) => errors.push(error));
  ending.onEnd(() => released.push('first'));
  ending.onEnd(() => {
    throw new Error('stuck');
  });
  ending.onEnd(() => released.push('last'));
  ending.end();
  expect(released).toEqual(['last', 'first']);
  expect(errors).toMatchObject([{ message: 'stuck' }]);
});

it('is over while it releases, so that a release that ends it again changes nothing', () => {
  let times = 0;
  const ending = createEnding(unexpected);
  ending.onEnd(() => {
    times += 1;
    ending.end();
  });
  ending.end();
  expect(times).toBe(1);
});
