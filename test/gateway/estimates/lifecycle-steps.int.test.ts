import { afterAll, beforeAll, expect, it } from 'vitest';
import type { LifecycleStatus } from '../../../domain/catalog/catalog.ts';
import { builtInProfiles } from '../../../domain/identity/built-in-profiles.ts';
import { getProduct } from '../../../gateway/catalog/get-product.ts';
import {
  askedLines,
  callBy,
  type EstimateWorld,
  estimateWorld,
  offered,
  partNumber,
  productOf,
} from '../../support/estimate-world.ts';
import { untraced } from '../../support/event-samples.ts';

/**
 * A part that ends its life at two suppliers, of which one says it first: what is served, what
 * contradicts it, what buyers are told and what events say, step by step.
 */

let world: EstimateWorld;
let step = 0;
const begunAt = Date.now() - 3_600_000;

beforeAll(async () => {
  world = await estimateWorld();
});
afterAll(() => world?.close());

/** A supplier says of the part what it is, in its own word too; later than all before. */
const says = async (supplier: string, lifecycle: LifecycleStatus, detail: string, lastBuy?: string): Promise<void> => {
  step += 1;
  const facts = { lifecycle_detail: detail, ...(lastBuy !== undefined && { last_time_buy: lastBuy }) };
  await world.observe({
    ...offered(supplier, 0, '0.10', { observedAt: new Date(begunAt + step * 60_000) }),
    description: { manufacturer: 'Yageo', mpn: partNumber(0), lifecycle, facts },
  });
  await world.stores.productStatements.follow(100, untraced);
};

const factsOf = async () => {
  const read = getProduct({
    catalog: world.stores.catalog,
    offers: world.stores.offers,
    statements: world.stores.productStatements,
    profiles: builtInProfiles,
    visibility: world.basis.visibility,
  });
  const product = await read({ id: productOf(0), facts: true }, callBy('acme'));
  const of = (name: string) =>
    product.facts
      .filter((fact) => fact.name === name)
      .map(
        ({ value, sources }) =>
          `${value} by ${sources
            .map(({ supplierId }) => supplierId)
            .toSorted()
            .join('+')}`,
      );
  // What is served comes first; the others contradict it.
  return {
    served: product.lifecycleStatus,
    lifecycle: of('lifecycle_status'),
    words: of('lifecycle_detail').toSorted(),
  };
};

const risksOf = async (): Promise<readonly string[]> => {
  const { id } = await world.useCases.buildEstimate(askedLines(1), callBy('acme'));
  const ready = (await world.watchUntil(id, ({ status }) => status === 'ready')).at(-1);
  return (ready?.lines[0]?.risks ?? []).filter(({ code }) => code === 'lifecycle').map(({ text }) => text);
};

const changes = async (): Promise<readonly string[]> => {
  const rows = await world.database.pool.sql<{ from: string | null; to: string; by: string }[]>`
    select change ->> 'from' as from, change ->> 'to' as to, change ->> 'by' as by
    from event cross join lateral jsonb_array_elements(data -> 'changes') as change
    where type = 'product.updated' and change ->> 'fact' = 'lifecycle' order by position`;
  return rows.map(({ from, to, by }) => `${from ?? 'unknown'} > ${to} by ${by}`);
};

const ending = (lifecycle: LifecycleStatus): string => `The product is ${lifecycle}.`;

it('is told step by step while two suppliers disagree, in one status and in their own words', async () => {
  await says('alpha', 'active', 'Active');
  await says('beta', 'active', 'In Production');
  expect(await factsOf()).toEqual({
    served: 'active',
    lifecycle: ['active by alpha+beta'],
    words: ['Active by alpha', 'In Production by beta'],
  });
  expect(await risksOf()).toEqual([]);

  // One says NRND: as many say that it is active, and the newer statement counts.
  await says('alpha', 'deprecated', 'NRND');
  expect(await factsOf()).toEqual({
    served: 'deprecated',
    lifecycle: ['deprecated by alpha', 'active by beta'],
    words: ['In Production by beta', 'NRND by alpha'],
  });
  expect(await risksOf()).toEqual([ending('deprecated')]);

  // The other follows, with the day of the last order: nothing contradicts any more.
  await says('beta', 'deprecated', 'Last Time Buy', '2027-01-31');
  expect(await factsOf()).toEqual({
    served: 'deprecated',
    lifecycle: ['deprecated by alpha+beta'],
    words: ['Last Time Buy by beta', 'NRND by alpha'],
  });
  expect(await risksOf()).toEqual([ending('deprecated')]);

  await says('alpha', 'discontinued', 'Obsolete');
  expect(await factsOf()).toEqual({
    served: 'discontinued',
    lifecycle: ['discontinued by alpha', 'deprecated by beta'],
    words: ['Last Time Buy by beta', 'Obsolete by alpha'],
  });
  expect(await risksOf()).toEqual([ending('discontinued')]);

  // That the other says the same again changes nothing.
  await says('beta', 'deprecated', 'Last Time Buy', '2027-01-31');
  expect((await factsOf()).served).toBe('discontinued');
  await says('beta', 'discontinued', 'Obsolete');
  expect(await factsOf()).toEqual({
    served: 'discontinued',
    lifecycle: ['discontinued by alpha+beta'],
    words: ['Obsolete by alpha+beta'],
  });
  expect(await risksOf()).toEqual([ending('discontinued')]);

  expect(await changes()).toEqual([
    'unknown > active by alpha',
    'active > deprecated by alpha',
    'deprecated > discontinued by alpha',
  ]);
}, 120_000);
