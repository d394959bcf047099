import { partSources } from '../../gateway/wire/parts.ts';
import { createLineCatalogue } from '../../storage/estimates/line-catalogue.ts';
import { createLineChoices } from '../../storage/estimates/line-choices.ts';
import type { Sql } from '../../storage/pool/pool.ts';
import { createPartWants } from '../../storage/wants/part-want-store.ts';

/** What parts are found with over a database, where no connector is told of what is wanted. */
export const testPartSources = (sql: Sql): ReturnType<typeof partSources> =>
  partSources({
    stores: {
      lineCatalogue: createLineCatalogue(sql),
      lineChoices: createLineChoices(sql),
      partWants: createPartWants(sql),
    },
    nudge: () => undefined,
  });
