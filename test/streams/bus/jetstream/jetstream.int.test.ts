import { connect, nanos } from 'nats';
import { expect, test } from 'vitest';
import { streamNames } from '../../../../streams/bus/delivery/topology.ts';
import { connectJetStream } from '../../../../streams/bus/jetstream/jetstream.ts';
import { busContract } from '../../../contract/bus.contract.ts';
import { testNats } from '../../../support/nats.ts';
import { recordingLogger } from '../../../support/recording-logger.ts';

busContract(
  'JetStream',
  async () => {
    const server = await testNats();
    const nc = await connect({ servers: server.url });
    const jsm = await nc.jetstreamManager();
    return {
      open: () => connectJetStream({ url: server.url, replicas: 1, log: recordingLogger() }),
      reset: async () => {
        for (const name of streamNames) await jsm.streams.delete(name).catch(() => undefined);
      },
      close: async () => {
        await nc.close();
        await server.close();
      },
    };
  },
  {
    'exact lag for several subjects':
      'servers before 2.10 filter by one subject, so the consumer drops the others itself',
  },
);

test('a server that has streams of an older build gets those that are missing, each with the time that it keeps messages', async () => {
  const server = await testNats();
  const nc = await connect({ servers: server.url });
  const jsm = await nc.jetstreamManager();
  await jsm.streams.add({ name: 'EVENTS', subjects: ['product.created.v1'] });
  const bus = await connectJetStream({ url: server.url, replicas: 1, log: recordingLogger() });
  const keptDays = async (name: string) => (await jsm.streams.info(name)).config.max_age / nanos(86_400_000);
  expect(await Promise.all(streamNames.map(keptDays))).toEqual(
    streamNames.map((name) => (['CONFIRMATIONS', 'PRICES'].includes(name) ? 1 : 7)),
  );
  await bus.close();
  await nc.close();
  await server.close();
});
