import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EstimateChanges, type EstimateResponse } from '../../../proto/gen/svc/public/v1/estimate.ts';
import {
  asked,
  askedLines,
  callBy,
  type EstimateWorld,
  estimateWorld,
  offerAt,
  offered,
  productOf,
} from '../../support/estimate-world.ts';

/** A change with the fields that matter; the generated type of it does not infer. */
type Changes = object;

const isReady = ({ status }: EstimateResponse): boolean => status === 'ready';

describe('a change of an estimate', () => {
  let world: EstimateWorld;
  beforeAll(async () => {
    world = await estimateWorld();
  });
  afterAll(async () => {
    await world?.close();
  });

  const last = async (id: string, is: (estimate: EstimateResponse) => boolean): Promise<EstimateResponse> => {
    const seen = (await world.watchUntil(id, is)).at(-1);
    if (seen === undefined) throw new Error('nothing was seen');
    return seen;
  };
  const built = async (request = askedLines(3)): Promise<EstimateResponse> => {
    const { id } = await world.useCases.buildEstimate(request, callBy('acme'));
    return last(id, isReady);
  };
  const update = (estimateId: string, changes: Changes, more: { idempotencyKey?: string; by?: string } = {}) =>
    world.useCases.updateEstimate(
      { estimateId, changes: EstimateChanges.fromPartial(changes as never), idempotencyKey: more.idempotencyKey },
      callBy(more.by ?? 'acme'),
    );
  const updated = async (id: string, changes: Changes): Promise<EstimateResponse> => {
    const { version } = await update(id, changes);
    return last(id, (estimate) => isReady(estimate) && estimate.version > version);
  };
  const bought = ({ lines }: EstimateResponse) =>
    lines.map(({ chosen }) => chosen.map(({ supplierId, quantity }) => `${quantity} at ${supplierId}`).join());

  it('buys another quantity, and names the lines that are another than before', async () => {
    const { id, version, totalPriceDecimal } = await built();
    // 10, 11 and 12 at 0.10.
    expect(totalPriceDecimal).toBe('3.3');
    const begun = await update(id, { lines: [{ number: 2, quantity: 50 }] });
    expect(begun).toMatchObject({ status: 'optimizing', version: version + 1 });
    const next = await last(id, (each) => isReady(each) && each.version > begun.version);
    // 10, 50 and 12 at 0.10.
    expect(next).toMatchObject({ totalPriceDecimal: '7.2', changedLines: [2] });
    expect(next.lines[1]).toMatchObject({ quantityDecimal: '50', pieces: 50 });
  });

  it('leaves out an offer of a line and a seller of all, and takes them back', async () => {
    const { id } = await built();
    const lines = [{ number: 1, exclude: { offerIds: [offerAt('alpha', 0)] } }];
    const without = await updated(id, { lines });
    expect(bought(without)).toEqual(['10 at beta', '11 at alpha', '12 at alpha']);
    expect(without.lines[0]).toMatchObject({ exclude: { offerIds: [offerAt('alpha', 0)], supplierIds: [] } });
    const none = await updated(id, { exclude: { supplierIds: ['alpha'] } });
    expect(bought(none)).toEqual(['10 at beta', '11 at beta', '12 at beta']);
    expect(none.exclude).toEqual({ offerIds: [], supplierIds: ['alpha'], sellerNames: [] });
    const named = await updated(id, { exclude: { sellerNames: ['Alpha GmbH'] } });
    expect(bought(named)).toEqual(['10 at beta', '11 at beta', '12 at beta']);
    const back = await updated(id, { exclude: {}, lines: [{ number: 1, exclude: {} }] });
    expect(bought(back)).toEqual(['10 at alpha', '11 at alpha', '12 at alpha']);
  });

  it('buys another product that is chosen for a line whose offer was pinned', async () => {
    const { id } = await built();
    await updated(id, { lines: [{ number: 1, pinnedOfferId: offerAt('gamma', 0) }] });
    const next = await updated(id, { lines: [{ number: 1, canonicalId: productOf(5) }] });
    expect(next.lines[0]).toMatchObject({ canonicalId: productOf(5), pinnedOfferId: '', unresolvedReason: '' });
    expect(bought(next)).toEqual(['10 at alpha', '11 at alpha', '12 at alpha']);
  });

  it('buys the offer that is pinned, chooses a product and changes the mode', async () => {
    const { id } = await built();
    const pinned = await updated(id, { lines: [{ number: 1, pinnedOfferId: offerAt('gamma', 0) }] });
    expect(bought(pinned)).toEqual(['10 at gamma', '11 at alpha', '12 at alpha']);
    expect(pinned.lines[0]?.pinnedOfferId).toBe(offerAt('gamma', 0));
    // All from gamma is one order instead of two.
    const fewest = await updated(id, { optimizationMode: 'min_suppliers' });
    expect(bought(fewest)).toEqual(['10 at gamma', '11 at gamma', '12 at gamma']);
    expect(fewest.optimizationMode).toBe('min_suppliers');
    const other = await updated(id, { lines: [{ number: 2, canonicalId: productOf(7) }] });
    expect(other.lines[1]).toMatchObject({ canonicalId: productOf(7), resolutionRule: 'chosen' });
    expect(other.lines[1]?.chosen).toMatchObject([{ offerId: offerAt('gamma', 7), quantity: 11 }]);
    // The estimate follows the offers of the product that was chosen.
    const next = last(id, (each) => each.version > other.version);
    await world.observe(offered('gamma', 7, '0.05'));
    expect((await next).changedLines).toEqual([2]);
    await world.observe(offered('gamma', 7, '0.12'));
  });

  it('tells what other baskets come to, and does so no more', async () => {
    const { id } = await built();
    const told = ({ comparison, builds }: EstimateResponse) => [
      comparison.length,
      builds.map(({ buildQuantity, total }) => `${buildQuantity}: ${total?.amount}`),
    ];
    // 33 pieces for one build at 0.10.
    const both = await updated(id, { compare: true, builds: { quantities: [2, 5] } });
    expect(told(both)).toEqual([4, ['2: 6.6', '5: 16.5']]);
    expect(told(await updated(id, { optimizationMode: 'min_suppliers' }))).toEqual(told(both));
    const version = (await update(id, { compare: true, builds: { quantities: [2, 5] } })).version;
    expect((await last(id, isReady)).version).toBe(version);
    expect(told(await updated(id, { builds: { quantities: [3] } }))).toEqual([4, ['3: 9.9']]);
    expect(told(await updated(id, { compare: false, builds: {} }))).toEqual([0, []]);
  });

  it('accepts a doubt, which is shown as such', async () => {
    const sourceDocument = Buffer.from('mpn,reference\nRC0603FR-071000RL,"R1, R2"\n');
    const { id, lines } = await built(asked({ sourceDocument, sourceName: 'list.csv' }));
    expect(lines[0]?.doubts.map(({ code }) => code)).toEqual(['quantity_from_references', 'probable_match']);
    const next = await updated(id, { lines: [{ number: 1, acceptDoubts: ['quantity_from_references'] }] });
    expect(next.lines[0]).toMatchObject({
      doubts: [{ code: 'probable_match' }],
      acceptedDoubts: [{ code: 'quantity_from_references' }],
    });
  });

  it('is not lost: of another version than expected nothing is changed', async () => {
    const { id, version } = await built();
    const lines = [{ number: 1, quantity: 20 }];
    await update(id, { expectedVersion: version, lines });
    await expect(update(id, { expectedVersion: version, lines: [{ number: 1, quantity: 30 }] })).rejects.toMatchObject({
      kind: 'conflict',
    });
    expect((await last(id, isReady)).lines[0]?.pieces).toBe(20);
  });

  it('is made once however often it is sent, and one of nothing makes no version', async () => {
    const { id, version } = await built();
    const change = { expectedVersion: version, lines: [{ number: 1, quantity: 20 }] };
    const first = await update(id, change, { idempotencyKey: 'once' });
    const ready = await last(id, isReady);
    expect(ready.version).toBeGreaterThan(first.version);
    expect(await update(id, change, { idempotencyKey: 'once' })).toMatchObject({
      status: 'ready',
      version: ready.version,
    });
    await expect(update(id, { lines: [] }, { idempotencyKey: 'once' })).rejects.toMatchObject({ kind: 'key_reused' });
    const same = { lines: [{ number: 1, quantity: 20 }] };
    expect(await update(id, same)).toMatchObject({ status: 'ready', version: ready.version });
  });

  it.each<[string, Changes, string]>([
    ['an unknown line', { lines: [{ number: 9, quantity: 1 }] }, 'lines[0].number'],
    ['a line twice', { lines: [{ number: 1 }, { number: 1 }] }, 'lines[1].number'],
    ['an unknown product', { lines: [{ number: 1, canonicalId: 'prd_none' }] }, 'lines[0].canonical_id'],
    [
      'an offer of another line',
      { lines: [{ number: 1, pinnedOfferId: offerAt('alpha', 1) }] },
      'lines[0].pinned_offer_id',
    ],
    [
      'an unknown offer',
      { lines: [{ number: 1, exclude: { offerIds: ['ofr_none'] } }] },
      'lines[0].exclude.offer_ids[0]',
    ],
    ['an unknown seller', { exclude: { supplierIds: ['nobody'] } }, 'exclude.supplier_ids[0]'],
    ['an unknown name of a seller', { exclude: { sellerNames: ['alpha', 'Nobody'] } }, 'exclude.seller_names[1]'],
    ['a blank name of a seller', { exclude: { sellerNames: [' '] } }, 'exclude.seller_names[0]'],
    [
      'an unknown name of a seller for a line',
      { lines: [{ number: 1, exclude: { sellerNames: ['Nobody'] } }] },
      'lines[0].exclude.seller_names[0]',
    ],
    [
      'a doubt that the line does not have',
      { lines: [{ number: 1, acceptDoubts: ['free_text'] }] },
      'lines[0].accept_doubts[0]',
    ],
    ['no build at all', { builds: { quantities: [5, 0] } }, 'builds.quantities[1]'],
    ['a build quantity twice', { builds: { quantities: [5, 6, 5] } }, 'builds.quantities[2]'],
    [
      'more build quantities than ten',
      { builds: { quantities: Array.from({ length: 11 }, (_, at) => at + 1) } },
      'builds.quantities',
    ],
    ['an unknown mode', { optimizationMode: 'best' }, 'optimization_mode'],
  ])('of %s is refused by its field', async (_, changes, field) => {
    const { id, version } = await built();
    await expect(update(id, changes)).rejects.toMatchObject({ kind: 'invalid_argument', violations: [{ field }] });
    expect((await last(id, isReady)).version).toBe(version);
  });

  it('is refused where lines of one product, which are bought together, are pinned to two offers', async () => {
    const { id } = await built();
    const lines = [
      { number: 1, pinnedOfferId: offerAt('alpha', 0) },
      { number: 2, canonicalId: productOf(0), pinnedOfferId: offerAt('beta', 0) },
    ];
    await expect(update(id, { lines })).rejects.toMatchObject({
      kind: 'invalid_argument',
      violations: [{ field: 'lines[0].pinned_offer_id' }, { field: 'lines[1].pinned_offer_id' }],
    });
    await updated(id, { lines: lines.slice(1) });
    await expect(update(id, { lines: [{ number: 1, pinnedOfferId: offerAt('alpha', 0) }] })).rejects.toMatchObject({
      violations: [{ field: 'lines[0].pinned_offer_id' }],
    });
  });

  it("is refused before the estimate is ready, and of another customer's as of none", async () => {
    const { id } = await world.useCases.buildEstimate(
      asked({ sourceDocument: Buffer.from('x'), sourceFormat: 'xlsx' }),
      callBy('acme'),
    );
    await last(id, ({ status }) => status === 'error');
    await expect(update(id, {})).rejects.toMatchObject({ kind: 'failed_precondition' });
    const ready = await built();
    await expect(update(ready.id, {}, { by: 'globex' })).rejects.toMatchObject({ kind: 'not_found' });
  });
});
