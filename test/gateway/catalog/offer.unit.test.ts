import { describe, expect, it } from 'vitest';
import { calculatePrice } from '../../../domain/pricing/calculate.ts';
import { toOffer, visibleFiguresOf } from '../../../gateway/catalog/offer.ts';
import { toPricingResponse } from '../../../gateway/pricing/price.ts';
import { caller, credential, hoursBefore, ladder, matchedProduct, noon, offer, view } from '../../support/offers.ts';

const mapped = (given: Parameters<typeof offer>) => {
  const seen = visibleFiguresOf(offer(...given), caller, noon);
  if (seen === undefined) throw new Error('the offer is not visible');
  return toOffer(seen, { supplierId: 'borealis', apiProvider: 'gateway-inc', distributor: 'northwind' });
};

const firmPrice = (hours: number) => ({
  value: { kind: 'ladder' as const, ladder: ladder([[1, '1']]) },
  observedAt: hoursBefore(hours),
});

describe('offer', () => {
  it('carries the figures, the source and the trace of the view that a price would be made from', () => {
    const own = view({
      credential: credential({ id: 'crd_own', scope: 'customer', ownerId: 'acme', label: 'our account' }),
      price: {
        value: {
          kind: 'ladder',
          ladder: ladder(
            [
              [1, '1.50'],
              [100, '1.20'],
            ],
            { priceBase: 100 },
          ),
        },
        observedAt: hoursBefore(1),
      },
      minimumOrderQuantity: 10,
      orderMultiple: 5,
      packaging: 'reel',
      leadTimeDays: 14,
      stock: {
        value: [
          { warehouseRef: 'south', quantity: undefined },
          { warehouseRef: 'north', quantity: 0 },
        ],
        observedAt: hoursBefore(0.5),
      },
    });
    const answer = mapped([
      [view(), own],
      {
        productId: 'prd_1',
        matchConfidence: 'exact',
        matchRule: 'rule',
        product: matchedProduct(),
        sale: { shipsFrom: 'PL' },
      },
    ]);
    expect(answer).toEqual({
      id: 'ofr_1',
      supplierId: 'borealis',
      supplierSku: 'BC-1',
      matchConfidence: 'exact',
      supplyChainTrace: {
        observedViaSupplierRef: 'borealis',
        apiProviderRef: 'gateway-inc',
        salesAgentRef: '',
        warehouseOperatorRefs: ['north', 'south'],
        distributorRef: 'northwind',
        manufacturerRef: 'YAGEO',
        chainDepth: 4,
      },
      freshness: { status: 'FRESH', observedAt: hoursBefore(1), staleSince: undefined, refreshEta: undefined },
      priceBreaks: [
        { quantity: 1, price: { amount: '1.5', currency: 'EUR' } },
        { quantity: 100, price: { amount: '1.2', currency: 'EUR' } },
      ],
      priceBase: 100,
      stock: [
        { warehouseRef: 'south', quantity: undefined, observedAt: hoursBefore(0.5) },
        { warehouseRef: 'north', quantity: 0, observedAt: hoursBefore(0.5) },
      ],
      leadTimeDays: 14,
      minimumOrderQuantity: 10,
      orderMultiple: 5,
      packaging: 'reel',
      observationSource: {
        type: 'CUSTOMER_CREDENTIAL',
        credentialLabel: 'our account',
        observedAt: hoursBefore(1),
        fallbackReason: '',
      },
      supplierManufacturer: 'Yageo',
      supplierMpn: 'RC0603FR-0710KL',
      matchRule: 'rule',
      canonicalId: 'prd_1',
      shipsFrom: 'PL',
      withdrawnAt: undefined,
    });
  });

  it('is withdrawn where no credential that the caller may look through still has it', () => {
    const others = credential({ id: 'crd_other', scope: 'customer', ownerId: 'globex' });
    const [early, late] = [hoursBefore(5), hoursBefore(4)];
    const system = view({ credential: credential({ id: 'crd_system', scope: 'system' }) });
    const gone = { ...view(), withdrawnAt: early };
    expect(mapped([[gone, { ...system, withdrawnAt: late }]]).withdrawnAt).toEqual(late);
    expect(mapped([[gone, system]]).withdrawnAt).toBeUndefined();
    expect(mapped([[system, gone]]).withdrawnAt).toBeUndefined();
    // What a credential last saw that is disabled keeps nothing, while there is another.
    expect(mapped([[gone, { ...system, isOutOfUse: true }]]).withdrawnAt).toEqual(early);
    expect(mapped([[{ ...gone, isOutOfUse: true }, system]]).withdrawnAt).toBeUndefined();
    expect(mapped([[{ ...gone, isOutOfUse: true }]]).withdrawnAt).toEqual(early);
    // What another tenant's credential sees takes no part in it.
    expect(mapped([[gone, view({ credential: others })]]).withdrawnAt).toEqual(early);
  });

  it.each([
    ['FRESH', 'price and stock are young', {}],
    ['STALE', 'the price is older than six hours', { price: firmPrice(7) }],
    ['STALE', 'the stock is older than two hours', { stock: { value: [], observedAt: hoursBefore(3) } }],
    ['INCOMPLETE', 'nothing was said about stock', { stock: undefined }],
    ['INCOMPLETE', 'nothing was said about the price', { price: undefined }],
    ['EMPTY', 'nothing was said at all', { price: undefined, stock: undefined }],
    ['STALE', 'its credential fails', { credential: credential({ failingSince: hoursBefore(1) }) }],
  ])('is %s when %s', (status, _, given) => {
    expect(mapped([[view(given)]]).freshness?.status).toBe(status);
  });
});

describe('price', () => {
  const price = (given: Parameters<typeof view>[0], quantity = 3) =>
    toPricingResponse(calculatePrice({ offer: offer([view(given)]), caller, quantity, at: noon }));

  it('says the same amounts as doubles and as decimals', () => {
    const answer = price({ minimumOrderQuantity: 7 });
    expect(answer).toMatchObject({
      pricingMode: 'fixed',
      finalPrice: 0.7,
      finalPriceDecimal: '0.7',
      unitPriceDecimal: '0.1',
      currency: 'EUR',
      requestedQuantity: 3,
      pricedQuantity: 7,
      breakdown: [
        { ruleId: 'break_price', amount: 0.3, amountDecimal: '0.3' },
        { ruleId: 'buy_quantity', amount: 0.4, amountDecimal: '0.4' },
      ],
      decisionTrail: [{ type: 'SYSTEM_CREDENTIAL', credentialLabel: 'house account', outcome: 'chosen' }],
      observationSource: { type: 'SYSTEM_CREDENTIAL', observedAt: hoursBefore(1), fallbackReason: '' },
    });
  });

  it('carries no amount and no currency when the supplier must be asked', () => {
    const answer = price({ price: { value: { kind: 'on_request' }, observedAt: hoursBefore(1) } });
    expect(answer).toMatchObject({ pricingMode: 'on_request', finalPrice: 0, finalPriceDecimal: '', currency: '' });
  });

  it('says why nothing is known', () => {
    expect(price({ price: undefined })).toMatchObject({
      pricingMode: 'unknown',
      unknownReason: 'no_observation',
      observationSource: { type: 'TYPE_UNSPECIFIED', fallbackReason: 'no_observation' },
      freshness: { status: 'EMPTY' },
    });
  });
});
