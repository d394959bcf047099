/**
 * A client of one stream of lines over HTTP/1.1 for benchmarks: keeps so many lines unanswered and
 * reads nothing of the answers but where each ends. As cheap as that of gRPC (`bulk-client.ts`).
 */
import { once } from 'node:events';
import { connect } from 'node:net';
import type { Sample } from './benchmark.ts';

/** What to stream. */
export interface LineLoad {
  readonly port: number;
  readonly path: string;
  readonly key: string;
  /** Sent one after another, over and over. */
  readonly lines: readonly string[];
  /** Where in the lines to begin. */
  readonly offset: number;
  /** Lines without an answer at a time. */
  readonly unanswered: number;
  readonly durationMs: number;
}

const [brace, newline] = [0x7d, 0x0a];

/** Counts the ends of objects on lines of their own, however the bytes are cut. */
const lineCounter = () => {
  let isBrace = false;
  return (bytes: Buffer): number => {
    let ended = isBrace && bytes[0] === newline ? 1 : 0;
    for (let at = bytes.indexOf(newline, 1); at >= 0; at = bytes.indexOf(newline, at + 1))
      if (bytes[at - 1] === brace) ended += 1;
    isBrace = bytes.at(-1) === brace;
    return ended;
  };
};

/** Streams for a while and tells how much was answered. */
export const streamLines = async (load: LineLoad): Promise<Sample> => {
  const socket = connect(load.port, '127.0.0.1').setNoDelay();
  await once(socket, 'connect');
  const ended = Promise.withResolvers<void>();
  const count = lineCounter();
  const sentAtMs: number[] = [];
  const latenciesMs: number[] = [];
  let work = 0;
  let next = load.offset;
  const begin = performance.now();

  const send = (lines: number): void => {
    const now = performance.now();
    if (now - begin >= load.durationMs) {
      ended.resolve();
      return;
    }
    let text = '';
    for (let sent = 0; sent < lines; sent += 1) {
      text += `${load.lines[next % load.lines.length]}\n`;
      sentAtMs.push(now);
      next += 1;
    }
    socket.write(`${text.length.toString(16)}\r\n${text}\r\n`);
  };
  socket.on('data', (bytes) => {
    const answered = count(bytes);
    const now = performance.now();
    for (const sentMs of sentAtMs.splice(0, answered)) latenciesMs.push(now - sentMs);
    work += answered;
    if (answered > 0) send(answered);
  });
  socket.on('error', ended.reject);
  socket.on('close', () => ended.reject(new Error('the stream was ended')));
  socket.write(
    `POST ${load.path} HTTP/1.1\r\nhost: bench\r\nx-api-key: ${load.key}\r\n` +
      'content-type: application/x-ndjson\r\ntransfer-encoding: chunked\r\n\r\n',
  );
  send(load.unanswered);
  await ended.promise;
  const seconds = (performance.now() - begin) / 1_000;
  socket.destroy();
  return { work, seconds, latenciesMs };
};
