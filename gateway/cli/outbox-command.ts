import type { ParkedEvent } from '../../domain/outbox/ports.ts';
import { createParkedEventStore } from '../../storage/event-log/parked-event-store.ts';
import { prepareSchema } from '../../storage/schema/migrate.ts';
import type { Config } from '../config/config.ts';
import { toolAct } from './tool-act.ts';
import { openToolDatabase } from './tool-database.ts';

const pageSize = 500;

/** Tells every parked event, a line each. Returns how many there are. */
export const listParked = async (config: Config, say: (line: string) => void): Promise<number> => {
  const { pool, close } = await openToolDatabase(config, 'offerstream outbox');
  try {
    await prepareSchema(pool.sql, config.database);
    const store = createParkedEventStore(pool.sql);
    let told = 0;
    let page: readonly ParkedEvent[];
    let after: bigint | undefined;
    do {
      page = await store.page(after, pageSize);
      for (const parked of page) say(lineOf(parked));
      told += page.length;
      after = page.at(-1)?.position;
    } while (page.length === pageSize);
    return told;
  } finally {
    await close();
  }
};

const lineOf = ({ position, type, aggregateId, version, parkedAt, reason }: ParkedEvent): string =>
  [position, parkedAt.toISOString(), type, `${aggregateId}:${version}`, reason ?? 'no reason kept'].join('\t');

/**
 * Gives parked events another turn: those at the positions, or all. Returns how many there were.
 */
export const replayParked = async (config: Config, which: readonly bigint[] | 'all'): Promise<number> => {
  const { pool, close } = await openToolDatabase(config, 'offerstream outbox');
  try {
    await prepareSchema(pool.sql, config.database);
    return await createParkedEventStore(pool.sql).replay(which, toolAct('outbox', 'outbox.replay'));
  } finally {
    await close();
  }
};
