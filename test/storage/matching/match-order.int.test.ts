import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { manufacturerKey, mpnKey } from '../../../domain/catalog/identity.ts';
import { defaultProfile } from '../../../domain/identity/built-in-profiles.ts';
import { offerId, productId } from '../../../domain/ids.ts';
import { createCatalogStore } from '../../../storage/catalog/catalog-store.ts';
import { createSupplierStore } from '../../../storage/connectors/supplier-store.ts';
import { createObservationStore } from '../../../storage/offers/observation-store.ts';
import { byTest } from '../../support/by-test.ts';
import { untraced } from '../../support/event-samples.ts';
import { matchingWorld } from '../../support/matching-world.ts';
import { borealis, credentials, observation, putBorealis } from '../../support/observations.ts';
import { hoursBefore } from '../../support/offers.ts';
import { type TestDatabase, testDatabase } from '../../support/postgres.ts';
import { testSealer } from '../../support/sealer.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await testDatabase();
  const suppliers = createSupplierStore(database.pool.sql, testSealer());
  await putBorealis(suppliers);
  await suppliers.putSupplier(
    {
      ...borealis,
      id: 'reseller',
      route: { supplierId: 'reseller' },
      createsProducts: false,
    },
    byTest,
  );
  const system = credentials.find(({ scope }) => scope === 'system');
  if (system !== undefined) await suppliers.putCredential({ ...system, id: 'crd_reseller', supplierId: 'reseller' });
});
afterAll(() => database.close());

/** Something that happens. */
type Step =
  | {
      readonly kind: 'observe';
      readonly supplier: string;
      readonly sku: string;
      readonly said: Said;
      readonly age: number;
    }
  | { readonly kind: 'product'; readonly manufacturer: string; readonly mpn: string }
  | { readonly kind: 'judge'; readonly offer: string; readonly product: string; readonly verdict: 'confirm' | 'reject' }
  | { readonly kind: 'match' }
  | { readonly kind: 'rematch' };

interface Said {
  readonly manufacturer?: string | undefined;
  readonly mpn?: string | undefined;
  readonly text?: string | undefined;
}

const manufacturers = ['Yageo', 'Vishay', 'Vishay Dale Works'] as const;
const numbers = ['RC0603FR-0710KL', 'RC0603FR-0710K', 'CRCW060310K0FKEA', 'LM317'] as const;
const part = fc.record({ manufacturer: fc.constantFrom(...manufacturers), mpn: fc.constantFrom(...numbers) });

const idOf = ({ manufacturer, mpn }: { manufacturer: string; mpn: string }): string =>
  productId(defaultProfile.id, manufacturerKey(manufacturer), mpnKey(mpn));

/** What an offer says: all of it, its packaging too, no maker, no number, or hardly anything. */
const said: fc.Arbitrary<Said> = fc.oneof(
  part,
  part.map(({ manufacturer, mpn }) => ({ manufacturer, mpn: `${mpn}-E3-08` })),
  part.map(({ mpn }) => ({ mpn })),
  part.map(({ manufacturer, mpn }) => ({ manufacturer: `${manufacturer} Elec`, mpn })),
  part.map(({ manufacturer, mpn }) => ({ text: `${manufacturer} ${mpn}, 10kohm, reel` })),
  fc.constant({ text: 'a resistor' }),
);

const offers = fc
  .uniqueArray(
    fc.record({
      supplier: fc.constantFrom('borealis', 'reseller'),
      sku: fc.constantFrom('A', 'B', 'C', 'D', 'E'),
      said,
    }),
    { minLength: 1, maxLength: 6, selector: ({ supplier, sku }) => `${supplier}/${sku}` },
  )
  .map((all) =>
    all.flatMap(({ supplier, sku, said: content }): Step[] => [
      { kind: 'observe', supplier, sku, said: content, age: 1 },
      // Seen again later; what names no number says another text now.
      {
        kind: 'observe',
        supplier,
        sku,
        said: content.text === undefined ? content : { text: `${content.text} new` },
        age: 0,
      },
    ]),
  );

