import { describe, expect, test } from 'vitest';
import { foldDescriptions, foldKnowledge } from '../../../domain/ingestion/fold.ts';
import type { Observation } from '../../../domain/ingestion/observation.ts';
import { amount } from '../../../domain/money.ts';
import { observation, offerOf, priceOf, stockOf } from '../../support/observations.ts';
import { hoursBefore } from '../../support/offers.ts';

const batch = (...observations: Observation[]) =>
  observations.map((each) => ({ offerId: offerOf(each.supplierSku), observation: each }));

describe('folding a batch', () => {
  test('gives one snapshot for each observation, each on top of those before it', () => {
    const snapshots = foldKnowledge(
      batch(
        observation('A', { observedAt: hoursBefore(3), leadTimeDays: 1 }),
        observation('B', { observedAt: hoursBefore(2), leadTimeDays: 2 }),
        observation('A', { observedAt: hoursBefore(1), packaging: 'reel' }),
      ),
      new Map(),
      5,
    );
    expect(snapshots.map(({ known }) => [known.leadTimeDays?.value, known.packaging?.value])).toEqual([
      [1, undefined],
      [2, undefined],
      [1, 'reel'],
    ]);
  });

  test('credentials know of one offer apart from each other', () => {
    const snapshots = foldKnowledge(
      batch(observation('A', { leadTimeDays: 1 }), observation('A', { credentialId: 'crd_acme', packaging: 'reel' })),
      new Map(),
      5,
    );
    expect(snapshots.map(({ known }) => Object.keys(known))).toEqual([['leadTimeDays'], ['packaging']]);
  });

  test('a first price is no repricing, another one is, and the same or an older one is not', () => {
    const at = (hours: number, price: string) =>
      observation('A', { observedAt: hoursBefore(hours), price: priceOf(price) });
    const snapshots = foldKnowledge(
      batch(at(5, '1.0'), at(4, '1.00'), at(3, '2'), at(4, '3'), observation('A', { price: { kind: 'on_request' } })),
      new Map(),
      5,
    );
    expect(snapshots.map(({ repriced }) => repriced)).toEqual([false, false, true, false, true]);
  });

  test('content that is only confirmed later does not count as changed', () => {
    const said = (hours: number): Observation =>
      observation('A', {
        observedAt: hoursBefore(hours),
        price: {
          kind: 'ladder',
          ladder: { currency: 'EUR', priceBase: 1, breaks: [{ quantity: 1, price: amount('0.50') }] },
        },
        stock:
          hours > 1
            ? [...stockOf(1), { warehouseRef: 'b', quantity: 2 }]
            : [{ warehouseRef: 'b', quantity: 2 }, ...stockOf(1)],
      });
    const [first, second] = foldKnowledge(batch(said(2), said(1)), new Map(), 5);
    expect(first?.changed).toEqual(['price', 'stock']);
    expect(second?.changed).toEqual([]);
    expect(second?.known.price?.at).toEqual(hoursBefore(1));
  });

  test('descriptions tell apart what is reworded and what is confirmed', () => {
    const say = (hours: number, mpn: string) =>
      batch(observation('A', { observedAt: hoursBefore(hours), description: { mpn, attributes: { a: '1', b: '2' } } }));
    const before = new Map([...foldDescriptions(say(3, 'X'), new Map())].map(([id, { known }]) => [id, known]));
    expect(foldDescriptions(say(2, 'X'), before).get(offerOf('A'))?.changed).toBe(false);
    expect(foldDescriptions(say(2, 'Y'), before).get(offerOf('A'))?.changed).toBe(true);
    expect(foldDescriptions(say(4, 'Y'), before).size).toBe(0);
  });
});
