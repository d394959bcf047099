import { type DemoOffer, knownStock, statedBreaks } from '../assortment.ts';
import { shareOf } from '../seeded.ts';
import { digitsOf, tariffOf } from '../tariff.ts';

/** Products as element14 writes them: no currency anywhere, and true stock by warehouse. */

/** Where the last price ends. */
const forEver = 999_999_999;

const pricesOf = ({ price }: DemoOffer) =>
  statedBreaks(price).map((each, at, breaks) => ({
    to: (breaks[at + 1]?.from ?? forEver + 1) - 1,
    from: each.from,
    cost: Number(each.price),
  }));

const releaseCodes = { new: 1, active: 4, deprecated: 6, discontinued: 7 } as const;

const stockOf = (offer: DemoOffer) => ({
  level: knownStock(offer),
  leastLeadTime: offer.leadTimeDays,
  status: 1,
  shipsFromMultipleWarehouses: offer.stock.length > 1,
  breakdown: offer.stock.map(({ warehouse, quantity }) => ({
    inv: quantity,
    region: warehouse,
    lead: offer.leadTimeDays,
    warehouse,
  })),
});

/** A product of an answer. */
export const productOf = (offer: DemoOffer) => {
  const { product } = offer;
  // Some shops write a point after the number.
  const { hts, origin } = tariffOf(product);
  const mpn = shareOf(`point|${offer.sku}`) < 0.1 ? `${product.mpn}.` : product.mpn;
  return {
    sku: offer.sku,
    displayName: `${offer.manufacturer} - ${product.mpn} - ${product.description}`,
    productStatus: product.lifecycle === 'discontinued' ? 'NO_LONGER_MANUFACTURED' : 'STOCKED',
    rohsStatusCode: 'YES',
    packSize: 1,
    unitOfMeasure: offer.packaging ?? 'EACH',
    id: `pf_US1_${offer.sku}_0`,
    prices: pricesOf(offer),
    inv: knownStock(offer),
    vendorName: offer.manufacturer,
    brandName: offer.manufacturer,
    translatedManufacturerPartNumber: mpn,
    translatedMinimumOrderQuality: offer.minimum,
    countryOfOrigin: origin ?? null,
    // Eight digits, as the customs of its shops have them.
    attributes: Object.entries({ ...product.attributes, ...(hts && { tariffCode: digitsOf(hts)?.slice(0, 8) }) }).map(
      ([attributeLabel, attributeValue]) => ({ attributeLabel, attributeValue }),
    ),
    stock: stockOf(offer),
    comingSoon: false,
    releaseStatusCode: product.lifecycle === undefined ? -1 : releaseCodes[product.lifecycle],
    isSpecialOrder: false,
    isAwaitingRelease: false,
    reeling: false,
  };
};
