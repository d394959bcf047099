import { expect, it } from 'vitest';
import type { Connection } from '../../../../gateway/grpc/door/connection.ts';
import { createPlaces } from '../../../../gateway/grpc/door/places.ts';

const connection = (address: string): Connection => ({ address, peer: `${address}:1`, keptBytes: 0 });

it('has so many places for a connection, an address and in all, and has them again when they are left', () => {
  const places = createPlaces({ ofConnection: 2, ofAddress: 3, inAll: 4 });
  const [one, other, stranger] = [connection('10.0.0.1'), connection('10.0.0.1'), connection('10.0.0.2')];
  const left = places.take(one);
  expect(left).toBeDefined();
  expect(places.take(one)).toBeDefined();
  expect(places.take(one)).toBeUndefined();
  expect(places.take(other)).toBeDefined();
  expect(places.take(other)).toBeUndefined();
  expect(places.take(stranger)).toBeDefined();
  expect(places.take(stranger)).toBeUndefined();
  left?.();
  expect(places.take(stranger)).toBeDefined();
  expect(places.take(one)).toBeUndefined();
});
