import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { candidateQuestion } from '../../../domain/alternates/candidate-question.ts';
import { partOf } from '../../../domain/alternates/part.ts';
import { manufacturerKey, mpnKey } from '../../../domain/catalog/identity.ts';
import { defaultProfile } from '../../../domain/identity/built-in-profiles.ts';
import { productId } from '../../../domain/ids.ts';
import { createAlternateCandidates } from '../../../storage/catalog/alternate-candidates.ts';
import { createCatalogStore } from '../../../storage/catalog/catalog-store.ts';
import { type RealPart, realPart } from '../../domain/alternates/real-parts.ts';
import { untraced } from '../../support/event-samples.ts';
import { hoursBefore } from '../../support/offers.ts';
import { type TestDatabase, testDatabase } from '../../support/postgres.ts';

let database: TestDatabase;

const numbers = [
  'RC0603FR-0710KL',
  'CRCW060310K0FKEA',
  'RC0603JR-0710KL',
  'RC0805FR-0710KL',
  'RC0603FR-071KL',
  'SN74HC00DR',
  '74HC00D,653',
  'BZX84C5V1LT1G',
  'BZX84-C5V1,215',
  'BZX84C5V6LT1G',
] as const;

/** Filled with this many more, of which a look through the table would take notice. */
const others = 20_000;

beforeAll(async () => {
  database = await testDatabase();
  const real = numbers.map(realPart);
  const filling = Array.from({ length: others }, (_, at) => ({
    profileId: defaultProfile.id,
    manufacturer: 'Filler',
    mpn: `FILL-${at}`,
    description: `Zener diode part ${at}`,
    characteristics: { resistance: '47 kΩ', package: '0603', tolerance: '±1 %' },
  }));
  const store = createCatalogStore(database.pool.sql);
  const drafts = [
    ...real.map(({ manufacturerKey: _, description, ...each }) => draftOf(each, description)),
    ...filling,
  ];
  for (let from = 0; from < drafts.length; from += 2_000) {
    await store.upsert(drafts.slice(from, from + 2_000), hoursBefore(1), untraced);
  }
  await database.pool.sql`analyze product`;
});
afterAll(() => database.close());

const draftOf = (each: Omit<RealPart, 'manufacturerKey' | 'description'>, description: string | undefined) => ({
  ...each,
  ...(description !== undefined && { description }),
});

const asked = async (mpn: string, limit = 500) => {
  const part = partOf(realPart(mpn), defaultProfile);
  const question = candidateQuestion(part, defaultProfile.id, defaultProfile);
  const { products, isCut } = await createAlternateCandidates(database.pool.sql).candidates(question, limit);
  return { numbers: products.map((each) => each.mpn).sort(), isCut };
};

describe('candidates for alternates', () => {
  it('are found by their main figure and size, without those that are known to be worse', async () => {
    expect(await asked('RC0603FR-0710KL')).toEqual({ numbers: ['CRCW060310K0FKEA', 'RC0603FR-0710KL'], isCut: false });
    expect((await asked('RC0603JR-0710KL')).numbers).toContain('CRCW060310K0FKEA');
  });

  it('are found by the number that several makers write, and by what their descriptions say', async () => {
    expect((await asked('SN74HC00DR')).numbers).toEqual(['74HC00D,653', 'SN74HC00DR']);
    expect((await asked('BZX84C5V1LT1G')).numbers).toEqual(['BZX84-C5V1,215', 'BZX84C5V1LT1G']);
  });

  it('are bounded, and it is told when there were more', async () => {
    const filler = { ...realPart('RC0603FR-0710KL'), mpn: 'X47K0603', characteristics: { resistance: '47 kΩ' } };
    const part = partOf({ ...filler, description: 'Chip resistor 47 kΩ 0603' }, defaultProfile);
    const question = candidateQuestion(part, defaultProfile.id, defaultProfile);
    const found = await createAlternateCandidates(database.pool.sql).candidates(question, 50);
    expect(found.isCut).toBe(true);
    expect(found.products).toHaveLength(51);
  });

  it('are read from indexes alone', async () => {
    const scans = await database.pool.sql.begin(async (sql) => {
      const count = async () => {
        const [row] = await sql<{ scans: number }[]>`
          select pg_stat_get_xact_numscans('product'::regclass)::int as scans`;
        return row?.scans;
      };
      const before = await count();
      await sql`
        select * from alternate_candidates(
          ${defaultProfile.id}, 'resistance', 10000, array['0603'], row(null, 0.01, null)::figure_limits,
          '74HC00', array['zener 5.1 V SOT-23'], 500)`;
      return [before, await count()];
    });
    expect(scans[1]).toBe(scans[0]);
  });

  it('are those of one profile', async () => {
    const id = productId('machine-part', manufacturerKey('Filler'), mpnKey('SN74HC00DR'));
    await createCatalogStore(database.pool.sql).upsert(
      [{ profileId: 'machine-part', manufacturer: 'Filler', mpn: 'SN74HC00DR' }],
      hoursBefore(1),
      untraced,
    );
    const part = partOf(realPart('SN74HC00DR'), defaultProfile);
    const question = candidateQuestion(part, defaultProfile.id, defaultProfile);
    const { products } = await createAlternateCandidates(database.pool.sql).candidates(question, 500);
    expect(products.map((each) => each.id)).not.toContain(id);
  });
});
