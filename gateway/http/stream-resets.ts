import { constants, type ServerHttp2Session, type ServerHttp2Stream } from 'node:http2';

/**
 * Streams that a client may reset without an answer, at once and a second from then on. Whoever
 * takes its time over answers resets a few; beyond that it is an attack (CVE-2023-44487).
 */
const burst = 200;
const perSecond = 33;

/**
 * Ends a connection over which streams are reset as fast as they are opened. The limit that the
 * runtime has of its own, which is higher, stops reading at once but sometimes leaves the
 * connection open until it has been idle for long.
 */
export const endWhenReset = (session: ServerHttp2Session): void => {
  let left = burst;
  let countedAtMs = performance.now();
  const onReset = (): void => {
    const nowMs = performance.now();
    left = Math.min(burst, left + ((nowMs - countedAtMs) / 1_000) * perSecond) - 1;
    countedAtMs = nowMs;
    if (left < 0) session.destroy(undefined, constants.NGHTTP2_ENHANCE_YOUR_CALM);
  };
  session.on('stream', (stream: ServerHttp2Stream) => stream.once('aborted', onReset));
};
