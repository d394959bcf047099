/**
 * Both adapters of the bus beside the bare `nats` package on one nats-server: publishing in pages
 * of 256 with acknowledgements, and consuming with one acknowledgement a message. Messages are as
 * large as an observation and carry the same headers. The bare side publishes a page by the
 * package's own `publish`, all at once, and consumes by its own `consume`.
 */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AckPolicy, connect, headers, type NatsConnection } from 'nats';
import { amount } from '../domain/money.ts';
import type { CredentialRef } from '../domain/offers/offer.ts';
import { findNatsServer, startNatsServer } from '../ops/embedded/nats-server.ts';
import type { Bus, OutgoingMessage } from '../streams/bus/bus.ts';
import { connectJetStream } from '../streams/bus/jetstream/jetstream.ts';
import { createEmbeddedBus } from '../streams/bus/postgres/embedded-bus.ts';
import { encodeObservation } from '../streams/codec/codec.ts';
import { createLogger } from '../telemetry/logger.ts';
import { type Benchmark, type BenchmarkRow, closedLoop, compare, type Sample } from './benchmark.ts';
import { withScratchPostgres } from './scratch-postgres.ts';

const pageSize = 256;
const publishRoundMs = 1_500;
const consumePerRound = 40_000;
const rounds = 3;
const window = 2 * pageSize;
const log = createLogger({ service: 'bench', level: 'error' });

const credential: CredentialRef = {
  id: 'crd_bench',
  supplierId: 'bench',
  scope: 'system',
  ownerId: undefined,
  label: 'bench',
  failingSince: undefined,
};

/** A message like those of a real tick: eight breaks, two warehouses, a description. */
const sample = encodeObservation(
  {
    id: 'obs_bench',
    supplierId: 'bench',
    supplierSku: 'RC0603FR-0710KL-ND',
    credentialId: 'crd_bench',
    observedAt: new Date(0),
    runId: 'run_bench',
    phase: 'prices',
    price: {
      kind: 'ladder',
      ladder: {
        currency: 'EUR',
        priceBase: 1,
        breaks: Array.from({ length: 8 }, (_, step) => ({ quantity: 10 ** step, price: amount('0.0124') })),
      },
    },
    stock: [
      { warehouseRef: 'central', quantity: 51_200 },
      { warehouseRef: 'east', quantity: 800 },
    ],
    description: { manufacturer: 'Yageo', mpn: 'RC0603FR-0710KL', text: 'RES 10K OHM 1% 1/10W 0603' },
  },
  credential,
  { correlationId: 'cor_bench', traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01' },
);

const page = (): readonly OutgoingMessage[] =>
  Array.from({ length: pageSize }, () => ({ ...sample, messageId: randomUUID() }));

const publishLoad = (publish: (messages: readonly OutgoingMessage[]) => Promise<unknown>) => (): Promise<Sample> =>
  closedLoop({
    workers: 1,
    durationMs: publishRoundMs,
    call: async () => {
      await publish(page());
      return pageSize;
    },
  });

/** Publishes with the bare package: every message of the page at once. */
const barePublish = (nc: NatsConnection) => {
  const client = nc.jetstream();
  return async (messages: readonly OutgoingMessage[]): Promise<void> => {
    const acknowledgements = messages.map(({ subject, payload, messageId, headers: given }) => {
      const own = headers();
      for (const [name, value] of Object.entries(given)) own.set(name, value);
      return client.publish(subject, payload, { msgID: messageId, headers: own });
    });
    await Promise.all(acknowledgements);
  };
};

const timed = async (consume: () => Promise<void>): Promise<Sample> => {
  const begin = performance.now();
  await consume();
  return { work: consumePerRound, seconds: (performance.now() - begin) / 1_000, latenciesMs: [] };
};

/** Consumes with ours, under a durable of its own, so that every round reads the same messages. */
const consumeLoad = (bus: Bus) => (): Promise<Sample> => {
  const { promise: finished, resolve: finish } = Promise.withResolvers<void>();
  let left = consumePerRound;
  return timed(async () => {
    const consumption = await bus.consume(
      {
        stream: 'OBSERVATIONS',
        durable: `bench-${randomUUID()}`,
        batch: pageSize,
        maxUnsettled: 4 * pageSize,
        ackWaitMs: 30_000,
        maxDeliveries: 5,
      },
      async (batch) => {
        for (const delivery of batch) delivery.ack();
        left -= batch.length;
        if (left <= 0) finish();
      },
    );
    await finished;
    await consumption.drain();
  });
};

const bareConsumeLoad = (nc: NatsConnection) => async (): Promise<Sample> => {
  const durable = `bare-${randomUUID()}`;
  const jsm = await nc.jetstreamManager();
  return timed(async () => {
    await jsm.consumers.add('OBSERVATIONS', {
      durable_name: durable,
      ack_policy: AckPolicy.Explicit,
      max_ack_pending: 4 * pageSize,
    });
    const consumer = await nc.jetstream().consumers.get('OBSERVATIONS', durable);
    const messages = await consumer.consume({ max_messages: window });
    let left = consumePerRound;
    for await (const message of messages) {
      message.ack();
      left -= 1;
      if (left === 0) break;
    }
    messages.stop();
  });
};

const fill = async (bus: Bus): Promise<void> => {
  for (let published = 0; published < consumePerRound; published += pageSize) await bus.publish(page());
};

const compareAdapter = async (name: string, bus: Bus, nc: NatsConnection): Promise<readonly BenchmarkRow[]> => [
  await compare({
    name: `bus publish, ${name}`,
    unit: 'messages/s',
    rounds,
    ours: publishLoad(bus.publish),
    limit: publishLoad(barePublish(nc)),
  }),
  await compare({
    name: `bus consume and ack, ${name}`,
    unit: 'messages/s',
    rounds,
    ours: consumeLoad(bus),
    limit: bareConsumeLoad(nc),
  }),
];

/** Measures both adapters; needs a nats-server on PATH. */
export const busBenchmark: Benchmark = async () => {
  const command = findNatsServer(process.env.PATH);
  if (command === undefined) throw new Error('nats-server is not on PATH: run `npm run setup`');
  const storeDir = await mkdtemp(join(tmpdir(), 'offerstream-bench-nats-'));
  const server = await startNatsServer({ command, storeDir });
  const nc = await connect({ servers: server.url });
  try {
    const jetStream = await connectJetStream({ url: server.url, replicas: 1, log });
    await fill(jetStream);
    const onJetStream = await compareAdapter('JetStream', jetStream, nc);
    await jetStream.close();
    const onPostgres = await withScratchPostgres(8, async (pool) => {
      const embedded = createEmbeddedBus({ pool, log });
      await fill(embedded);
      const rows = await compareAdapter('PostgreSQL', embedded, nc);
      await embedded.close();
      return rows;
    });
    return [...onJetStream, ...onPostgres];
  } finally {
    await nc.close();
    await server.stop();
    await rm(storeDir, { recursive: true });
  }
};
