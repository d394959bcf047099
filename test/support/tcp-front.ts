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
  close(): Promise<void>;
}

/**
 * Opens one in front of a port of this machine. With a delay, in milliseconds, a new connection
 * stays silent for that long before anything is passed on, as on a long way to a busy server.
 */
export const startTcpFront = async (targetPort: number, delayMs = 0): Promise<TcpFront> => {
  const open = new Set<Socket>();
  let isShut = false;
  const breakConnections = (): void => {
    for (const socket of open) socket.destroy();
  };
  const passOn = (near: Socket): void => {
    const far = connect(targetPort, '127.0.0.1');
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        open.delete(socket);
        other.destroy();
      });
      socket.pipe(other);
    }
  };
  const server = createServer((near) => {
    near.on('error', () => undefined);
    if (isShut) near.destroy();
    else setTimeout(() => passOn(near), delayMs);
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
    close: () => {
      breakConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
};
