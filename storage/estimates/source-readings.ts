import type { EstimateQueue } from '../../domain/estimate/ports.ts';
import { run, type Sql } from '../pool/pool.ts';

/** What text columns do not hold. */
const controlCharacters = /\p{Cc}+/gu;

/** A sentence as a text column holds it. */
export const storable = (text: string | undefined): string | null =>
  text?.replace(controlCharacters, ' ').toWellFormed() ?? null;

/** How reading of sources is begun and ended. */
export const sourceReadings = (sql: Sql): Pick<EstimateQueue, 'beginReading' | 'endReading'> => ({
  beginReading: async (id) => {
    const [row] = await run(sql<{ bytes: Uint8Array | null; begun: number; unreadable: string | null }[]>`
      with begun as (
        update estimate set readings = readings + 1 where id = ${id} and status = 'parsing'
        returning id, readings, unreadable
      )
      select bytes, readings as begun, unreadable from begun
      left join estimate_document on estimate_id = begun.id`);
    return row && { bytes: row.bytes ?? undefined, begun: row.begun, unreadable: row.unreadable ?? undefined };
  },

  endReading: async (id, unreadable) => {
    await run(sql`
      update estimate set readings = 0, unreadable = ${storable(unreadable)} where id = ${id} and status = 'parsing'`);
  },
});
