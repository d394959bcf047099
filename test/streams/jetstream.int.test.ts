import { connect } from 'nats';
import { streamNames } from '../../domain/bus/topology.ts';
import { connectJetStream } from '../../streams/jetstream.ts';
import { busContract } from '../contract/bus.contract.ts';
import { testNats } from '../support/nats.ts';
import { recordingLogger } from '../support/recording-logger.ts';

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
