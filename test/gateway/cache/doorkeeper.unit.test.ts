import { expect, it } from 'vitest';
import { createDoorkeeper } from '../../../gateway/cache/doorkeeper.ts';

it('admits an id from the second time on, and no other for it', () => {
  const doorkeeper = createDoorkeeper();
  expect(doorkeeper.admits('ofr_1')).toBe(false);
  expect(doorkeeper.admits('ofr_2')).toBe(false);
  expect(doorkeeper.admits('ofr_1')).toBe(true);
  expect(doorkeeper.admits('ofr_1')).toBe(true);
});

it('forgets an id when enough others have come since', () => {
  const doorkeeper = createDoorkeeper();
  doorkeeper.admits('first');
  for (let each = 0; each < 1_000_000; each += 1) doorkeeper.admits(`other_${each}`);
  expect(doorkeeper.admits('first')).toBe(false);
});

it('lets hardly anybody in who comes once', () => {
  const doorkeeper = createDoorkeeper();
  const ids = Array.from({ length: 100_000 }, (_, at) => `ofr_${String(at).padStart(20, '0')}`);
  expect(ids.filter((id) => doorkeeper.admits(id)).length).toBeLessThan(20);
});

it('admits nearly all of a few thousand ids that are asked for in turn', () => {
  const doorkeeper = createDoorkeeper(2 ** 16);
  const ids = Array.from({ length: 5_000 }, (_, at) => `ofr_${String(at).padStart(20, '0')}`);
  for (const id of ids) doorkeeper.admits(id);
  expect(ids.filter((id) => !doorkeeper.admits(id)).length).toBeLessThan(20);
});
