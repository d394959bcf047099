import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A port in front of several others, as a balancer of connections in front of gateways. */
export interface Balancer {
  readonly port: number;
  /** Where new connections go from now on, in turn; open ones stay where they are. */
  aimAt(ports: readonly number[]): void;
  close(): Promise<void>;
}

/** Connects to the first of the ports that takes a connection; undefined: none does. */
const firstToTake = async (ports: readonly number[]): Promise<Socket | undefined> => {
  for (const port of ports) {
    const socket = connect(port, '127.0.0.1');
    const isTaken = await new Promise<boolean>((resolve) => {
      socket.once('connect', () => resolve(true));
      socket.on('error', () => resolve(false));
    });
    if (isTaken) return socket;
  }
  return undefined;
};

/**
 * Opens one that passes each new connection on to the next port in turn, or to one after it where
 * that refuses. It knows nothing of what goes over them.
 */
export const startBalancer = async (): Promise<Balancer> => {
  const open = new Set<Socket>();
  let ports: readonly number[] = [];
  let turn = 0;
  const keep = (socket: Socket, other: Socket): void => {
    open.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => {
      open.delete(socket);
      other.destroy();
    });
    socket.pipe(other);
  };
  const server = createServer(async (near) => {
    near.on('error', () => undefined);
    turn += 1;
    const first = turn % Math.max(1, ports.length);
    const far = await firstToTake([...ports.slice(first), ...ports.slice(0, first)]);
    if (far === undefined) {
      near.destroy();
      return;
    }
    keep(near, far);
    keep(far, near);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    aimAt: (given) => {
      ports = given;
    },
    close: () => {
      for (const socket of open) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
};
