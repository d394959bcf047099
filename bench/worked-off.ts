import { setTimeout as delay } from 'node:timers/promises';
import type { Pool } from '../storage/pool/pool.ts';

/** Whether every offer has been matched and every event published. */
export const isWorkedOff = async ({ sql }: Pool): Promise<boolean> => {
  const [row] = await sql<{ worked_off: boolean }[]>`
    select not exists (select from outbox) and not exists (select from offer where matched_at is null) as worked_off`;
  return row?.worked_off ?? false;
};

const lookAgainMs = 250;

/**
 * Waits until a service has worked off what a benchmark has put into its database, so that it is
 * not measured with the rest.
 */
export const untilWorkedOff = async (pool: Pool): Promise<void> => {
  while (!(await isWorkedOff(pool))) await delay(lookAgainMs);
};
