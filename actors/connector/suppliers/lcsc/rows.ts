import { z } from 'zod';
import { statedFacts } from '../../../../domain/catalog/part-facts.ts';
import type { ObservationDraft } from '../../../../domain/ingestion/observation.ts';
import type { PriceStatement, WarehouseStock } from '../../../../domain/offers/offer.ts';
import { field, present } from '../rows.ts';
import { attributesOf, countOf, listOf, priceOf, quantityOf, textOf, tolerantLadder } from '../tolerant.ts';

/**
 * LCSC's products. The form of its answers is not published and its clients disagree, so a field is
 * looked for under every spelling that has been seen, and what is under none of them stays unknown.
 * Its smallest packet is not read as a minimum or multiple: it is not documented as one. Neither is
 * a currency sign read as a currency: two countries write ¥.
 */

type Fields = Readonly<Record<string, unknown>>;

const fields = z.record(z.string(), z.unknown());

const fieldsOf = (value: unknown): Fields => fields.safeParse(value).data ?? {};

/**
 * The spellings of a field, the likeliest first; a name that only differs in underscores and
 * capitals is the same.
 */
const spellings = {
  sku: ['productNumber', 'productCode', 'number'],
  mpn: ['productModel', 'mpn', 'manufacturerPart', 'manufacturerPartNumber', 'model'],
  maker: ['brandNameEn', 'brandName', 'brand', 'manufacturer', 'manufacturerName'],
  text: ['productIntroEn', 'productDescEn', 'productDescription', 'description', 'productName'],
  packaging: ['productArrange', 'packaging', 'packageType'],
  minimum: ['minBuyNumber', 'moq', 'minOrderQuantity', 'minimumOrderQuantity'],
  multiple: ['orderMultiple', 'multiple', 'multiples'],
  stock: ['stockNumber', 'stock', 'stockQuantity', 'stocks'],
  prices: ['productPriceList', 'prices', 'priceList'],
  attributes: ['paramVOList', 'attributes', 'parameters', 'params'],
  currency: ['currency', 'currencyCode'],
  breakFrom: ['ladder', 'quantity', 'startQuantity', 'startNumber', 'qty'],
  breakPrice: ['productPrice', 'price', 'unitPrice', 'currencyPrice'],
  place: ['location', 'warehouse', 'warehouseName', 'warehouseCode'],
  pieces: ['amount', 'quantity', 'stockNumber', 'stock'],
  paramName: ['paramNameEn', 'paramName', 'name'],
  paramValue: ['paramValueEn', 'paramValue', 'value'],
  datasheet: ['pdfUrl', 'dataManualUrl', 'datasheet', 'datasheetUrl'],
  link: ['productUrl', 'productLink', 'url'],
  image: ['productImageUrl', 'productImageUrlBig', 'imageUrl'],
  category: ['catalogName', 'categoryName', 'category', 'parentCatalogName'],
  package: ['encapStandard', 'packageName', 'package'],
  packet: ['minPacketNumber', 'minPacketQuantity'],
  unit: ['productUnit', 'minPacketUnit', 'unit'],
  makerName: ['nameEn', 'name', 'brandNameEn', 'brandName'],
} as const;

const plain = (name: string): string => name.replaceAll('_', '').toLowerCase();

/** Reads a field by what it means. */
type Look = (meaning: keyof typeof spellings) => unknown;

const lookIn = (value: unknown): Look => {
  const byName = new Map(Object.entries(fieldsOf(value)).map(([name, each]) => [plain(name), each]));
  return (meaning) => {
    for (const spelling of spellings[meaning]) {
      const found = byName.get(plain(spelling));
      if (found !== undefined && found !== null) return found;
    }
    return undefined;
  };
};

/** Markup leaks into their texts. */
const cleanText = (value: unknown): string | undefined =>
  textOf(
    textOf(value)
      ?.replace(/<[^<>]*>/g, ' ')
      .replace(/\s+/g, ' '),
  );

const ladderIn = (product: Look): PriceStatement | undefined => {
  const breaks = listOf(product('prices')).map(lookIn);
  const currencies = new Set(breaks.map((each) => textOf(each('currency')) ?? textOf(product('currency'))));
  const [currency] = currencies;
  if (currencies.size !== 1) return undefined;
  return tolerantLadder({
    currency: currency === 'RMB' ? 'CNY' : currency,
    breaks: breaks.map((each) => ({ quantity: quantityOf(each('breakFrom')), price: priceOf(each('breakPrice')) })),
  });
};

/** One number, or a list by warehouse; a place without a name makes the whole unknown. */
const stockIn = (product: Look): readonly WarehouseStock[] | undefined => {
  const given = product('stock');
  if (!Array.isArray(given)) {
    const quantity = countOf(given);
    return quantity === undefined ? undefined : [{ warehouseRef: 'LCSC', quantity }];
  }
  const stock = given.map(lookIn).flatMap((each) => {
    const warehouseRef = textOf(each('place'));
    return warehouseRef === undefined ? [] : [{ warehouseRef, quantity: countOf(each('pieces')) }];
  });
  return stock.length === given.length ? stock : undefined;
};

const manufacturerIn = (product: Look): string | undefined => {
  const given = product('maker');
  return cleanText(given) ?? cleanText(lookIn(given)('makerName'));
};

const attributesIn = (product: Look): Readonly<Record<string, string>> | undefined =>
  attributesOf(
    listOf(product('attributes'))
      .map(lookIn)
      .map((each) => [cleanText(each('paramName')), cleanText(each('paramValue'))] as const),
  );

const factsIn = (product: Look) =>
  statedFacts({
    category: cleanText(product('category')),
    datasheet_url: textOf(product('datasheet')),
    image_url: textOf(product('image')),
    package: cleanText(product('package')),
    product_url: textOf(product('link')),
    unit_of_sale: cleanText(product('unit')),
    standard_package: quantityOf(product('packet'))?.toString(),
  });

/** A product, read as what it says. */
export const productRow = z.unknown().transform((value, context): ObservationDraft => {
  const product = lookIn(value);
  const sku = field.sku.safeParse(textOf(product('sku')));
  if (!sku.success) {
    context.addIssue({ code: 'custom', message: 'no product number' });
    return z.NEVER;
  }
  return {
    supplierSku: sku.data,
    ...present({
      price: ladderIn(product),
      minimumOrderQuantity: quantityOf(product('minimum')),
      orderMultiple: quantityOf(product('multiple')),
      packaging: cleanText(product('packaging')),
      stock: stockIn(product),
    }),
    description: present({
      manufacturer: manufacturerIn(product),
      mpn: cleanText(product('mpn')),
      text: cleanText(product('text')),
      attributes: attributesIn(product),
      facts: factsIn(product),
    }),
  };
});

const listNames = ['productList', 'product_list', 'products', 'list', 'records', 'dataList', 'data', 'items', 'rows'];

/**
 * The products of a result: a list, one under any of the usual names, or a single product;
 * undefined when it is none.
 */
export const productsIn = (result: unknown): readonly unknown[] | undefined => {
  if (Array.isArray(result)) return result;
  const holder = fieldsOf(result);
  if (listNames.some((name) => Array.isArray(holder[name]))) return listOf(result, ...listNames);
  return lookIn(result)('sku') === undefined ? undefined : [result];
};
