import { expect, it } from 'vitest';
import type { Connection } from '../../../../gateway/grpc/door/connection.ts';
import { createOpenCallLimiter } from '../../../../gateway/grpc/door/open-call-limiter.ts';

const connection = (address: string): Connection => ({ address, peer: `${address}:1`, keptBytes: 0 });

it('has so many places for a connection, an address and in all, and has them again when they are left', () => {
  const places = createOpenCallLimiter({ ofConnection: 2, ofAddress: 3, inAll: 4 });
  const [one, other, stranger] = [connection('10.0.0.1'), connection('10.0.0.1'), connection('10.0.0.2')];
  const left = places.tryAcquire(one);
  expect(left).toBeDefined();
  expect(places.tryAcquire(one)).toBeDefined();
  expect(places.tryAcquire(one)).toBeUndefined();
  expect(places.tryAcquire(other)).toBeDefined();
  expect(places.tryAcquire(other)).toBeUndefined();
  expect(places.tryAcquire(stranger)).toBeDefined();
  expect(places.tryAcquire(stranger)).toBeUndefined();
  left?.();
  expect(places.tryAcquire(stranger)).toBeDefined();
  expect(places.tryAcquire(one)).toBeUndefined();
});
