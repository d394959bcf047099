import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { expect, it } from 'vitest';
import { boundConnections } from '../../../gateway/protection/bounded-connections.ts';
import { eventually } from '../../support/eventually.ts';

it('takes no more connections at a time than there is room for, counts the others, and has room again when one ends', async () => {
  const server = createServer((_, answer) => answer.end('served'));
  let refused = 0;
  boundConnections(
    server,
    () => {
      refused += 1;
    },
    { maxConnections: 2 },
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const answerOf = async (socket: Socket): Promise<string> => {
    let read = '';
    socket.on('data', (bytes) => {
      read += bytes;
    });
    socket.on('error', () => undefined);
    socket.write('GET / HTTP/1.1\r\nhost: localhost\r\n\r\n');
    await eventually(() => read.includes('served') || socket.destroyed);
    return read;
  };
  const sockets = [connect(port, '127.0.0.1'), connect(port, '127.0.0.1')];
  for (const socket of sockets) expect(await answerOf(socket)).toContain('served');
  expect(await answerOf(connect(port, '127.0.0.1'))).toBe('');
  expect(refused).toBe(1);
  sockets[0]?.destroy();
  await eventually(async () => (await answerOf(connect(port, '127.0.0.1'))).includes('served'));
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});
