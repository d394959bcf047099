import { expect, test } from 'vitest';
import { createCapacity } from '../../concurrency/capacity.ts';

test('lets in no more items and no more bytes than its limits, until room is given back', () => {
  const room = createCapacity({ count: 3, bytes: 100 });
  expect(room.tryReserve(2, 50)).toBe(true);
  expect(room.tryReserve(2, 10)).toBe(false);
  expect(room.tryReserve(1, 51)).toBe(false);
  expect(room.tryReserve(1, 50)).toBe(true);
  room.release(2, 50);
  expect(room.tryReserve(1, 50)).toBe(true);
});

test('lets in what is larger than all of it when nothing else is there, and nothing beside it', () => {
  const room = createCapacity({ count: 3, bytes: 100 });
  expect(room.tryReserve(10, 1_000)).toBe(true);
  expect(room.tryReserve(1, 1)).toBe(false);
  room.release(10, 1_000);
  expect(room.tryReserve(1, 1)).toBe(true);
});
