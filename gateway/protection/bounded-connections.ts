import type { Server, Socket } from 'node:net';
import { networkOf, peerAddress } from './caller-address.ts';

/**
 * Connections that a port holds at a time; each costs some tens of kilobytes and a file descriptor.
 */
const usualMaxConnections = 10_000;

/** How many connections a port takes. */
export interface ConnectionBounds {
  /** All at a time; left out: 10,000. */
  readonly maxConnections?: number;
  /** Those of one address, an IPv6 address with its /64; left out: any number. */
  readonly connectionsPerAddress?: number;
  /** Addresses that may have any number, such as those of proxies; left out: none. */
  readonly isTrusted?: (address: string) => boolean;
}

/**
 * Closes connections at once that come while a server, or their address, holds as many as it may,
 * and tells of each.
 */
export const boundConnections = (server: Server, onRefused: () => void, bounds: ConnectionBounds = {}): void => {
  const { maxConnections = usualMaxConnections, connectionsPerAddress, isTrusted = () => false } = bounds;
  server.maxConnections = maxConnections;
  server.on('drop', onRefused);
  if (connectionsPerAddress === undefined) return;
  const counts = new Map<string, number>();
  server.on('connection', (socket: Socket) => {
    const peer = socket.remoteAddress;
    if (peer === undefined || isTrusted(peer)) return;
    const address = networkOf(peerAddress({ peer, forwardedFor: undefined }));
    const count = counts.get(address) ?? 0;
    if (count >= connectionsPerAddress) {
      socket.destroy();
      onRefused();
      return;
    }
    counts.set(address, count + 1);
    socket.once('close', () => {
      const left = (counts.get(address) ?? 1) - 1;
      if (left === 0) counts.delete(address);
      else counts.set(address, left);
    });
  });
};
