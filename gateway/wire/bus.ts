import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { NatsAccess } from '../../domain/nats-access.ts';
import { findNatsServer, startNatsServer } from '../../ops/embedded/nats-server.ts';
import type { Bus } from '../../streams/bus/bus.ts';
import { connectJetStream } from '../../streams/bus/jetstream/jetstream.ts';
import { createEmbeddedBus } from '../../streams/bus/postgres/embedded-bus.ts';
import type { Logger } from '../../telemetry/logger.ts';
import type { Config } from '../config/config.ts';
import { awaitStore, type Patience } from './await-store.ts';
import type { Database } from './database.ts';
import { holdEmbeddedBus } from './embedded-bus-right.ts';
import type { Teardown } from './teardown.ts';

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
    if (onTaken !== undefined && !database.isEmbedded) await holdEmbeddedBus(database.url, { log, teardown, onTaken });
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
