import type { Msg, NatsConnection } from 'nats';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Link } from '../../../../streams/bus/jetstream/link.ts';
import { openPull } from '../../../../streams/bus/jetstream/pull.ts';

/** A server that hands over what the test says and confirms the end of a subscription when told. */
const slowServer = () => {
  const answers: string[] = [];
  const { promise: confirmed, resolve: confirm } = Promise.withResolvers<void>();
  let deliver: (error: null, msg: Msg) => void = () => undefined;
  const nc = {
    isClosed: () => false,
    publish: () => undefined,
    subscribe: (_inbox: string, options: { readonly callback: typeof deliver }) => {
      deliver = options.callback;
      return { drain: () => confirmed };
    },
  };
  const link: Link = {
    nc: nc as unknown as NatsConnection,
    isUp: () => true,
    onUp: () => () => undefined,
    close: async () => undefined,
  };
  const send = (name: string): void => {
    const data = Buffer.from(name);
    const respond = (answer?: Uint8Array): boolean => answers.push(`${name} ${Buffer.from(answer ?? [])}`) > 0;
    deliver(null, { data, respond } as unknown as Msg);
  };
  return { link, send, confirm, answers };
};

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('gives back what arrives after it has stopped waiting for the server to confirm the end', async () => {
  const server = slowServer();
  const pull = openPull({
    link: server.link,
    stream: 'OBSERVATIONS',
    durable: 'normalizer',
    window: 10,
    ackWaitMs: 20_000,
    revive: async () => undefined,
  });
  server.send('taken');
  server.send('waiting');
  expect(await pull.take(1)).toHaveLength(1);
  const stopped = pull.stop();
  server.send('on its way');
  await vi.advanceTimersByTimeAsync(5_000);
  await stopped;
  server.send('late');
  server.confirm();
  expect(server.answers).toEqual(['waiting -NAK', 'on its way -NAK', 'late -NAK']);
});
