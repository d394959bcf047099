import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A port in front of another that passes everything on, and whose connections can be broken. */
export interface TcpFront {
  readonly port: number;
  /** Breaks every open connection. New ones are passed on again. */
  breakConnections(): void;
  /** Refuses new connections from now on, and breaks the open ones. */
  shut(): void;
  /** Passes new connections on again. */
  reopen(): void;
  /**
   * Passes nothing on in either direction from now on, as a network that drops every packet:
   * nothing is closed, new connections are taken and stay silent, and neither side hears that the
   * other has closed.
   */
  swallow(): void;
  /**
   * Does so once one of the open connections has sent so many bytes more: in the middle of a
   * message, as a process that is frozen while it sends.
   */
  swallowAfter(bytes: number): void;
  /**
   * Passes on again, as such a network does once it is whole: first what was sent meanwhile, which
   * is sent until it arrives, by those too who have closed since; then that they have.
   */
  heal(): void;
  /** The ports of this machine by which the other side knows the connections made so far. */
  farPorts(): readonly number[];
  close(): Promise<void>;
}

/** The two ends of one connection. */
type Pair = readonly [near: Socket, far: Socket];

const hold = ([near, far]: Pair): void => {
  for (const socket of [near, far]) socket.unpipe().pause();
};

const flow = ([near, far]: Pair): void => {
  near.pipe(far);
  far.pipe(near);
};

/**
 * Opens one in front of a port of this machine. With a delay, in milliseconds, a new connection
 * stays silent for that long before anything is passed on, as on a long way to a busy server.
 */
export const startTcpFront = async (targetPort: number, delayMs = 0): Promise<TcpFront> => {
  const open = new Set<Socket>();
  const pairs = new Set<Pair>();
  const ports = new Set<number>();
  /** Those of which the other end broke in silence. */
  const left = new Set<Socket>();
  let waiting: Socket[] = [];
  let isShut = false;
  let isSilent = false;
  const breakConnections = (): void => {
    for (const socket of open) socket.destroy();
  };
  const passOn = (near: Socket): void => {
    const far = connect(targetPort, '127.0.0.1');
    const pair = [near, far] as const;
    pairs.add(pair);
    far.once('connect', () => ports.add(far.localPort ?? 0));
    for (const [socket, other] of [pair, [far, near] as const]) {
      open.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        open.delete(socket);
        pairs.delete(pair);
        if (isSilent) left.add(other);
        else other.destroy();
      });
    }
    if (isSilent) hold(pair);
    else flow(pair);
  };
  const take = (near: Socket): void => {
    if (isSilent) {
      near.pause();
      open.add(near);
      waiting.push(near);
    } else passOn(near);
  };
  const swallow = (): void => {
    if (isSilent) return;
    isSilent = true;
    for (const pair of pairs) hold(pair);
  };
  const server = createServer((near) => {
    near.on('error', () => undefined);
    if (isShut) near.destroy();
    else setTimeout(() => take(near), delayMs);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    breakConnections,
    shut: () => {
      isShut = true;
      breakConnections();
    },
    reopen: () => {
      isShut = false;
    },
    swallow,
    swallowAfter: (bytes) => {
      let remaining = bytes;
      for (const [near, far] of pairs) {
        near.unpipe(far);
        const passPart = (chunk: Buffer): void => {
          far.write(chunk.subarray(0, remaining));
          remaining -= chunk.length;
          if (remaining > 0) return;
          near.off('data', passPart);
          swallow();
        };
        near.on('data', passPart).resume();
      }
    },
    heal: () => {
      // What flows must not be passed on twice.
      if (!isSilent) return;
      isSilent = false;
      for (const pair of pairs) flow(pair);
      for (const socket of left) socket.destroy();
      left.clear();
      for (const near of waiting) passOn(near);
      waiting = [];
    },
    farPorts: () => [...ports],
    close: () => {
      breakConnections();
      for (const socket of left) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
};
