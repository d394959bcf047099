import type { ServerHttp2Session } from 'node:http2';
import { createHiddenProperty } from '../../../domain/hidden-property.ts';

/** What is known of one connection at the door. */
export interface Connection {
  /** The address that it comes from. */
  readonly address: string;
  /** Address and port, as grpc-js tells the peer of a call. */
  readonly peer: string;
  /** Bytes that are kept of requests. */
  keptBytes: number;
}

const attached = createHiddenProperty<ServerHttp2Session, Connection>('connection');

/** The one record of a connection. */
export const connectionOf = (session: ServerHttp2Session): Connection => {
  const known = attached.get(session);
  if (known !== undefined) return known;
  const { remoteAddress = 'unknown', remotePort } = session.socket;
  const connection = { address: remoteAddress, peer: `${remoteAddress}:${remotePort}`, keptBytes: 0 };
  attached.set(session, connection);
  return connection;
};
