import { expect, it, vi } from 'vitest';
import { withDeadlines } from '../../concurrency/port-deadlines.ts';
import { fakeTimers } from '../actors/runtime/harness.ts';
import { hangingPort } from '../support/hanging-port.ts';

const real = {
  size: 3,
  get: async (id: string) => `item ${id}`,
  fail: async () => Promise.reject(new Error('down')),
  count(): number {
    return this.size;
  },
};

it('answers as the port does, and leaves no timer behind', async () => {
  using _fake = fakeTimers();
  const port = withDeadlines(real, { what: 'items', ms: 1_000 });
  expect(await port.get('a')).toBe('item a');
  await expect(port.fail()).rejects.toThrow('down');
  expect([port.size, port.count()]).toEqual([3, 3]);
  expect(vi.getTimerCount()).toBe(0);
});

it('refuses a call that hangs in time, names it, and answers the next', async () => {
  using _fake = fakeTimers();
  const store = hangingPort({ get: real.get });
  const port = withDeadlines({ get: store.port.get }, { what: 'items', ms: 1_000 });
  store.hang();
  const refused = expect(port.get('a')).rejects.toMatchObject({
    kind: 'unavailable',
    internal: 'items.get: no answer within 1000 ms',
  });
  await vi.advanceTimersByTimeAsync(1_000);
  await refused;
  store.recover();
  expect(await port.get('b')).toBe('item b');
  await store.release();
});
