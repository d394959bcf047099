import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { flag, frame, headersFrame, none, opening, prefixed, readFrames, type } from '../../../bench/grpc-frames.ts';
import { Product } from '../../../proto/gen/svc/public/v1/catalog.ts';
import { eventually } from '../../support/eventually.ts';
import { refuseAll } from '../../support/shedders.ts';
import { answerOf, catalogKey, codeOf, headers, startTestEdge, type TestEdge } from './test-edge.ts';

/** More than a connection carries at a time. */
const atOnce = 3_000;
const streamsOfConnection = 1_000;

let edge: TestEdge;

afterEach(() => edge.close());

/** Calls so many times at once; tells the codes of all answers, in the order in which they came. */
const callAll = (): string[] => {
  const codes: string[] = [];
  const call = async (): Promise<void> => {
    const { error } = await answerOf<Product>((done) =>
      edge.catalog.getProduct({ id: 'prd_1' }, headers(catalogKey), done),
    );
    codes.push(codeOf(error));
  };
  for (let made = 0; made < atOnce; made += 1) void call();
  return codes;
};

test('a client that has more calls than a connection carries loses none of them, and keeps its connection', async () => {
  const answer = Promise.withResolvers<Product>();
  let underWay = 0;
  edge = await startTestEdge({
    getProduct: () => {
      underWay += 1;
      return answer.promise;
    },
  });
  const codes = callAll();

  await eventually(() => expect(underWay).toBe(streamsOfConnection));
  answer.resolve(Product.fromPartial({ id: 'prd_1' }));

  await eventually(() => expect(codes).toHaveLength(atOnce));
  expect(new Set(codes)).toEqual(new Set(['OK']));
});

test('a client whose calls are all refused for overload hears so of each, and keeps its connection', async () => {
  edge = await startTestEdge({}, { shedder: refuseAll });
  const codes = callAll();

  await eventually(() => expect(codes).toHaveLength(atOnce));
  expect(new Set(codes)).toEqual(new Set(['RESOURCE_EXHAUSTED']));
});

const opensCall = headersFrame('/svc.public.v1.Catalog/GetProduct', { 'x-api-key': catalogKey });
const endsCall = frame(type.data, flag.endStream, prefixed(none));

const onStream = (bytes: Buffer, streamId: number): Buffer => {
  const copy = Buffer.from(bytes);
  copy.writeUInt32BE(streamId, 5);
  return copy;
};

/**
 * As many calls at a time as were announced. What is refused is ended and followed by the next call
 * at once, in one piece with all others that were refused then.
 */
const callInARow = async (port: number) => {
  const seen = { ended: 0, goAway: false };
  const socket = connect(port, '127.0.0.1').setNoDelay();
  await once(socket, 'connect');
  // `goAway` tells of it.
  socket.on('error', () => undefined);
  socket.write(opening);
  let streamId = -1;
  let bytes: Buffer = none;
  socket.on('data', (chunk) => {
    const frames: Buffer[] = [];
    const open = (): void => {
      streamId += 2;
      if (streamId < 2 * atOnce) frames.push(onStream(opensCall, streamId));
    };
    bytes = readFrames(Buffer.concat([bytes, chunk]), (header) => {
      const [kind, flags = 0] = header.subarray(3);
      if (kind === type.goAway) seen.goAway = true;
      else if (kind === type.settings && (flags & flag.ack) === 0) {
        frames.push(frame(type.settings, flag.ack, none));
        for (let opened = 0; opened < streamsOfConnection; opened += 1) open();
      } else if (kind === type.reset || (kind === type.headers && (flags & flag.endStream) !== 0)) {
        seen.ended += 1;
        if (kind === type.headers) frames.push(onStream(endsCall, header.readUInt32BE(5)));
        open();
      }
    });
    socket.write(Buffer.concat(frames));
  });
  return { seen, close: () => socket.destroy() };
};

test('a client that makes the next call the moment that one is refused keeps its connection', async () => {
  edge = await startTestEdge({}, { shedder: refuseAll });
  const { seen, close } = await callInARow(edge.server.port);

  await eventually(() => expect(seen.ended).toBe(atOnce));
  expect(seen.goAway).toBe(false);
  close();
});
