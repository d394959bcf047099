import { type DemoOffer, knownStock, statedBreaks } from '../assortment.ts';
import { shareOf } from '../seeded.ts';
import { digitsOf, tariffOf } from '../tariff.ts';

/**
 * Parts as Mouser writes them: nearly every figure is text in the language of the key's account.
 */

/** The language of an account. */
export type MouserLanguage = 'en' | 'de';

const words = {
  en: { inStock: 'In Stock', days: 'Days', group: ',', decimal: '.' },
  de: { inStock: 'Auf Lager', days: 'Tage', group: '.', decimal: ',' },
} as const;

/** A price for people, with two decimals at least. */
const printed = (price: string, currency: string, language: MouserLanguage): string => {
  const { group, decimal } = words[language];
  const [whole = '0', fraction = ''] = price.split('.');
  const digits = `${whole.replace(/\B(?=(\d{3})+$)/g, group)}${decimal}${fraction.padEnd(2, '0')}`;
  const sign = currency === 'USD' ? '$' : '€';
  return language === 'en' ? `${sign}${digits}` : `${digits} ${sign}`;
};

/** Only what is not ordinary has a status; null: an ordinary part. */
const statuses = {
  new: 'New Product',
  active: null,
  deprecated: 'Not Recommended for New Designs',
  discontinued: 'Obsolete',
} as const;

/** A part of `SearchResults`. */
export const partOf = (offer: DemoOffer, currency: string, language: MouserLanguage) => {
  const { product, price } = offer;
  const stock = knownStock(offer);
  const { inStock, days } = words[language];
  const hts = digitsOf(tariffOf(product).hts);
  return {
    MouserPartNumber: offer.sku,
    ManufacturerPartNumber: product.mpn,
    Manufacturer: offer.manufacturer,
    Description: product.description,
    PriceBreaks: statedBreaks(price).map((each) => ({
      Quantity: each.from,
      Price: printed(each.price, currency, language),
      Currency: currency,
    })),
    Availability: stock === null ? null : `${stock} ${inStock}`,
    AvailabilityInStock: stock === null ? null : String(stock),
    AvailabilityOnOrder: [],
    FactoryStock: '0',
    Min: String(offer.minimum),
    Mult: offer.multiple === undefined ? '' : String(offer.multiple),
    LeadTime: `${offer.leadTimeDays ?? 0} ${days}`,
    LifecycleStatus: product.lifecycle === undefined ? undefined : statuses[product.lifecycle],
    SuggestedReplacement: '',
    Reeling: false,
    ProductAttributes: [
      ...(offer.packaging === undefined ? [] : [{ AttributeName: 'Packaging', AttributeValue: offer.packaging }]),
      { AttributeName: 'Standard Pack Qty', AttributeValue: String(product.packQuantity) },
    ],
    ProductCompliance: [
      ...(hts === undefined ? [] : [{ ComplianceName: 'USHTS', ComplianceValue: hts }]),
      { ComplianceName: 'ECCN', ComplianceValue: 'EAR99' },
    ],
  };
};

/**
 * A part that resembles the one asked for, for one in six: "Exact" does not mean that at Mouser.
 */
export const neighboursOf = (offer: DemoOffer): readonly DemoOffer[] =>
  shareOf(`neighbour|${offer.sku}`) < 1 / 6
    ? [{ ...offer, sku: `${offer.sku}-R7`, product: { ...offer.product, mpn: `${offer.product.mpn}-R7` } }]
    : [];

/** A listing of the same part that cannot be ordered, for one in ten. */
export const unorderableOf = (offer: DemoOffer): readonly DemoOffer[] =>
  shareOf(`unorderable|${offer.sku}`) < 1 / 10 ? [{ ...offer, sku: 'N/A' }] : [];
