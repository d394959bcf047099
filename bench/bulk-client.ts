/**
 * A client of one bidirectional stream for benchmarks: keeps so many requests unanswered and reads
 * nothing of the answers but where each ends. As cheap as the unary one (`grpc-client.ts`), and
 * leaning on the same: its windows are never updated, and what is unanswered is far less than the
 * server's window.
 */
import { once } from 'node:events';
import { connect } from 'node:net';
import type { Sample } from './benchmark.ts';
import { flag, frame, headersFrame, prefixBytes, prefixed, readFrames, type, uint32 } from './grpc-frames.ts';

const streamId = 1;
const initialWindow = 65_535;
const initialWindowSetting = Buffer.from([0, 4]);
const widest = 2 ** 31 - 1;

const opening = Buffer.concat([
  Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'),
  frame(type.settings, 0, Buffer.concat([initialWindowSetting, uint32(widest)])),
  frame(type.windowUpdate, 0, uint32(widest - initialWindow)),
]);

const onStream = (bytes: Buffer): Buffer => {
  bytes.writeUInt32BE(streamId, 5);
  return bytes;
};

/** Counts messages in the bytes of a stream, however they are cut. */
const messageCounter = () => {
  let header = Buffer.alloc(0);
  let left = 0;
  return (bytes: Buffer): number => {
    let at = 0;
    let ended = 0;
    while (at < bytes.length) {
      if (left === 0) {
        const taken = bytes.subarray(at, at + prefixBytes - header.length);
        header = Buffer.concat([header, taken]);
        at += taken.length;
        if (header.length < prefixBytes) break;
        left = header.readUInt32BE(1);
        header = Buffer.alloc(0);
      }
      const taken = Math.min(left, bytes.length - at);
      left -= taken;
      at += taken;
      if (left === 0) ended += 1;
    }
    return ended;
  };
};

/** What to stream. */
export interface BulkLoad {
  readonly port: number;
  readonly path: string;
  readonly metadata: Readonly<Record<string, string>>;
  /** Encoded requests, sent one after another, over and over. */
  readonly messages: readonly Uint8Array[];
  /** Where in the messages to begin. */
  readonly offset: number;
  /** Requests without an answer at a time. */
  readonly unanswered: number;
  readonly durationMs: number;
  /** Left out: as many as there is time for. */
  readonly requests?: number;
}

/**
 * Streams for a while, or so many requests, and tells how much was answered; the latency is from a
 * request to its answer.
 */
export const streamOnce = async (load: BulkLoad): Promise<Sample> => {
  const { requests: wanted = Number.POSITIVE_INFINITY } = load;
  const frames = load.messages.map((message) => onStream(frame(type.data, 0, prefixed(message))));
  const socket = connect(load.port, '127.0.0.1').setNoDelay();
  await once(socket, 'connect');
  const ended = Promise.withResolvers<void>();
  const count = messageCounter();
  const sentAtMs: number[] = [];
  const latenciesMs: number[] = [];
  let work = 0;
  let next = load.offset;
  const begin = performance.now();

  const send = (requests: number): void => {
    const now = performance.now();
    if (now - begin >= load.durationMs || work >= wanted) {
      ended.resolve();
      return;
    }
    const batch: Buffer[] = [];
    const left = wanted - (next - load.offset);
    for (let sent = 0; sent < Math.min(requests, left); sent += 1) {
      const each = frames[next % frames.length];
      if (each !== undefined) batch.push(each);
      sentAtMs.push(now);
      next += 1;
    }
    socket.write(Buffer.concat(batch));
  };
  const onFrame = (header: Buffer, payload: Buffer): number => {
    const isAck = ((header[4] ?? 0) & flag.ack) !== 0;
    switch (header[3]) {
      case type.data:
        return count(payload);
      case type.settings:
      case type.ping:
        if (!isAck) socket.write(frame(header[3], flag.ack, header[3] === type.ping ? payload : Buffer.alloc(0)));
        return 0;
      case type.reset:
      case type.goAway:
        ended.reject(new Error('the stream was ended'));
        return 0;
      default:
        // The end of the stream comes with its trailers.
        if (header[3] === type.headers && ((header[4] ?? 0) & flag.endStream) !== 0)
          ended.reject(new Error('the stream was refused'));
        return 0;
    }
  };
  let bytes: Buffer = Buffer.alloc(0);
  socket.on('data', (chunk) => {
    let answered = 0;
    bytes = readFrames(bytes.length === 0 ? chunk : Buffer.concat([bytes, chunk]), (header, payload) => {
      answered += onFrame(header, payload);
    });
    const now = performance.now();
    for (const sentMs of sentAtMs.splice(0, answered)) latenciesMs.push(now - sentMs);
    work += answered;
    if (answered > 0) send(answered);
  });
  socket.on('error', ended.reject);
  socket.write(Buffer.concat([opening, onStream(headersFrame(load.path, load.metadata))]));
  send(load.unanswered);
  await ended.promise;
  const seconds = (performance.now() - begin) / 1_000;
  socket.destroy();
  return { work, seconds, latenciesMs };
};
