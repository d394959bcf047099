import { expect, test } from 'vitest';
import { createRoom } from '../../concurrency/room.ts';

test('lets in no more items and no more bytes than its limits, until room is given back', () => {
  const room = createRoom({ count: 3, bytes: 100 });
  expect(room.take(2, 50)).toBe(true);
  expect(room.take(2, 10)).toBe(false);
  expect(room.take(1, 51)).toBe(false);
  expect(room.take(1, 50)).toBe(true);
  room.give(2, 50);
  expect(room.take(1, 50)).toBe(true);
});

test('lets in what is larger than all of it when nothing else is there, and nothing beside it', () => {
  const room = createRoom({ count: 3, bytes: 100 });
  expect(room.take(10, 1_000)).toBe(true);
  expect(room.take(1, 1)).toBe(false);
  room.give(10, 1_000);
  expect(room.take(1, 1)).toBe(true);
});
