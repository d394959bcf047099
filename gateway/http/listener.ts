import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import {
  constants,
  createSecureServer,
  type Http2SecureServer,
  type Http2ServerRequest,
  type Http2ServerResponse,
  type ServerHttp2Session,
  type ServerHttp2Stream,
} from 'node:http2';
import { Socket } from 'node:net';
import { after, every } from '../../concurrency/delay.ts';
import { boundConnections, type ConnectionBounds } from '../protection/bounded-connections.ts';
import type { Certificates } from '../tls/certificates.ts';
import { answerUnparsed } from './answer-unparsed.ts';
import { boundArrival } from './long-bodies.ts';

/**
 * Streams that a client may reset without an answer, at once and a second from then on. Whoever
 * takes its time over answers resets a few; beyond that it is an attack (CVE-2023-44487).
 */
const burst = 200;
const perSecond = 33;

/**
 * Ends a connection over which streams are reset as fast as they are opened. The limit that the
 * runtime has of its own, which is higher, stops reading at once but sometimes leaves the
 * connection open until it has been idle for long.
 */
const endWhenReset = (session: ServerHttp2Session): void => {
  let left = burst;
  let countedAtMs = performance.now();
  const onReset = (): void => {
    const nowMs = performance.now();
    left = Math.min(burst, left + ((nowMs - countedAtMs) / 1_000) * perSecond) - 1;
    countedAtMs = nowMs;
    if (left < 0) session.destroy(undefined, constants.NGHTTP2_ENHANCE_YOUR_CALM);
  };
  session.on('stream', (stream: ServerHttp2Stream) => stream.once('aborted', onReset));
};

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
  /**
   * With certificates it is TLS, and clients choose between HTTP/1.1 and HTTP/2; without, plain
   * HTTP/1.1.
   */
  readonly certificates: Certificates | undefined;
  /** Called for each connection that was refused for lack of room; left out: not recorded. */
  readonly onRefused?: () => void;
  /** Left out: the usual ones. */
  readonly limits?: ListenerLimits | undefined;
}

/** A listening server. */
export interface Listener {
  readonly port: number;
  /**
   * Accepts nothing new; running requests finish, and what still runs after the deadline is cut
   * off. Never rejects.
   */
  stop(deadlineMs: number): Promise<void>;
}

/** What one connection may take; what is left out is as usual. */
export interface ListenerLimits extends ConnectionBounds {
  /** Time for the headers, for the whole request, and for the handshake of TLS to arrive. */
  readonly headersMs?: number;
  readonly requestMs?: number;
  readonly handshakeMs?: number;
  /** How often headers and requests are looked at for that. */
  readonly checkEveryMs?: number;
  /**
   * A connection over which nothing moves for so long is closed, also one whose reader takes
   * nothing of an answer.
   */
  readonly idleMs?: number;
}

/** A client that trickles what it sends does not hold a socket for long. */
const usual = { headersMs: 10_000, requestMs: 30_000, handshakeMs: 10_000, checkEveryMs: 2_000, idleMs: 120_000 };

type Times = typeof usual;

/**
 * Over HTTP/2 a connection that carries nothing is closed after so long, and carries no more than
 * so much at a time.
 */
const idleSessionMs = 60_000;
const maxConcurrentStreams = 1_000;

/** While stopping, connections that have become idle are looked for this often. */
const idleSweepMs = 20;

/** A request without a host is refused with all others whose target is no URL. */
const serverOptions = ({ headersMs, checkEveryMs }: Times) => ({
  headersTimeout: headersMs,
  // `boundArrival` does it.
  requestTimeout: 0,
  connectionsCheckingInterval: checkEveryMs,
  requireHostHeader: false,
});

/**
 * What still runs over an idle connection may end; a reader that takes nothing of it does not hold
 * it for ever.
 */
const endWhenIdle = (session: ServerHttp2Session, idleMs: number): void => {
  session.setTimeout(Math.min(idleSessionMs, idleMs), () => {
    if (session.closed) return;
    session.close();
    const cancel = after(idleMs, () => session.destroy());
    session.once('close', cancel);
  });
};

const createPlain = (times: Times, handler: NodeHandler): Server => {
  const server = createServer(serverOptions(times), handler);
  server.setTimeout(times.idleMs);
  return server;
};

const createSecure = (certificates: Certificates, times: Times, handler: NodeHandler): Http2SecureServer => {
  const { ca } = certificates.current();
  const server = createSecureServer(
    {
      ...certificates.current(),
      ...serverOptions(times),
      handshakeTimeout: times.handshakeMs,
      allowHTTP1: true,
      requestCert: ca !== undefined,
      rejectUnauthorized: ca !== undefined,
      settings: { maxConcurrentStreams },
    },
    handler,
  );
  server.on('session', (session) => {
    endWhenIdle(session, times.idleMs);
    endWhenReset(session);
  });
  // Both versions report it here; only for HTTP/1.1 nothing else ends the connection.
  server.setTimeout(times.idleMs);
  server.on('timeout', (idle: unknown) => {
    if (idle instanceof Socket) idle.destroy();
  });
  const stop = certificates.onChange((material) => server.setSecureContext(material));
  server.once('close', stop);
  return server;
};

/** Starts to listen. Rejects when the port cannot be listened on. */
export const listen = async (
  { host, port, certificates, onRefused = () => undefined, limits = {} }: ListenerOptions,
  handler: NodeHandler,
): Promise<Listener> => {
  const times = { ...usual, ...limits };
  const server: Server | Http2SecureServer =
    certificates === undefined ? createPlain(times, handler) : createSecure(certificates, times, handler);
  boundConnections(server, onRefused, limits);
  answerUnparsed(server as Server);
  boundArrival(server as Server, times);
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
      const stopSweeping = every(idleSweepMs, () => closeIdle(server));
      const cancelCutOff = after(deadlineMs, () => {
        for (const socket of sockets) socket.destroy();
      });
      await closed;
      stopSweeping();
      cancelCutOff();
    },
  };
};

/**
 * A server of both versions has it too for its connections of HTTP/1.1, and tells those of HTTP/2
 * to go by itself.
 */
const closeIdle = (server: object): void => {
  if ('closeIdleConnections' in server && typeof server.closeIdleConnections === 'function')
    server.closeIdleConnections();
};
