import { z } from '@hono/zod-openapi';

/** The last version that another one can come after, in the 32 bits that a store has for it. */
const lastVersion = 2 ** 31 - 2;

/** The version that a change is made to, from the given one on. */
export const expectedVersion = (first: number, error: string) =>
  z.int({ error }).min(first, { error }).max(lastVersion, { error });
