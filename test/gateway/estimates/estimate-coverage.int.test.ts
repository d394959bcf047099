import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { CredentialScope } from '../../../domain/offers/offer.ts';
import type { EstimateLine, EstimateResponse } from '../../../proto/gen/svc/public/v1/estimate.ts';
import { byTest } from '../../support/by-test.ts';
import {
  asked,
  askedLines,
  callBy,
  type EstimateWorld,
  estimateWorld,
  matched,
  offerAt,
  offered,
} from '../../support/estimate-world.ts';
import { untraced } from '../../support/event-samples.ts';
import { ladder } from '../../support/offers.ts';
import { policyDraft } from '../../support/policies.ts';

const change = { by: 'key_1', context: untraced };
const today = new Date().toISOString().slice(0, 10);
const isReady = ({ status }: EstimateResponse): boolean => status === 'ready';

describe('what an estimate was chosen from', () => {
  let world: EstimateWorld;
  beforeAll(async () => {
    world = await estimateWorld();
  });
  afterAll(async () => {
    await world?.close();
  });

  afterEach(async () => {
    await world.database.pool.sql`delete from visibility_policy`;
    await world.basis.onPolicyChange();
  });

  const built = async (request: Parameters<EstimateWorld['useCases']['buildEstimate']>[0]) => {
    const { id } = await world.useCases.buildEstimate(request, callBy('acme'));
    const last = (await world.watchUntil(id, isReady)).at(-1);
    if (last === undefined) throw new Error('nothing was seen');
    return last;
  };
  /** The estimate of the product at this place alone. */
  const builtOf = async (at: number): Promise<{ readonly ready: EstimateResponse; readonly line: EstimateLine }> => {
    const ready = await built(asked({ lines: askedLines(at + 1).lines.slice(at) }));
    const [line] = ready.lines;
    if (line === undefined) throw new Error('no line');
    return { ready, line };
  };
  /** Another supplier, whose offer of a product is in dollars. */
  const sellsInDollars = async (id: string, at: number, scope: CredentialScope, ownerId?: string): Promise<void> => {
    const { suppliers, matches } = world.stores;
    const record = { id, name: id, plugin: 'demo-bulk', baseUrl: 'http://127.0.0.1:1', route: { supplierId: id } };
    await suppliers.putSupplier({ ...record, createsProducts: true, settings: {} }, byTest);
    const credential = { id: `crd_${id}`, supplierId: id, scope, ownerId, label: id, secret: {} };
    await suppliers.putCredential(credential);
    const price = { kind: 'ladder' as const, ladder: ladder([[1, '0.02']], { currency: 'USD' }) };
    await world.observe({ ...offered(id, at, '0'), price });
    await matches.record([matched(at, id)], untraced, new Date());
  };

  /** The cheapest supplier has none of a product, and another sells it in uncounted dollars. */
  const isScarce = async (at: number): Promise<void> => {
    await world.observe(offered('alpha', at, '0.10', { stock: 0 }));
    await sellsInDollars('delta', at, 'system');
  };

  it('is counted, with what could not be bought by reason, on the line and in the certificate', async () => {
    await isScarce(0);
    const { ready, line } = await builtOf(0);
    expect(line.chosen.map(({ supplierId }) => supplierId)).toEqual(['beta']);
    const coverage = { lookedAt: 4, leftOut: { no_exchange_rate: 1, out_of_stock: 1 } };
    expect(line.offers).toEqual(coverage);
    expect(ready.certificate?.offers).toEqual(coverage);
    const doubt = {
      code: 'no_exchange_rate',
      text: '1 of 4 offers were not counted: there is no exchange rate for USD',
    };
    expect(line.doubts).toContainEqual(doubt);
    expect(ready.doubts).toEqual([doubt]);
  });

  it('is told in the file too', async () => {
    await isScarce(3);
    const { ready } = await builtOf(3);
    const { content } = await world.useCases.exportEstimate(
      { estimateId: ready.id, format: 'csv', seller: '', cartForm: '' },
      callBy('acme'),
    );
    const [heading = '', row = ''] = Buffer.from(content).toString().split('\r\n');
    expect(heading).toContain(',offers_looked_at,offers_left_out,');
    expect(row).toContain(',4,"out_of_stock: 1, no_exchange_rate: 1",');
  });

  it('has no offer of another tenant and none that a policy hides in any number', async () => {
    const before = (await builtOf(1)).line.offers;
    await sellsInDollars('theirs', 1, 'customer', 'globex');
    expect((await builtOf(1)).line.offers).toEqual(before);
    const hidden = { target: 'offer', condition: 'supplier.id == "gamma"' } as const;
    await world.stores.policies.create('vis_gamma', policyDraft(hidden), change);
    await world.basis.onPolicyChange();
    expect((await builtOf(1)).line.offers).toEqual({ lookedAt: 2, leftOut: {} });
    const unpriced = { target: 'price', condition: 'supplier.id == "alpha"' } as const;
    await world.stores.policies.create('vis_alpha', policyDraft(unpriced), change);
    await world.basis.onPolicyChange();
    expect((await builtOf(1)).line).toMatchObject({
      chosen: [{ offerId: offerAt('beta', 1) }],
      offers: { lookedAt: 2, leftOut: { price_hidden: 1 } },
    });
  });

  it('is nothing where no price can be counted, and the ready estimate says so', async () => {
    const lines = askedLines(3).lines.slice(2);
    const none = await built(asked({ lines, currency: 'GBP' }));
    expect(none.lines[0]).toMatchObject({ chosen: [], unresolvedReason: 'no_exchange_rate' });
    expect(none.doubts).toMatchObject([
      { code: 'nothing_bought', text: expect.stringMatching(/^Nothing is bought\. 1 line: .*no exchange rate/) },
      { code: 'no_exchange_rate', text: expect.stringContaining('EUR') },
    ]);
    await world.stores.exchangeRates.add([{ currency: 'GBP', day: today, rate: '0.85' }], change);
    await world.basis.priceBooks.refresh();
    const some = await built(asked({ lines, currency: 'GBP' }));
    expect(some.lineCounts).toMatchObject({ bought: 1, unresolved: 0 });
    expect(some.doubts).toEqual([]);
  });
});
