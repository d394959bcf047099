/** gRPC as an attacker writes it: streams of HTTP/2 whose every byte is chosen. */
import { once } from 'node:events';
import { type ClientHttp2Session, type ClientHttp2Stream, connect } from 'node:http2';

/**
 * A message behind its prefix of five bytes: whether it is compressed, and its length, which may be
 * a lie.
 */
export const framed = (bytes: Uint8Array, { isCompressed = false, length = bytes.length } = {}): Buffer => {
  const prefix = Buffer.alloc(5);
  prefix.writeUInt8(isCompressed ? 1 : 0);
  prefix.writeUInt32BE(length, 1);
  return Buffer.concat([prefix, bytes]);
};

/** Opens a connection. What goes wrong on it is left to its streams. */
export const openRaw = async (address: string): Promise<ClientHttp2Session> => {
  // With less, Node's client resets calls by itself while megabytes wait to be sent.
  const session = connect(`http://${address}`, { maxSessionMemory: 1_000 });
  session.on('error', () => undefined);
  await once(session, 'connect');
  return session;
};

/** Resolves when the other side has taken notice of all that was sent before. */
export const processed = (session: ClientHttp2Session): Promise<void> =>
  new Promise((resolve) => {
    if (session.destroyed || !session.ping(() => resolve())) resolve();
  });

/** Resolves when a connection has ended, by whomever. */
export const closed = (session: ClientHttp2Session): Promise<void> =>
  new Promise((resolve) => {
    if (session.destroyed) resolve();
    else session.once('close', () => resolve());
  });

/** Opens a call and sends nothing but its headers. */
export const openCall = (
  session: ClientHttp2Session,
  path: string,
  headers: Readonly<Record<string, string>> = {},
): ClientHttp2Stream => {
  const stream = session.request({
    ':method': 'POST',
    ':path': path,
    'content-type': 'application/grpc',
    te: 'trailers',
    ...headers,
  });
  stream.on('error', () => undefined);
  return stream;
};

/**
 * How a call ended: `grpc-status`, what was said with it, and the headers; undefined where it was
 * cut off without one.
 */
export interface RawEnd {
  readonly status: number | undefined;
  readonly message: string | undefined;
  readonly headers: Readonly<Record<string, unknown>>;
}

/** Reads a call to its end. */
export const endOfCall = (stream: ClientHttp2Stream): Promise<RawEnd> =>
  new Promise((resolve) => {
    let headers: Record<string, unknown> = {};
    const take = (received: object): void => {
      headers = { ...headers, ...received };
    };
    stream.on('response', take);
    stream.on('trailers', take);
    stream.resume();
    stream.once('close', () => {
      const { 'grpc-status': status, 'grpc-message': message } = headers;
      resolve({
        status: status === undefined ? undefined : Number(status),
        message: message === undefined ? undefined : decodeURIComponent(String(message)),
        headers,
      });
    });
  });
