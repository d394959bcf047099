import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import {
  createSecureServer,
  type Http2SecureServer,
  type Http2ServerRequest,
  type Http2ServerResponse,
} from 'node:http2';
import type { Socket } from 'node:net';
import type { Certificates } from '../tls/certificates.ts';

/** A request handler of Node, over HTTP/1.1 or HTTP/2. */
export type NodeHandler = (
  incoming: IncomingMessage | Http2ServerRequest,
  outgoing: ServerResponse | Http2ServerResponse,
) => void;

/** Where and how to listen. */
export interface ListenerOptions {
  readonly host: string;
  /** 0 takes any free one. */
  readonly port: number;
  /** With certificates it is TLS, and clients choose between HTTP/1.1 and HTTP/2; without, plain HTTP/1.1. */
  readonly certificates: Certificates | undefined;
}

/** A listening server. */
export interface Listener {
  readonly port: number;
  /** Accepts nothing new; running requests finish, and what still runs after the deadline is cut off. Never rejects. */
  stop(deadlineMs: number): Promise<void>;
}

/** Time for the headers and for the whole request to arrive; a client that trickles them does not hold a socket for long. */
const timeouts = { headersTimeout: 10_000, requestTimeout: 30_000 };

/** Over HTTP/2 a connection that carries nothing is closed after so long, and carries no more than so much at a time. */
const idleSessionMs = 60_000;
const maxConcurrentStreams = 1_000;

/** While stopping, connections that have become idle are looked for this often. */
const idleSweepMs = 20;

const createSecure = (certificates: Certificates, handler: NodeHandler): Http2SecureServer => {
  const { ca } = certificates.current();
  const server = createSecureServer(
    {
      ...certificates.current(),
      ...timeouts,
      allowHTTP1: true,
      requestCert: ca !== undefined,
      rejectUnauthorized: ca !== undefined,
      settings: { maxConcurrentStreams },
    },
    handler,
  );
  server.on('session', (session) => session.setTimeout(idleSessionMs, () => session.close()));
  const stop = certificates.onChange((material) => server.setSecureContext(material));
  server.once('close', stop);
  return server;
};

/** Starts to listen. Rejects when the port cannot be listened on. */
export const listen = async (
  { host, port, certificates }: ListenerOptions,
  handler: NodeHandler,
): Promise<Listener> => {
  const server: Server | Http2SecureServer =
    certificates === undefined ? createServer(timeouts, handler) : createSecure(certificates, handler);
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
  const address = server.address();

  return {
    port: typeof address === 'object' && address !== null ? address.port : port,
    stop: async (deadlineMs) => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      const sweep = setInterval(() => closeIdle(server), idleSweepMs);
      const cutOff = setTimeout(() => {
        for (const socket of sockets) socket.destroy();
      }, deadlineMs);
      await closed;
      clearInterval(sweep);
      clearTimeout(cutOff);
    },
  };
};

/** A server of both versions has it too for its connections of HTTP/1.1, and tells those of HTTP/2 to go by itself. */
const closeIdle = (server: object): void => {
  if ('closeIdleConnections' in server && typeof server.closeIdleConnections === 'function')
    server.closeIdleConnections();
};
