/** Frames of HTTP/2 as the clients of benchmarks write and read them. */

const frameHeaderBytes = 9;

/** Frames by kind. */
export const type = { data: 0, headers: 1, reset: 3, settings: 4, ping: 6, goAway: 7, windowUpdate: 8 } as const;

/** Flags of frames. */
export const flag = { endStream: 1, ack: 1, endHeaders: 4 } as const;

/** No payload. */
export const none = Buffer.alloc(0);

/** Before every message: whether it is compressed, and its length. */
export const prefixBytes = 5;

/** A frame of stream 0. */
export const frame = (kind: number, flags: number, payload: Uint8Array): Buffer => {
  const header = Buffer.alloc(frameHeaderBytes);
  header.writeUIntBE(payload.length, 0, 3);
  header[3] = kind;
  header[4] = flags;
  return Buffer.concat([header, payload]);
};

/**
 * A literal header that is not to be indexed (RFC 7541, 6.2.2); name and value of less than 127
 * bytes.
 */
const literal = (name: string, value: string): Buffer =>
  Buffer.concat([Buffer.from([0, name.length]), Buffer.from(name), Buffer.from([value.length]), Buffer.from(value)]);

/** A call as it goes over the wire, but for its stream id. */
export interface GrpcRequest {
  readonly bytes: Buffer;
  /** Where the second frame begins. */
  readonly dataAt: number;
}

/** The frame that opens a call. */
export const headersFrame = (path: string, metadata: Readonly<Record<string, string>>): Buffer => {
  const names = {
    ':method': 'POST',
    ':scheme': 'http',
    ':path': path,
    ':authority': 'localhost',
    'content-type': 'application/grpc',
    te: 'trailers',
    ...metadata,
  };
  const block = Buffer.concat(Object.entries(names).map(([name, value]) => literal(name, value)));
  return frame(type.headers, flag.endHeaders, block);
};

/** A message with its prefix. */
export const prefixed = (message: Uint8Array): Buffer => {
  const prefix = Buffer.alloc(prefixBytes);
  prefix.writeUInt32BE(message.length, 1);
  return Buffer.concat([prefix, message]);
};

/** Prepares a unary call of an encoded message. */
export const grpcRequest = (
  path: string,
  message: Uint8Array,
  metadata: Readonly<Record<string, string>> = {},
): GrpcRequest => {
  const headers = headersFrame(path, metadata);
  const data = frame(type.data, flag.endStream, prefixed(message));
  return { bytes: Buffer.concat([headers, data]), dataAt: headers.length };
};

/** The bytes of a call as those of the stream. */
export const withStreamId = ({ bytes, dataAt }: GrpcRequest, streamId: number): Buffer => {
  const call = Buffer.from(bytes);
  call.writeUInt32BE(streamId, 5);
  call.writeUInt32BE(streamId, dataAt + 5);
  return call;
};

/** Four bytes, big endian. */
export const uint32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};

const initialWindow = 65_535;

/** The preface, and a window for the whole connection that no benchmark uses up. */
export const opening = Buffer.concat([
  Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'),
  frame(type.settings, 0, none),
  frame(type.windowUpdate, 0, uint32(2 ** 31 - 1 - initialWindow)),
]);

/** Calls `onFrame` for every whole frame that the bytes hold, and returns what is left of them. */
export const readFrames = (bytes: Buffer, onFrame: (header: Buffer, payload: Buffer) => void): Buffer => {
  let rest = bytes;
  while (rest.length >= frameHeaderBytes) {
    const end = frameHeaderBytes + rest.readUIntBE(0, 3);
    if (rest.length < end) break;
    onFrame(rest.subarray(0, frameHeaderBytes), rest.subarray(frameHeaderBytes, end));
    rest = rest.subarray(end);
  }
  return rest;
};

/** The setting SETTINGS_MAX_CONCURRENT_STREAMS (RFC 9113, 6.5.2), and the bytes of any setting. */
const maxConcurrentStreams = 3;
const settingBytes = 6;

/**
 * How many streams at a time a SETTINGS frame says that its sender takes; undefined when it does
 * not say.
 */
export const maxStreamsIn = (payload: Buffer): number | undefined => {
  for (let at = 0; at < payload.length; at += settingBytes)
    if (payload.readUInt16BE(at) === maxConcurrentStreams) return payload.readUInt32BE(at + 2);
  return undefined;
};
