import type { IngestionWorld } from '../../support/ingestion-world.ts';
import { type Service, startService } from '../../support/service.ts';
import { startTcpFront, type TcpFront } from '../../support/tcp-front.ts';
import type { Handover, TickWrite } from './witness.ts';

/** One of several processes with the same work, and its ways to the stores. */
export interface Replica {
  readonly service: Service;
  readonly postgres: TcpFront;
  readonly nats: TcpFront;
}

const customerKey = 'os_customer-key-of-the-replicas';

/** Of the customer whom each of them knows. */
export const headers = { 'x-api-key': customerKey, 'content-type': 'application/json' };

const through = (url: string, { port }: TcpFront): string =>
  Object.assign(new URL(url), { port: String(port) }).toString();

/**
 * Starts one in the world, with further variables. The fronts are added to those given, to be
 * closed whatever comes.
 */
export const startReplica = async (
  { environment, database, nats }: IngestionWorld,
  fronts: TcpFront[],
  variables: Readonly<Record<string, string>> = {},
): Promise<Replica> => {
  const [postgres, bus] = await Promise.all([
    startTcpFront(Number(new URL(database.url).port)),
    startTcpFront(Number(new URL(nats.url).port)),
  ]);
  fronts.push(postgres, bus);
  const service = await startService({
    ...environment,
    DATABASE_URL: through(database.url, postgres),
    NATS_URL: through(nats.url, bus),
    BOOTSTRAP_CUSTOMER_KEY: customerKey,
    ...variables,
  });
  return { service, postgres, nats: bus };
};

/** Ends those that have started, whatever became of the others. */
export const stopReplicas = async (starting: readonly Promise<Replica>[], fronts: readonly TcpFront[]) => {
  for (const front of fronts) front.heal();
  const started = await Promise.allSettled(starting);
  await Promise.all(started.map((each) => (each.status === 'fulfilled' ? each.value.service.stop() : undefined)));
  await Promise.all(fronts.map((front) => front.close()));
};

/** Whether a write was one of the process that the lease belonged to. */
export const wroteAsOwner = (replicas: readonly Replica[], changes: readonly Handover[]) => {
  const replicaAt = (port: number) => replicas.findIndex(({ postgres }) => postgres.farPorts().includes(port));
  const replicaOf = new Map(changes.map(({ owner, port }) => [owner, replicaAt(port)]));
  return ({ owner, port }: TickWrite): boolean => replicaAt(port) >= 0 && replicaOf.get(owner) === replicaAt(port);
};
