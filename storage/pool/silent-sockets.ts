/**
 * A server that hangs: it keeps its connections and says nothing.
 *
 * The server ends statements that take too long, but one that hangs ends nothing, and postgres.js
 * waits for its answer for ever. So every client of a pool makes its sockets here, where they can
 * be closed. A statement that overruns the server's own limit is followed for a grace time; sockets
 * that say nothing meanwhile are closed. What waits on them fails as when the server had died, and
 * the next statement opens another connection.
 */
import { connect, type Socket } from 'node:net';
import { after, every } from '../../concurrency/delay.ts';

/**
 * The longest that a server may be silent beyond its own limit for a statement, in milliseconds.
 */
export const graceMs = 5_000;

const lookEveryMs = 1_000;

/** Where a client connects to, as postgres.js has parsed it from the URL. */
export interface Address {
  readonly host: readonly string[];
  readonly port: readonly number[];
  readonly path?: string | false | undefined;
}

/** A socket that knows which of several hosts it leads to; one to a path leads to none. */
export type NamedSocket = Socket & { readonly host?: string };

/** The sockets of one client of postgres.js. */
export interface Sockets {
  /** Opens one; for the option `socket` of postgres.js. Several hosts are tried in turn. */
  open(address: Address): NamedSocket;
  /**
   * Calls back once after a grace time in which nothing came, having closed those sockets. Returns
   * how to call that off.
   */
  closeSilent(onDone: () => void): () => void;
  /** Closes all of them when nothing at all comes for so long. Returns how to stop. */
  closeIfSilentFor(timeMs: number): () => void;
}

const total = (sockets: Iterable<Socket>): number => {
  let bytes = 0;
  for (const { bytesRead } of sockets) bytes += bytesRead;
  return bytes;
};

/** Makes the sockets of a client, of which none is open yet. */
export const createSockets = (): Sockets => {
  let sockets: readonly Socket[] = [];
  let turn = 0;
  const openTo = ({ host, port, path }: Address): NamedSocket => {
    if (path) return connect(path);
    const at = turn++ % host.length;
    const [name = 'localhost', number = 5432] = [host[at], port[at]];
    // The name is what a certificate is checked against.
    return Object.assign(connect(number, name), { host: name, port: number });
  };
  return {
    open: (address) => {
      const socket = openTo(address);
      sockets = [...sockets.filter(({ destroyed }) => !destroyed), socket];
      return socket;
    },
    closeSilent: (onDone) => {
      const before = sockets.map((socket) => ({ socket, bytes: socket.bytesRead }));
      return after(graceMs, () => {
        for (const { socket, bytes } of before) if (socket.bytesRead === bytes) socket.destroy();
        onDone();
      });
    },
    closeIfSilentFor: (timeMs) => {
      if (timeMs === Number.POSITIVE_INFINITY) return () => undefined;
      // Counted in looks, not by the clock: this process may have been stopped itself.
      const looks = Math.ceil(timeMs / lookEveryMs);
      let [bytes, silent] = [total(sockets), 0];
      return every(lookEveryMs, () => {
        const now = total(sockets);
        silent = now === bytes ? silent + 1 : 0;
        bytes = now;
        if (silent >= looks) for (const socket of sockets) socket.destroy();
      });
    },
  };
};
