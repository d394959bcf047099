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
