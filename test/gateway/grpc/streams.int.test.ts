import { afterEach, expect, test } from 'vitest';
import { Failure } from '../../../domain/errors.ts';
import { Product } from '../../../proto/gen/svc/public/v1/catalog.ts';
import { eventually } from '../../support/eventually.ts';
import { catalogKey, codeOf, drainOf, eventOf, headers, heldUp, startTestEdge, type TestEdge } from './test-edge.ts';

let edge: TestEdge;

afterEach(async () => {
  await edge.close();
});

const request = { identityProfileId: '', batchSize: 0 };

test('a stream sends every item in order and ends with OK', async () => {
  edge = await startTestEdge({
    streamProducts: async function* () {
      for (let index = 0; index < 5_000; index += 1) yield Product.fromPartial({ id: String(index) });
    },
  });
  const { items, error } = await drainOf(edge.catalog.streamProducts(request, headers(catalogKey)));
  expect(error).toBeUndefined();
  expect(items.map(({ id }) => id)).toEqual(Array.from({ length: 5_000 }, (_, index) => String(index)));
});

test('a reader that stops holds up the source, which goes on when the reader does', async () => {
  let pulled = 0;
  const total = 2_000;
  const padding = 'x'.repeat(4_096);
  edge = await startTestEdge({
    streamProducts: async function* () {
      for (; pulled < total; pulled += 1) yield Product.fromPartial({ id: String(pulled), description: padding });
    },
  });
  const stream = edge.catalog.streamProducts(request, headers(catalogKey));
  let read = 0;
  stream.on('data', () => {
    read += 1;
    if (read === 1) stream.pause();
  });
  await eventually(() => read === 1);
  await heldUp(() => pulled);
  // Transport windows and buffers hold some hundred kilobytes: 4 KiB a message makes that less than
  // 200 messages.
  expect(pulled).toBeLessThan(200);
  stream.resume();
  await eventOf(stream, 'end');
  expect(read).toBe(total);
});

test('a failure in the middle of a stream arrives after what was sent before it', async () => {
  edge = await startTestEdge({
    streamProducts: async function* () {
      yield Product.fromPartial({ id: 'a' });
      yield Product.fromPartial({ id: 'b' });
      throw new Failure('unavailable', 'the database went away');
    },
  });
  const { items, error } = await drainOf(edge.catalog.streamProducts(request, headers(catalogKey)));
  expect(items).toHaveLength(2);
  expect(codeOf(error)).toBe('UNAVAILABLE');
  expect(error?.details).toBe('the database went away');
});

test('a stream without a valid key is refused before its source is asked', async () => {
  let asked = false;
  edge = await startTestEdge({
    streamProducts: async function* () {
      asked = true;
      yield Product.fromPartial({});
    },
  });
  const { items, error } = await drainOf(edge.catalog.streamProducts(request, headers(undefined)));
  expect(items).toEqual([]);
  expect(codeOf(error)).toBe('UNAUTHENTICATED');
  expect(asked).toBe(false);
});
