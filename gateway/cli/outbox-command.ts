import type { ParkedEvent } from '../../domain/outbox/ports.ts';
import { createParkedEventStore } from '../../storage/event-log/parked-event-store.ts';
import type { Config } from '../config/config.ts';
import { toolAct } from './tool-act.ts';
import { withTool } from './with-tool.ts';

const pageSize = 500;

/** Tells every parked event, a line each. Returns how many there are. */
export const listParked = async (config: Config, say: (line: string) => void): Promise<number> => {
  return withTool(config, 'outbox', async ({ sql }) => {
    const store = createParkedEventStore(sql);
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
  });
};

const lineOf = ({ position, type, aggregateId, version, parkedAt, reason }: ParkedEvent): string =>
  [position, parkedAt.toISOString(), type, `${aggregateId}:${version}`, reason ?? 'no reason kept'].join('\t');

/**
 * Gives parked events another turn: those at the positions, or all. Returns how many there were.
 */
export const replayParked = async (config: Config, which: readonly bigint[] | 'all'): Promise<number> => {
  return withTool(config, 'outbox', async ({ sql }) => {
    return await createParkedEventStore(sql).replay(which, toolAct('outbox', 'outbox.replay'));
  });
};
