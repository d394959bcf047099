import { type DemoOffer, knownStock, statedBreaks } from '../assortment.ts';

/** Products as TME's two versions write them. */

const statuses: Readonly<Record<string, readonly string[]>> = {
  new: ['NEW'],
  deprecated: ['AVAILABLE_WHILE_STOCKS_LAST'],
  discontinued: ['NOT_IN_OFFER'],
};

const statusesOf = ({ product }: DemoOffer): readonly string[] => statuses[product.lifecycle ?? ''] ?? [];

/** A product of `/products`. */
export const productOf = (offer: DemoOffer) => ({
  symbol: offer.sku,
  ean: '',
  customer_symbol: '',
  manufacturer_symbols: [offer.product.mpn],
  manufacturer: { id: 1, name: `${offer.manufacturer} / ${offer.manufacturer} Sales` },
  description: offer.product.description,
  product_status: statusesOf(offer),
  minimal_amount: offer.minimum,
  multiples: offer.multiple ?? null,
  unit: { id: 'ST', short_name: 'pcs' },
  packing: {
    elements:
      offer.packaging === undefined
        ? []
        : [{ id: 'RL1', translation: offer.packaging, amount: offer.product.packQuantity }],
  },
  notification: null,
});

/** How the prices of an answer are meant. */
export interface DemoPriceTerms {
  readonly currency: string;
  readonly type: 'NET' | 'GROSS';
  readonly ratePercent: number;
}

/** A product of `/products/data`, with the scopes that were asked for. */
export const figuresOf = (offer: DemoOffer, scopes: readonly string[], terms: DemoPriceTerms) => ({
  symbol: offer.sku,
  ...(scopes.includes('stock') ? { stock_quantity: knownStock(offer) } : {}),
  ...(scopes.includes('prices')
    ? {
        prices: {
          elements: statedBreaks(offer.price).map(({ from, price }) => ({
            amount: from,
            price: Number(price),
            special: false,
          })),
          tax: { type: 'VAT', rate: terms.ratePercent },
          currency: terms.currency,
          type: terms.type,
        },
      }
    : {}),
});

/** A product of version 1's searches and `GetProducts`. */
export const signedProductOf = (offer: DemoOffer) => ({
  Symbol: offer.sku,
  CustomerSymbol: '',
  OriginalSymbol: offer.product.mpn,
  Producer: offer.manufacturer,
  Description: offer.product.description,
  ProductStatusList: statusesOf(offer),
  MinAmount: offer.minimum,
  Multiples: offer.multiple ?? 0,
  Packing:
    offer.packaging === undefined
      ? []
      : [{ Id: 'RL1', IdUnit: 'ST', PackingTranslation: offer.packaging, Amount: offer.product.packQuantity }],
  Unit: 'pcs',
});

/** A product of version 1's `GetPricesAndStocks`. */
export const signedFiguresOf = (offer: DemoOffer) => ({
  Symbol: offer.sku,
  Unit: 'pcs',
  VatRate: 19,
  VatType: 'VAT',
  Amount: knownStock(offer),
  PriceList: statedBreaks(offer.price).map(({ from, price }) => ({
    Amount: from,
    PriceValue: Number(price),
    PriceBase: offer.price.kind === 'ladder' && offer.price.base !== 1 ? offer.price.base : 0,
    Special: false,
  })),
});
