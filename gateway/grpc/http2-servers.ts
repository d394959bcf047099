import type { Http2Server } from 'node:http2';
import type { Server } from '@grpc/grpc-js';

/**
 * The HTTP/2 servers under a gRPC server that listens. `http2Servers` is not part of its interface;
 * the version is pinned, and the start fails when the field is not what it was.
 */
export const http2ServersOf = (server: Server): readonly Http2Server[] => {
  const servers: unknown = Reflect.get(server, 'http2Servers');
  if (!(servers instanceof Map) || servers.size === 0)
    throw new Error('grpc-js does not hold its HTTP/2 servers as it did');
  return [...servers.keys()];
};

/** Streams in a row that may be rejected before their connection is ended. */
const maxRejectedStreams = 10_000;

/**
 * Lets connections live whose streams come faster than those before them are tidied up; to be
 * called before the server listens.
 *
 * Node rejects a stream (`ENHANCE_YOUR_CALM`) while it holds as many as were announced, and among
 * these it counts streams that are over on the wire already. A client that heeds the limit runs
 * into that in a rush of refusals, and after 100 in a row Node would end its connection with all
 * that is under way. Who does not heed the limit is not spared: its connection is ended at the
 * first stream too many (`PROTOCOL_ERROR`).
 */
export const tolerateRejectedStreams = (server: Server): void => {
  const options: unknown = Reflect.get(server, 'commonServerOptions');
  if (typeof options !== 'object' || options === null)
    throw new Error('grpc-js does not hold the options of its HTTP/2 servers as it did');
  Object.assign(options, { maxSessionRejectedStreams: maxRejectedStreams });
};
