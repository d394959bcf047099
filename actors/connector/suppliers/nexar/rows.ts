import { z } from 'zod';
import type { LifecycleStatus } from '../../../../domain/catalog/catalog.ts';
import { statedFacts } from '../../../../domain/catalog/part-facts.ts';
import type { ObservationDraft } from '../../../../domain/ingestion/observation.ts';
import type { PriceStatement } from '../../../../domain/offers/offer.ts';
import { field, present } from '../rows.ts';
import { attributesOf, tolerant, tolerantLadder } from '../tolerant.ts';

/**
 * Nexar sells nothing: each row is one seller's offer of one part. Its SKU with us is `seller/sku`,
 * because the sellers' own numbers overlap; where a seller lists one number several times, such as
 * on reel and as cut tape, the offer's id tells them apart. A price that Nexar converted is never
 * read.
 */

const manufacturer = z.object({ name: tolerant.text }).nullish().catch(undefined);

const part = z.object({
  mpn: field.sku,
  manufacturer: manufacturer,
  shortDescription: tolerant.text,
  specs: tolerant.list(
    z.object({
      attribute: z.object({ name: tolerant.text, shortname: tolerant.text }),
      displayValue: tolerant.text,
      value: tolerant.text,
      units: tolerant.text,
    }),
  ),
  estimatedFactoryLeadDays: tolerant.count,
  category: z.object({ name: tolerant.text }).nullish().catch(undefined),
  bestDatasheet: z.object({ url: tolerant.text }).nullish().catch(undefined),
  sellers: tolerant.list(
    z.object({
      company: z.object({ name: tolerant.text }),
      isAuthorized: tolerant.flag,
      isBroker: tolerant.flag,
      offers: tolerant.list(z.unknown()),
    }),
  ),
});

type Part = z.infer<typeof part>;

/** A part without its offers. */
type PartFacts = Omit<Part, 'sellers'>;

const offer = z.object({
  sku: field.sku,
  id: tolerant.text,
  inventoryLevel: z.unknown().optional(),
  moq: tolerant.quantity,
  orderMultiple: tolerant.quantity,
  packaging: tolerant.text,
  onOrderQuantity: tolerant.quantity,
  clickUrl: tolerant.text,
  factoryLeadDays: tolerant.count,
  prices: tolerant.list(z.object({ quantity: tolerant.quantity, price: tolerant.price, currency: tolerant.text })),
});

type Offer = z.infer<typeof offer>;

/** An offer with its SKU here, its seller, and the part that it is of. */
export const offerRow = z.object({
  sku: field.sku,
  seller: field.sku,
  isAuthorized: tolerant.flag,
  isBroker: tolerant.flag,
  part: z.custom<PartFacts>(),
  offer,
});

type OfferRow = z.infer<typeof offerRow>;

const unread = z.object({ parts: tolerant.list(z.unknown()) });

/** The parts of an answer's matches as they came, each of which the plan has counted. */
export const partsIn = (matches: readonly unknown[]): readonly unknown[] =>
  matches.flatMap((match) => unread.safeParse(match).data?.parts ?? []);

/**
 * The rows of a part: one for every offer, named; a part that cannot be read is one row that cannot
 * be read.
 */
export const rowsOfPart = (given: unknown): readonly unknown[] => {
  const read = part.safeParse(given);
  if (!read.success) return [given];
  const { sellers, ...about } = read.data;
  return sellers.flatMap(({ company: { name }, isAuthorized, isBroker, offers }) => {
    const skus = offers.map((each) => offer.safeParse(each).data?.sku);
    return offers.map((each, at) => {
      const isRepeated = skus.indexOf(skus[at]) !== skus.lastIndexOf(skus[at]);
      const id = isRepeated ? offer.safeParse(each).data?.id : undefined;
      const sku = [name, skus[at], id].filter(Boolean).join('/');
      return { sku, seller: name, isAuthorized, isBroker, part: about, offer: each };
    });
  });
};

/**
 * Stock below 0 is a sign: -2 is some without a number; the others (none kept, unknown, on request)
 * tell no stock.
 */
const someInStock = -2;

const stockOf = (seller: string, level: unknown): ObservationDraft['stock'] => {
  if (level === someInStock) return [{ warehouseRef: seller, quantity: undefined }];
  const quantity = tolerant.count.parse(level);
  return quantity === undefined ? undefined : [{ warehouseRef: seller, quantity }];
};

/** The ladder in the preferred currency, or else in the one that the seller names first. */
const ladderIn = (prices: Offer['prices'], preferred: string): PriceStatement | undefined => {
  const currency = prices.some((each) => each.currency === preferred) ? preferred : prices[0]?.currency;
  return tolerantLadder({ currency, breaks: prices.filter((each) => each.currency === currency) });
};

const lifecycles: readonly (readonly [start: RegExp, lifecycle: LifecycleStatus])[] = [
  [/^(obsolete|discontinued)/i, 'discontinued'],
  [/^(nrnd|not recommended|eol|end of life|last time buy)/i, 'deprecated'],
  [/^new/i, 'new'],
  [/^(production|active)/i, 'active'],
];

const specText = ({ displayValue, value, units }: Part['specs'][number]): string | undefined =>
  displayValue ?? (value === undefined ? undefined : [value, units].filter(Boolean).join(' '));

const specOf = (specs: Part['specs'], shortname: string): string | undefined => {
  const spec = specs.find(({ attribute }) => attribute.shortname === shortname);
  return spec === undefined ? undefined : specText(spec);
};

const lifecycleOf = (specs: Part['specs']): LifecycleStatus | undefined => {
  const text = specOf(specs, 'lifecyclestatus');
  return text === undefined ? undefined : lifecycles.find(([start]) => start.test(text))?.[1];
};

const factsOf = ({ seller, isAuthorized, isBroker, part: about, offer: given }: OfferRow) =>
  statedFacts({
    lifecycle_detail: specOf(about.specs, 'lifecyclestatus'),
    category: about.category?.name,
    datasheet_url: about.bestDatasheet?.url,
    rohs: specOf(about.specs, 'rohs'),
    reach: specOf(about.specs, 'reachsvhc'),
    package: specOf(about.specs, 'case_package'),
    product_url: given.clickUrl,
    seller,
    is_authorized: isAuthorized?.toString(),
    is_broker: isBroker?.toString(),
    on_order_quantity: given.onOrderQuantity?.toString(),
  });

/** What an offer says; of several currencies the preferred one counts. */
export const offerDraft = (row: OfferRow, preferred: string): ObservationDraft => {
  const { sku, seller, part: about, offer: given } = row;
  return {
    supplierSku: sku,
    ...present({
      price: ladderIn(given.prices, preferred),
      minimumOrderQuantity: given.moq,
      orderMultiple: given.orderMultiple,
      packaging: given.packaging,
      stock: stockOf(seller, given.inventoryLevel),
      leadTimeDays: given.factoryLeadDays ?? about.estimatedFactoryLeadDays,
    }),
    description: present({
      manufacturer: about.manufacturer?.name,
      mpn: about.mpn,
      text: about.shortDescription,
      lifecycle: lifecycleOf(about.specs),
      attributes: attributesOf(about.specs.map((spec) => [spec.attribute.name, specText(spec)] as const)),
      facts: factsOf(row),
    }),
  };
};
