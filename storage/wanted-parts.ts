import type { WantedParts } from '../domain/ports.ts';
import { run, type Sql } from './pool.ts';

interface PartRow {
  readonly id: string;
  readonly mpn: string;
  readonly manufacturer: string;
}

/** The part numbers of all canonical products, in the order of their ids; the mark is the last id. */
export const createWantedParts = (sql: Sql): WantedParts => ({
  next: async (after = '', limit) => {
    const rows = await run(sql<PartRow[]>`
      select id, mpn, manufacturer from product where id > ${after} order by id limit ${limit + 1}`);
    const parts = rows.slice(0, limit).map(({ mpn, manufacturer }) => ({ mpn, manufacturer, sku: undefined }));
    return { parts, mark: rows.length > limit ? rows[limit - 1]?.id : undefined };
  },

  hasNewSince: async (instant) => {
    const [row] = await run(sql<{ found: boolean }[]>`
      select exists (select from product where created_at > ${instant}) as found`);
    return row?.found ?? false;
  },
});
