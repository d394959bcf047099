import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { estimateAnswer } from '../../../gateway/http/schemas/answers.ts';
import { type BasketSummary, EstimateResponse } from '../../../proto/gen/svc/public/v1/estimate.ts';
import { askedLines, callBy, type EstimateWorld, estimateWorld, offered } from '../../support/estimate-world.ts';

const told = ({ optimizationMode, buildQuantity, total, totalPerBuild, boughtLines, suppliers }: BasketSummary) => [
  optimizationMode,
  buildQuantity,
  total?.amount,
  totalPerBuild?.amount,
  boughtLines,
  suppliers,
];

interface Answered {
  readonly builds: readonly object[];
}

describe('what other baskets come to', () => {
  let world: EstimateWorld;
  beforeAll(async () => {
    world = await estimateWorld();
    // Ten and eleven pieces are needed for one build; beta alone has both in stock.
    await world.observe(offered('alpha', 1, '0.10', { stock: 0 }), offered('gamma', 1, '0.12', { stock: 0 }));
  });
  afterEach(() => world.observe(offered('alpha', 0, '0.10')));
  afterAll(async () => {
    await world?.close();
  });

  const isReady = ({ status }: EstimateResponse): boolean => status === 'ready';
  const versionsOf = async (fields: Parameters<typeof askedLines>[1]) => {
    const { id } = await world.useCases.buildEstimate(askedLines(2, fields), callBy('acme'));
    return world.watchUntil(id, isReady);
  };
  const built = async (fields: Parameters<typeof askedLines>[1]): Promise<EstimateResponse> => {
    const last = (await versionsOf(fields)).at(-1);
    if (last === undefined) throw new Error('nothing was seen');
    return last;
  };

  it('is told of every mode where they are compared, with the basket of the estimate among them', async () => {
    const { comparison, builds, totalPriceDecimal } = await built({ compare: true });
    // 10 at 0.10 from alpha and 11 at 0.11 from beta; all 21 at 0.11 from beta.
    expect(comparison.map(told)).toEqual([
      ['min_price', 1, '2.21', '2.21', 2, 2],
      ['min_suppliers', 1, '2.31', '2.31', 2, 1],
      ['min_lead_time', 1, '2.21', '2.21', 2, 2],
      ['single_manufacturer', 1, '2.21', '2.21', 2, 2],
    ]);
    expect(comparison.every(({ gap, isFirstAimProven }) => gap === 0 && isFirstAimProven)).toBe(true);
    expect(totalPriceDecimal).toBe('2.21');
    expect(builds).toEqual([]);
  });

  it('is told of every build quantity that is asked for, in the mode of the estimate', async () => {
    const { builds, comparison } = await built({
      buildQuantity: 3,
      buildQuantities: [1, 3, 1_000, 7],
      optimizationMode: 'min_suppliers',
    });
    // 10,000 are in stock of each offer: none of 11,000 pieces of the second part are bought, and
    // 10,000 of the first at 0.10.
    expect(builds.map(told)).toEqual([
      ['min_suppliers', 1, '2.31', '2.31', 2, 1],
      ['min_suppliers', 3, '6.93', '2.31', 2, 1],
      ['min_suppliers', 1_000, '1000', '1', 1, 1],
      ['min_suppliers', 7, '16.17', '2.31', 2, 1],
    ]);
    expect(comparison).toEqual([]);
  });

  it('says how many lines of how many it buys, also none, and why the others are not bought', async () => {
    const { builds } = await built({ buildQuantities: [1, 1_000, 1_000_000] });
    const rows = builds.map(({ boughtLines, lines, unboughtMessage }) => [boughtLines, lines, unboughtMessage]);
    // 10,000 are in stock of each offer, of which three are of the first product.
    expect(rows).toEqual([
      [2, 2, ''],
      [
        1,
        2,
        '1 of 2 lines is bought, and the total is without the others. ' +
          '1 line: All suppliers together do not have enough in stock.',
      ],
      [0, 2, 'Nothing is bought. 2 lines: All suppliers together do not have enough in stock.'],
    ]);
    const [, , nothing] = (estimateAnswer.json(EstimateResponse.fromPartial({ builds })) as Answered).builds;
    expect(nothing).toMatchObject({ total: { amount: '0' }, bought_lines: 0, lines: 2 });
  });

  it('is not told before the basket of the estimate is shown, and is kept', async () => {
    const versions = await versionsOf({ compare: true, buildQuantities: [2] });
    const shown = versions.filter(
      ({ status, totalPriceDecimal }) => status === 'optimizing' && totalPriceDecimal !== '',
    );
    expect(shown.at(-1)).toMatchObject({ totalPriceDecimal: '2.21', comparison: [], builds: [] });
    const last = versions.at(-1);
    const kept = await world.useCases.getEstimate({ estimateId: last?.id ?? '' }, callBy('acme'));
    expect(kept.comparison).toEqual(last?.comparison);
    expect(kept.builds.map(told)).toEqual([['min_price', 2, '4.42', '2.21', 2, 2]]);
  });

  it('is worked out again with the estimate when a price changes that another basket rests on', async () => {
    const { id } = await built({ optimizationMode: 'min_suppliers', compare: true });
    const isLater = ({ comparison, status }: EstimateResponse): boolean =>
      status === 'ready' && comparison[0]?.total?.amount === '2.2';
    const watched = world.watchUntil(id, isLater);
    // Cheaper at alpha, which the basket with the fewest sellers does not buy from.
    await world.observe(offered('alpha', 0, '0.099'));
    const last = (await watched).at(-1);
    expect(last).toMatchObject({ totalPriceDecimal: '2.31', changedLines: [1] });
  });
});
