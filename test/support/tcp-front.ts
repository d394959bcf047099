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

/** Opens one in front of a port of this machine. */
export const startTcpFront = async (targetPort: number): Promise<TcpFront> => {
  const open = new Set<Socket>();
  let isShut = false;
  const breakConnections = (): void => {
    for (const socket of open) socket.destroy();
  };
  const server = createServer((near) => {
    if (isShut) {
      near.destroy();
      return;
    }
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
