import { expect, it } from 'vitest';
import { shrink } from './shrink.ts';
import { bytesOf, textOf } from './target.ts';

it('takes out all that a fault does not need', async () => {
  const input = bytesOf(`${'x'.repeat(1_000)}{${'y'.repeat(500)}}${'z'.repeat(77)}`);
  const smallest = await shrink(input, async (bytes) => /\{.*\}/u.test(textOf(bytes)), 10_000);
  expect(textOf(smallest)).toBe('{}');
});

it('asks no more often than it may, and gives what it has by then', async () => {
  let asked = 0;
  const input = bytesOf('a'.repeat(10_000));
  const smallest = await shrink(
    input,
    async (bytes) => {
      asked += 1;
      return bytes.length > 100;
    },
    7,
  );
  expect(asked).toBe(7);
  expect(smallest.length).toBeLessThan(10_000);
});