/** A set of things that happen, and two orders of it with work in between. */
const histories = fc
  .record({ observed: offers, products: fc.uniqueArray(part, { maxLength: 4, selector: idOf }) })
  .chain(({ observed, products }) => {
    const skus = [
      ...new Set(observed.flatMap((step) => (step.kind === 'observe' ? [offerId(step.supplier, step.sku)] : []))),
    ];
    const verdict = fc.constantFrom('confirm' as const, 'reject' as const);
    const judged =
      products.length === 0
        ? fc.constant([])
        : fc.uniqueArray(
            fc.record({ offer: fc.constantFrom(...skus), product: fc.constantFrom(...products.map(idOf)), verdict }),
            { maxLength: 3, selector: ({ offer }) => offer },
          );
    return judged.chain((verdicts) => {
      const steps: Step[] = [
        ...observed,
        ...products.map((each): Step => ({ kind: 'product', ...each })),
        ...verdicts.map((each): Step => ({ kind: 'judge', ...each })),
      ];
      const work = fc.array(fc.constantFrom<Step>({ kind: 'match' }, { kind: 'rematch' }), { maxLength: 8 });
      const order = work.chain((breaks) =>
        fc.shuffledSubarray([...steps, ...breaks], { minLength: steps.length + breaks.length }),
      );
      return fc.tuple(order, order);
    });
  });

/**
 * Empties the database, lets everything happen in the order given, works until nothing is left, and
 * tells the matches.
 */
const endOf = async (steps: readonly Step[]) => {
  const { sql } = database.pool;
  await sql`
    truncate offer, product, product_newcomer, rematch_run, match_verdict, event_stream, event, outbox, manufacturer cascade`;
  // Nothing is left to a run that looks at everything because it is time.
  await sql`insert into rematch_run (trigger, started_at, finished_at) values ('periodic', now(), now())`;
  const world = matchingWorld(database);
  const observations = createObservationStore(sql);
  const catalog = createCatalogStore(sql);
  const take = async (step: Step): Promise<void> => {
    switch (step.kind) {
      case 'observe': {
        const credentialId = step.supplier === 'borealis' ? 'crd_system' : 'crd_reseller';
        const { manufacturer, mpn, text } = step.said;
        const description = {
          ...(manufacturer === undefined ? {} : { manufacturer }),
          ...(mpn === undefined ? {} : { mpn }),
          ...(text === undefined ? {} : { text }),
        };
        const observedAt = hoursBefore(step.age);
        const given = { supplierId: step.supplier, credentialId, observedAt, description };
        await observations.apply([observation(step.sku, given)], untraced);
        return;
      }
      case 'product':
        await catalog.upsert(
          [{ profileId: defaultProfile.id, manufacturer: step.manufacturer, mpn: step.mpn }],
          new Date(),
          untraced,
        );
        return;
      case 'judge':
        await world.review.recordVerdict(
          {
            offerId: step.offer,
            productId: step.product,
            verdict: step.verdict,
            note: undefined,
            by: 'key',
            at: new Date(),
          },
          untraced,
        );
        return;
      case 'match':
        await world.matchBatch(2);
        return;
      case 'rematch':
        await world.step();
    }
  };
  // Nobody can judge what is not there yet.
  const isLate = (step: Step): boolean => step.kind === 'judge';
  for (const step of steps.filter((each) => !isLate(each) || isJudgeable(each, steps))) await take(step);
  for (const step of steps.filter((each) => isLate(each) && !isJudgeable(each, steps))) await take(step);
  await world.settle();
  return world.matches();
};

/** Whether the offer and the product of a verdict are there when its turn comes. */
const isJudgeable = (judge: Step, steps: readonly Step[]): boolean => {
  if (judge.kind !== 'judge') return false;
  const before = steps.slice(0, steps.indexOf(judge));
  return (
    before.some((each) => each.kind === 'observe' && offerId(each.supplier, each.sku) === judge.offer) &&
    before.some((each) => each.kind === 'product' && idOf(each) === judge.product)
  );
};

describe('the order in which things become known', () => {
  it('does not matter: observations, products and verdicts in any order end in the same matches', async () => {
    await fc.assert(
      fc.asyncProperty(histories, async ([one, other]) => {
        const first = await endOf(one);
        const second = await endOf(other);
        const products = (matches: typeof first) => [...matches].map(([id, match]) => [id, match.productId]);
        expect(products(second)).toEqual(products(first));
      }),
      { numRuns: process.env.LONG === '1' ? 25 : 12 },
    );
  }, 120_000);
});
