import { chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, type NatsConnection } from 'nats';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Observation } from '../../domain/ingestion/observation.ts';
import { databaseUser } from '../../ops/embedded/database-user.ts';
import { createSupplierStore } from '../../storage/connectors/supplier-store.ts';
import { createOutbox } from '../../storage/event-log/outbox.ts';
import { createObservationStore } from '../../storage/offers/observation-store.ts';
import type { Bus } from '../../streams/bus/bus.ts';
import { connectJetStream } from '../../streams/bus/jetstream/jetstream.ts';
import { startNormalizer } from '../../streams/normalizer/normalizer.ts';
import { startOutboxRelay } from '../../streams/outbox-relay/outbox-relay.ts';
import { createObservationPublisher } from '../../streams/publishers/observation-publisher.ts';
import { createMetrics } from '../../telemetry/metrics.ts';
import { eventLog } from '../support/event-log.ts';
import { untraced, updated } from '../support/event-samples.ts';
import { eventually } from '../support/eventually.ts';
import { type TestNats, testNats } from '../support/nats.ts';
import { credentials, observation, priceOf, putBorealis } from '../support/observations.ts';
import { type OwnPostgres, ownPostgres } from '../support/own-postgres.ts';
import { type RecordingLogger, recordingLogger } from '../support/recording-logger.ts';
import { testSealer } from '../support/sealer.ts';
import { type SmallDisk, smallDisk } from '../support/small-disk.ts';

const [, , system] = credentials;
const count = 500;
/** Of the account of the service, whose files hold so much and no more. */
const busBytes = 8 * 1_048_576;

/**
 * What the service does between a supplier and its listeners, on a database and a bus of its own.
 */
const startWork = async (postgres: OwnPostgres, nats: TestNats, log: RecordingLogger) => {
  const { sql } = postgres.pool;
  await putBorealis(createSupplierStore(sql, testSealer()));
  const bus: Bus = await connectJetStream({ url: nats.url, replicas: 1, log: recordingLogger() });
  const metrics = createMetrics('test');
  const publish = createObservationPublisher({ bus, metrics });
  const store = createObservationStore(sql, { onPricesHeld: () => undefined });
  const failures: unknown[] = [];
  const normalizer = startNormalizer({
    bus,
    store: {
      apply: (batch, context) =>
        store.apply(batch, context).catch((error: unknown) => {
          failures.push(error);
          throw error;
        }),
    },
    metrics,
    log,
  });
  const relay = startOutboxRelay({ bus, outbox: createOutbox({ sql, url: postgres.url }), metrics, log });
  let sent = 0;
  return {
    /** Why observations could not be stored, so far. */
    failures,
    /** Observations that were not there before, each of an offer that nobody knows. */
    observe: () => Array.from({ length: count }, () => observation(`full-${sent++}`, { price: priceOf('1.25') })),
    publish: async (some: readonly Observation[]): Promise<void> => {
      if (system === undefined) throw new Error('there is no system credential');
      await publish(some, { ...system, failingSince: undefined }, untraced);
    },
    /** Stores an event, which is to be published. */
    tell: () => eventLog(sql).append([updated('prd_1', 'description')], 'any', untraced),
    stop: async () => {
      await normalizer.stop();
      await relay.stop();
      await bus.close();
    },
  };
};

let postgres: OwnPostgres;
let nats: TestNats;
let nc: NatsConnection;
let work: Awaited<ReturnType<typeof startWork>>;
let log: RecordingLogger;

beforeEach(async () => {
  const limited = `{ max_file: ${busBytes}, max_mem: 0 }`;
  const settings = [`accounts { LIMITED { jetstream: ${limited}, users: [{ user: all, password: all }] } }`];
  [postgres, nats] = await Promise.all([ownPostgres(), testNats([...settings, 'no_auth_user: all'])]);
  nc = await connect({ servers: nats.url });
  log = recordingLogger();
  work = await startWork(postgres, nats, log);
}, 60_000);
afterEach(async () => {
  await work?.stop();
  await nc?.close();
  await Promise.all([postgres?.close(), nats?.close()]);
});

const figure = async (text: string): Promise<number> => {
  const [row] = await postgres.pool.sql.unsafe<{ count: number }[]>(`select count(*)::int from ${text}`);
  return row?.count ?? -1;
};
const stored = () => figure('observation_history');

/** Waits until all of it is stored and told of, and expects it to be once each. */
const expectAllOnce = async (times: number): Promise<void> => {
  await eventually(async () => (await stored()) >= times * count && (await figure('outbox')) === 0, 60_000);
  expect(await stored()).toBe(times * count);
  expect(await figure('offer')).toBe(times * count);
  const { state } = await (await nc.jetstreamManager()).streams.info('EVENTS');
  expect(state.messages).toBe(await figure('event'));
};

describe('a disk of the database that is full', () => {
  let folder: string;
  let disk: SmallDisk | undefined;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'offerstream-full-'));
    disk = await smallDisk(folder, 8_192);
    const owner = databaseUser();
    if (owner !== undefined) await chown(folder, owner.uid, owner.gid);
    const { sql } = postgres.pool;
    await sql.unsafe(`create tablespace small location '${folder}'`);
    for (const table of ['offer_view', 'offer']) await sql.unsafe(`alter table ${table} set tablespace small`);
  });
  afterEach(async () => {
    // The server needs the folder until it has ended.
    await disk?.free();
    await postgres.close();
    await disk?.close();
    disk = undefined;
    await rm(folder, { recursive: true, force: true });
  });

  it('holds observations up and loses none; with room each is stored once', async () => {
    await work.publish(work.observe());
    await expectAllOnce(1);
    await disk?.fill();
    await work.publish(work.observe());
    await eventually(() => work.failures.length > 0);
    expect(work.failures[0]).toMatchObject({ kind: 'unavailable', internal: expect.stringContaining('53100') });
    expect(await stored()).toBeLessThan(2 * count);

    await disk?.free();
    await expectAllOnce(2);
  });
});

describe('a bus whose store is full', () => {
  /** Has another stream take all that there is. */
  const fill = async (): Promise<void> => {
    await (await nc.jetstreamManager()).streams.add({ name: 'FILLER', subjects: ['filler'] });
    const js = nc.jetstream();
    for (const size of [60_000, 1_000, 1]) {
      const more = (): Promise<boolean> =>
        js.publish('filler', new Uint8Array(size)).then(
          () => true,
          () => false,
        );
      while (await more());
    }
  };

  it('holds publishers and the outbox up and loses nothing; with room each event is told once', async () => {
    await work.publish(work.observe());
    await expectAllOnce(1);
    await fill();
    const some = work.observe();
    await expect(work.publish(some)).rejects.toMatchObject({ kind: 'unavailable' });
    await work.tell();
    // More often than an event may be refused before it is set aside.
    await eventually(() => log.events.filter((event) => event === 'outbox.publish.failed').length > 5);
    expect(log.events).not.toContain('outbox.parked');

    await (await nc.jetstreamManager()).streams.delete('FILLER');
    // As a page that has failed is asked for again.
    await work.publish(some);
    await expectAllOnce(2);
  });
});
