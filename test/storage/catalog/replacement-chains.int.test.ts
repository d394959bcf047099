import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ProductDraft } from '../../../domain/catalog/catalog.ts';
import { defaultProfile } from '../../../domain/identity/built-in-profiles.ts';
import { createCatalogStore } from '../../../storage/catalog/catalog-store.ts';
import { untraced } from '../../support/event-samples.ts';
import { type TestDatabase, testDatabase } from '../../support/postgres.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

const numbers = ['C1', 'C2', 'C3', 'C4', 'C5'];

/** One says that the other replaces it, or only that it exists. */
const statement = fc.record({
  mpn: fc.constantFrom(...numbers),
  replacedByMpn: fc.option(fc.constantFrom(...numbers), { nil: undefined }),
});

/**
 * Batches that are written one after another, each by writers at once; a writer gives all of its
 * statements together.
 */
const histories = fc.array(
  fc.array(fc.array(statement, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 4 }),
  { minLength: 1, maxLength: 4 },
);

const draftOf =
  (manufacturer: string) =>
  ({ mpn, replacedByMpn }: { mpn: string; replacedByMpn: string | undefined }): ProductDraft => ({
    profileId: defaultProfile.id,
    manufacturer,
    mpn,
    ...(replacedByMpn === undefined ? {} : { replacedByMpn }),
  });

/** The products of the maker with what replaces each. */
const replacements = async (manufacturer: string): Promise<ReadonlyMap<string, string | null>> => {
  const rows = await database.pool.sql<{ id: string; replaced_by: string | null }[]>`
    select id, replaced_by from product where manufacturer = ${manufacturer}`;
  return new Map(rows.map(({ id, replaced_by }) => [id, replaced_by]));
};

/** Whether every chain comes to an end. */
const isWithoutCircle = (next: ReadonlyMap<string, string | null>): boolean =>
  [...next.keys()].every((start) => {
    const seen = new Set<string>();
    let at: string | null | undefined = start;
    while (typeof at === 'string' && !seen.has(at)) {
      seen.add(at);
      at = next.get(at);
    }
    return typeof at !== 'string';
  });

describe('replacement chains', () => {
  it('never close a circle, in whatever order and by however many writers at once they are told', async () => {
    const store = createCatalogStore(database.pool.sql);
    let run = 0;
    await fc.assert(
      fc.asyncProperty(histories, async (history) => {
        run += 1;
        const manufacturer = `Chains ${run}`;
        for (const writers of history) {
          await Promise.all(
            writers.map((statements) => store.upsert(statements.map(draftOf(manufacturer)), new Date(run), untraced)),
          );
          expect(isWithoutCircle(await replacements(manufacturer))).toBe(true);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('are kept as long as they are, and refuse the one statement that would close them', async () => {
    const store = createCatalogStore(database.pool.sql);
    const manufacturer = 'Long Chain';
    const length = 200;
    const mpn = (at: number) => `L${at}`;
    const parts = Array.from({ length }, (_, at) => ({
      mpn: mpn(at),
      replacedByMpn: at + 1 < length ? mpn(at + 1) : undefined,
    }));
    await store.upsert(parts.map(draftOf(manufacturer)), new Date(0), untraced);
    const before = await replacements(manufacturer);
    expect([...before.values()].filter((next) => next !== null)).toHaveLength(length - 1);
    await store.upsert([draftOf(manufacturer)({ mpn: mpn(length - 1), replacedByMpn: mpn(0) })], new Date(1), untraced);
    expect(await replacements(manufacturer)).toEqual(before);
  });
});
