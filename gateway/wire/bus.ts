import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { startPeriodic } from '../../concurrency/periodic.ts';
import type { NatsAccess } from '../../domain/nats-access.ts';
import { findNatsServer, startNatsServer } from '../../ops/embedded/nats-server.ts';
import { sessionLock } from '../../storage/pool/session-lock.ts';
import type { Bus } from '../../streams/bus/bus.ts';
import { connectJetStream } from '../../streams/bus/jetstream/jetstream.ts';
import { createEmbeddedBus } from '../../streams/bus/postgres/embedded-bus.ts';
import type { Logger } from '../../telemetry/logger.ts';
import type { Config } from '../config/config.ts';
import { awaitStore, type Patience } from './await-store.ts';
import type { Database } from './database.ts';
import type { Teardown } from './teardown.ts';

/**
 * The right to the embedded bus of a database. Its signals stay within a process, so of several
 * processes each would miss what the others announce: prices that are not recomputed, commands that
 * are not obeyed. One process at a time has it, for as long as a session of its own lives.
 */

/** An arbitrary number that no other lock uses. */
const lockKey = 7_200_104;

/** How often the right is looked after: a session that broke is opened again. */
const lookEveryMs = 5_000;
const lookDeadlineMs = 10_000;

const taken = (): Error =>
  new Error(
    'another process has the embedded bus of this database, which serves a single process: ' +
      'set NATS_URL for all of them, or end the other one',
  );

/**
 * Takes the right and keeps it until the end. Throws the reason in words when another process has
 * it, and `unavailable` when the database does not answer.
 */
const holdEmbeddedBus = async (
  databaseUrl: string,
  { log, teardown }: Pick<BusDependencies, 'log' | 'teardown'>,
  onTaken: (reason: Error) => void,
): Promise<void> => {
  const lock = sessionLock(databaseUrl, lockKey);
  teardown.add('right to the embedded bus', lock.release);
  if (!(await lock.hold())) throw taken();
  const looking = startPeriodic({
    what: 'the right to the embedded bus',
    everyMs: lookEveryMs,
    deadlineMs: lookDeadlineMs,
    work: async () => {
      if (!(await lock.hold())) onTaken(taken());
    },
    onError: (error) => log.warn('store.unavailable', { store: 'bus', err: error }),
  });
  teardown.add('look at the right to the embedded bus', looking.stop);
};

/** The bus, and what it is in words, for the notice at the start. */
export interface OpenBus {
  readonly bus: Bus;
  readonly description: string;
}

/** Dependencies of opening the bus. */
export interface BusDependencies {
  readonly database: Database;
  readonly log: Logger;
  readonly teardown: Teardown;
  /** How it waits for a server that does not answer. */
  readonly patience: Patience;
  /**
   * Called with the reason once another process has the embedded bus. Left out: this is a program
   * that works beside the service, and takes the bus from nobody.
   */
  readonly onTaken?: ((reason: Error) => void) | undefined;
}

/**
 * Opens the bus: the configured NATS, else a nats-server found on the path and run by the service
 * itself, else the embedded one on PostgreSQL. With a database of others' making nothing is
 * started: several processes may share it.
 */
export const openBus = async (config: Config, dependencies: BusDependencies): Promise<OpenBus> => {
  const { database, log, teardown, patience, onTaken } = dependencies;
  const { kind, natsUrl } = config.bus;
  const program =
    natsUrl === undefined && kind !== 'embedded' && database.isEmbedded
      ? findNatsServer(config.programPath)
      : undefined;
  if (kind === 'jetstream' && natsUrl === undefined && program === undefined) {
    throw new Error('BUS=jetstream needs NATS_URL, or a nats-server on PATH beside the embedded database');
  }
  if (kind === 'embedded' || (natsUrl === undefined && program === undefined)) {
    if (onTaken !== undefined && !database.isEmbedded) await holdEmbeddedBus(database.url, dependencies, onTaken);
    const bus = createEmbeddedBus({ pool: database.pool, log });
    teardown.add('bus', bus.close);
    return { bus, description: 'embedded, on PostgreSQL' };
  }
  const place =
    natsUrl === undefined
      ? await startOwn(program ?? '', config.dataDir, teardown)
      : { url: natsUrl, access: config.bus.access };
  const bus = await awaitStore({ name: 'NATS', setting: 'NATS_URL' }, patience, () =>
    connectJetStream({ ...place, replicas: config.bus.replicas, log }),
  );
  teardown.add('bus', bus.close);
  return { bus, description: natsUrl === undefined ? `JetStream, own nats-server on ${place.url}` : 'JetStream' };
};

/** Starts a server that only this process can talk to. */
const startOwn = async (
  command: string,
  dataDir: string,
  teardown: Teardown,
): Promise<{ readonly url: string; readonly access: NatsAccess }> => {
  const token = randomBytes(24).toString('base64url');
  const server = await startNatsServer({ command, storeDir: join(dataDir, 'nats'), token });
  teardown.add('nats-server', server.stop);
  return { url: server.url, access: { identity: { kind: 'token', token }, tls: undefined } };
};
