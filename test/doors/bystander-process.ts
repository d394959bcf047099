/** A server that does nothing but answer: how long it is silent is the machine's doing. */
import { createServer } from 'node:http';

const server = createServer((_, answer) => answer.end('ok'));
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.stdout.write(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}\n`);
});
