import { type DemoOffer, knownStock, statedBreaks } from '../assortment.ts';
import { shareOf } from '../seeded.ts';
import { tariffOf } from '../tariff.ts';

/**
 * Products as version 4 of Digi-Key's API writes them: one for a maker's number, with its
 * packagings inside.
 */

const statuses = {
  new: { Id: 0, Status: 'Active' },
  active: { Id: 0, Status: 'Active' },
  deprecated: { Id: 7, Status: 'Not For New Designs' },
  discontinued: { Id: 1, Status: 'Obsolete' },
} as const;

const digiReelSuffix = '-DKR';

/** The SKU that an assortment knows, of a SKU of any packaging. */
export const soldSkuOf = (sku: string): string =>
  sku.endsWith(digiReelSuffix) ? sku.slice(0, -digiReelSuffix.length) : sku;

const pricingOf = ({ price }: DemoOffer) =>
  statedBreaks(price).map(({ from, price: each }) => ({
    BreakQuantity: from,
    UnitPrice: Number(each),
    TotalPrice: Number((Number(each) * from).toFixed(2)),
  }));

const packagingOf = (offer: DemoOffer, sku: string, name: string) => ({
  DigiKeyProductNumber: sku,
  PackageType: { Id: name === 'Cut tape' ? 2 : 243, Name: name },
  StandardPricing: pricingOf(offer),
  MyPricing: [],
  MarketPlace: false,
  TariffActive: false,
  QuantityAvailableforPackageType: knownStock(offer),
  MaxQuantityForDistribution: 0,
  // What is no longer made has no minimum here.
  MinimumOrderQuantity: offer.product.lifecycle === 'discontinued' ? 0 : offer.minimum,
  StandardPackage: offer.product.packQuantity,
  DigiReelFee: 0,
});

/** What is cut from a reel is also put on a reel of its own. */
const packagingsOf = (offer: DemoOffer) => [
  packagingOf(offer, offer.sku, offer.packaging ?? 'Bulk'),
  ...(offer.packaging === 'Cut tape' ? [packagingOf(offer, `${offer.sku}${digiReelSuffix}`, 'Digi-Reel®')] : []),
];

/** Somebody else's offer of the same part, for one in eight. */
const marketplaceOf = (offer: DemoOffer) =>
  shareOf(`marketplace|${offer.sku}`) < 1 / 8
    ? [{ ...packagingOf(offer, `2000-${offer.product.mpn}-MP`, 'Bulk'), MarketPlace: true }]
    : [];

/** How many offers of its own a product is. */
export const ownOffersOf = (offer: DemoOffer): number => packagingsOf(offer).length;

/** A product of an answer. */
export const productOf = (offer: DemoOffer) => {
  const { product, leadTimeDays } = offer;
  return {
    Description: { ProductDescription: product.description.toUpperCase(), DetailedDescription: product.description },
    Manufacturer: { Id: 1, Name: offer.manufacturer },
    ManufacturerProductNumber: product.mpn,
    ProductVariations: [...packagingsOf(offer), ...marketplaceOf(offer)],
    QuantityAvailable: knownStock(offer),
    ProductStatus: product.lifecycle === undefined ? null : statuses[product.lifecycle],
    Discontinued: product.lifecycle === 'discontinued',
    EndOfLife: false,
    Ncnr: false,
    NormallyStocking: true,
    BackOrderNotAllowed: false,
    DateLastBuyChance: null,
    ManufacturerLeadWeeks: leadTimeDays === undefined ? null : String(leadTimeDays / 7),
    ManufacturerPublicQuantity: 0,
    Parameters: Object.entries(product.attributes).map(([ParameterText, ValueText], ParameterId) => ({
      ParameterId,
      ParameterText,
      ParameterType: 'String',
      ValueText,
    })),
    BaseProductNumber: null,
    Classifications: { ReachStatus: 'REACH Unaffected', HtsusCode: tariffOf(product).hts ?? null },
    OtherNames: [],
  };
};
