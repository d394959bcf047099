import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { type ClientHttp2Session, type ClientHttp2Stream, connect as connectHttp2 } from 'node:http2';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { connect as connectTls } from 'node:tls';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Listener, type ListenerOptions, listen, type NodeHandler } from '../../../gateway/http/listener.ts';
import type { Certificates } from '../../../gateway/tls/certificates.ts';
import { type TestAuthority, testAuthority } from '../../support/certificates.ts';
import { eventually } from '../../support/eventually.ts';

const hi: NodeHandler = (_, outgoing) => void (outgoing as ServerResponse).writeHead(200).end('hi');

let authority: TestAuthority;
let certificates: Certificates;
let listener: Listener;
const sockets: Socket[] = [];

beforeAll(async () => {
  authority = await testAuthority();
  const issued = await authority.issue('server');
  certificates = {
    current: () => ({ ...issued, ca: undefined }),
    onChange: () => () => undefined,
    stop: async () => undefined,
  };
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await listener.stop(0);
});
afterAll(() => authority.remove());

const start = async (given: Partial<ListenerOptions>, handler = hi): Promise<void> => {
  listener = await listen({ host: '127.0.0.1', port: 0, certificates: undefined, ...given }, handler);
};

const tended = (socket: Socket): Socket => {
  socket.on('error', () => undefined);
  socket.resume();
  sockets.push(socket);
  return socket;
};

const open = (): Socket => tended(connect(listener.port, '127.0.0.1'));

const openSecure = (protocol = 'http/1.1'): Socket => {
  const ca = authority.certificate;
  return tended(connectTls({ port: listener.port, host: '127.0.0.1', ca, ALPNProtocols: [protocol] }));
};

const closed = (socket: Socket) => eventually(() => socket.destroyed);

describe('a connection', () => {
  const limits = { headersMs: 200, requestMs: 300, checkEveryMs: 50 };

  it.each([
    ['says nothing', ''],
    ['never ends its headers', 'GET / HTTP/1.1\r\nhost: x\r\n'],
    ['never ends its body', 'POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\nbegun'],
  ])('that %s is closed in time', async (_, sent) => {
    await start({ limits }, (incoming) => void incoming.resume());
    const socket = open();
    socket.write(sent);
    await closed(socket);
  });

  it.each([
    ['says nothing', ''],
    ['never ends its headers', 'GET / HTTP/1.1\r\nhost: x\r\n'],
    ['never ends its body', 'POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\nbegun'],
  ])('that speaks HTTP/1.1 over TLS and %s is closed in time', async (_, sent) => {
    await start({ certificates, limits }, (incoming) => void incoming.resume());
    const socket = openSecure();
    socket.write(sent);
    await closed(socket);
  });

  it('that trickles its headers is closed in time', async () => {
    await start({ limits });
    const socket = open();
    socket.write('GET / HTTP/1.1\r\n');
    const trickle = setInterval(() => socket.write('a: b\r\n'), 20);
    await closed(socket);
    clearInterval(trickle);
  });

  it.each(['plain', 'TLS'])('whose reader takes nothing of its answer is closed in time over %s', async (kind) => {
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    const isSecure = kind === 'TLS';
    await start({ certificates: isSecure ? certificates : undefined, limits: { idleMs: 300 } }, (_, outgoing) => {
      outgoing.once('close', end);
      (outgoing as ServerResponse).writeHead(200).end(Buffer.alloc(32 * 1024 * 1024));
    });
    const socket = isSecure ? openSecure() : open();
    socket.pause();
    socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n');
    await ended;
    // The end is seen only by who reads on.
    socket.resume();
    await closed(socket);
  });

  it('that begins TLS and does not go on is closed in time', async () => {
    await start({ certificates, limits: { handshakeMs: 200 } });
    await closed(open());
  });

  it('is refused where its address has as many as it may, and taken again when one of them ends', async () => {
    let refused = 0;
    const onRefused = (): void => {
      refused += 1;
    };
    await start({ onRefused, limits: { connectionsPerAddress: 3 } });
    const kept = [open(), open(), open()];
    await Promise.all(kept.map((socket) => once(socket, 'connect')));
    await closed(open());
    expect(refused).toBe(1);
    kept[0]?.destroy();
    await eventually(async () => {
      const socket = connect(listener.port, '127.0.0.1');
      socket.write('GET / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n');
      return (await text(socket)).includes('200 OK');
    });
    expect(kept.slice(1).map(({ destroyed }) => destroyed)).toEqual([false, false]);
  });

  it('of a proxy that is trusted is none of the many of an address', async () => {
    await start({ limits: { connectionsPerAddress: 1, isTrusted: (address) => address === '127.0.0.1' } });
    const kept = [open(), open(), open()];
    for (const socket of kept) {
      socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n');
      await once(socket, 'data');
    }
  });
});

describe('over HTTP/2', () => {
  const session = async (): Promise<ClientHttp2Session> => {
    const made = connectHttp2(`https://127.0.0.1:${listener.port}`, { ca: authority.certificate });
    made.on('error', () => undefined);
    await once(made, 'connect');
    return made;
  };

  it('a connection whose streams are reset as fast as they are opened is ended before many of them are served', async () => {
    let served = 0;
    await start({ certificates }, (incoming, outgoing) => {
      served += 1;
      if (incoming.url === '/answered') hi(incoming, outgoing);
    });
    const attacking = await session();
    const request = (): ClientHttp2Stream => attacking.request({ ':path': '/' }).on('error', () => undefined);
    // Streams are reset once the server has all of them: one reset before may never be sent.
    let asked = 0;
    let opened: readonly ClientHttp2Stream[] = [];
    await eventually(() => {
      if (served < asked) return attacking.destroyed;
      for (const stream of opened) stream.close(8);
      opened = attacking.destroyed ? [] : Array.from({ length: 50 }, request);
      asked += opened.length;
      return attacking.destroyed;
    });
    expect(served).toBeLessThan(500);
    const other = await session();
    const stream = other.request({ ':path': '/answered' });
    expect((await once(stream, 'response'))[0]).toMatchObject({ ':status': 200 });
    other.destroy();
  });

  it('a connection that says nothing is closed in time', async () => {
    await start({ certificates, limits: { idleMs: 200 } });
    await closed(openSecure('h2'));
  });

  it('a connection whose reader takes nothing of its answer is closed in time', async () => {
    await start({ certificates, limits: { idleMs: 200 } }, (_, outgoing) => {
      (outgoing as ServerResponse).writeHead(200).end(Buffer.alloc(1024 * 1024));
    });
    const made = await session();
    const stream = made.request({ ':path': '/' });
    stream.on('error', () => undefined);
    stream.pause();
    await eventually(() => made.destroyed);
  });
});
