import type { LifecycleStatus, Product } from '../../../domain/catalog/catalog.ts';
import { amount, amountText } from '../../../domain/money.ts';
import type {
  MatchConfidence,
  Observed,
  PriceHeld,
  PriceJump,
  PriceLadder,
  PriceStatement,
  WarehouseStock,
} from '../../../domain/offers/offer.ts';
import type { OfferRecord, ViewRecord } from '../../../domain/offers/offer-record.ts';
import { TextBreak } from '../../../domain/pricing/text-break.ts';

/**
 * What is known of an offer as one short text, to be kept by the million: JSON of lists in which
 * each part has its place, so that no name of a part is in it. Instants are milliseconds, amounts
 * are decimal text, and null is what is not known. Texts are read only by the process that wrote
 * them.
 */

type Ladder = readonly [
  currency: string,
  base: number | null,
  fee: string | readonly [fee: string, pieces: number] | null,
  ...breaks: readonly (number | string)[],
];

/** Zero stands for a price on request. */
type Price = readonly [observedAt: number, ladder: Ladder | 0];

type Stock = readonly [
  observedAt: number,
  ...held: readonly (readonly [warehouseRef: string, quantity: number | null])[],
];

type View = readonly [
  credentialId: string,
  price: Price | null,
  held: readonly [since: number, jump: PriceJump] | null,
  minimumOrderQuantity: number | null,
  orderMultiple: number | null,
  packaging: string | null,
  stock: Stock | null,
  leadTimeDays: number | null,
  queued: readonly [dueAt: number, isTop: 0 | 1] | null,
  /** Left out: not withdrawn, which is the rule. */
  ...withdrawn: readonly number[],
];

type ProductParts = readonly [
  profileId: string,
  manufacturer: string,
  manufacturerKey: string,
  mpn: string,
  description: string | null,
  characteristics: Readonly<Record<string, string>>,
  lifecycle: LifecycleStatus | null,
  replacedBy: string | null,
  observedAt: number | null,
];

type Parts = readonly [
  id: string,
  supplierId: string,
  supplierSku: string,
  manufacturer: string | null,
  mpn: string | null,
  productId: string | null,
  matchConfidence: MatchConfidence,
  matchRule: string | null,
  product: ProductParts | null,
  ...views: readonly View[],
];

const orNull = <Value>(value: Value | undefined): Value | null => value ?? null;

const orUndefined = <Value>(value: Value | null): Value | undefined => value ?? undefined;

const priceParts = ({ value, observedAt }: Observed<PriceStatement>): Price => {
  if (value.kind === 'on_request') return [observedAt.getTime(), 0];
  const { currency, priceBase, breaks } = value.ladder;
  const steps = breaks.flatMap(({ quantity, price }) => [quantity, amountText(price)]);
  return [observedAt.getTime(), [currency, orNull(priceBase), feeParts(value.ladder), ...steps]];
};

const feeParts = ({ orderFee, orderFeePieces }: PriceLadder): Ladder[2] => {
  if (orderFee === undefined) return null;
  return orderFeePieces === undefined ? amountText(orderFee) : [amountText(orderFee), orderFeePieces];
};

const readFee = (fee: Ladder[2]): Pick<PriceLadder, 'orderFee' | 'orderFeePieces'> => {
  if (fee === null) return {};
  return typeof fee === 'string' ? { orderFee: amount(fee) } : { orderFee: amount(fee[0]), orderFeePieces: fee[1] };
};

const readPrice = ([observedAt, ladder]: Price): Observed<PriceStatement> => {
  if (ladder === 0) return { value: { kind: 'on_request' }, observedAt: new Date(observedAt) };
  const [currency, base, fee] = ladder;
  const breaks = [];
  for (let at = 3; at < ladder.length; at += 2) breaks.push(new TextBreak(Number(ladder[at]), String(ladder[at + 1])));
  const plain = { currency, priceBase: orUndefined(base), breaks };
  return {
    value: { kind: 'ladder', ladder: { ...plain, ...readFee(fee) } },
    observedAt: new Date(observedAt),
  };
};

const stockParts = ({ value, observedAt }: Observed<readonly WarehouseStock[]>): Stock => [
  observedAt.getTime(),
  ...value.map(({ warehouseRef, quantity }) => [warehouseRef, orNull(quantity)] as const),
];

const readStock = ([observedAt, ...held]: Stock): Observed<readonly WarehouseStock[]> => ({
  value: held.map(([warehouseRef, quantity]) => ({ warehouseRef, quantity: orUndefined(quantity) })),
  observedAt: new Date(observedAt),
});

const heldParts = ({ since, jump }: PriceHeld) => [since.getTime(), jump] as const;

const viewParts = (view: ViewRecord): View => [
  view.credentialId,
  view.price ? priceParts(view.price) : null,
  view.priceHeld ? heldParts(view.priceHeld) : null,
  orNull(view.minimumOrderQuantity),
  orNull(view.orderMultiple),
  orNull(view.packaging),
  view.stock ? stockParts(view.stock) : null,
  orNull(view.leadTimeDays),
  view.queued ? [view.queued.dueAt.getTime(), view.queued.isTop ? 1 : 0] : null,
  ...(view.withdrawnAt ? [view.withdrawnAt.getTime()] : []),
];

const readView = (parts: View): ViewRecord => {
  const [credentialId, price, held, minimumOrderQuantity, orderMultiple, packaging, stock, leadTimeDays, queued, gone] =
    parts;
  return {
    credentialId,
    price: price === null ? undefined : readPrice(price),
    priceHeld: held === null ? undefined : { since: new Date(held[0]), jump: held[1] },
    minimumOrderQuantity: orUndefined(minimumOrderQuantity),
    orderMultiple: orUndefined(orderMultiple),
    packaging: orUndefined(packaging),
    stock: stock === null ? undefined : readStock(stock),
    leadTimeDays: orUndefined(leadTimeDays),
    queued: queued === null ? undefined : { dueAt: new Date(queued[0]), isTop: queued[1] === 1 },
    ...(gone !== undefined && { withdrawnAt: new Date(gone) }),
  };
};

const productParts = (product: Product): ProductParts => [
  product.profileId,
  product.manufacturer,
  product.manufacturerKey,
  product.mpn,
  orNull(product.description),
  product.characteristics,
  orNull(product.lifecycle),
  orNull(product.replacedBy),
  product.observedAt ? product.observedAt.getTime() : null,
];

const readProduct = (id: string, parts: ProductParts): Product => {
  const [
    profileId,
    manufacturer,
    manufacturerKey,
    mpn,
    description,
    characteristics,
    lifecycle,
    replacedBy,
    observedAt,
  ] = parts;
  return {
    id,
    profileId,
    manufacturer,
    manufacturerKey,
    mpn,
    description: orUndefined(description),
    characteristics,
    lifecycle: orUndefined(lifecycle),
    replacedBy: orUndefined(replacedBy),
    observedAt: observedAt === null ? undefined : new Date(observedAt),
  };
};

/** The text of what is known. */
export const offerText = (record: OfferRecord): string => {
  const { id, supplierId, supplierSku, manufacturer, mpn, productId, matchConfidence, matchRule, product, views } =
    record;
  const parts: Parts = [
    id,
    supplierId,
    supplierSku,
    orNull(manufacturer),
    orNull(mpn),
    orNull(productId),
    matchConfidence,
    orNull(matchRule),
    product ? productParts(product) : null,
    ...views.map(viewParts),
  ];
  return JSON.stringify(parts);
};

/** What a text of `offerText` says is known. */
export const readOfferText = (text: string): OfferRecord => {
  const parts = JSON.parse(text) as Parts;
  const [id, supplierId, supplierSku, manufacturer, mpn, productId, matchConfidence, matchRule, product, ...views] =
    parts;
  return {
    id,
    supplierId,
    supplierSku,
    manufacturer: orUndefined(manufacturer),
    mpn: orUndefined(mpn),
    productId: orUndefined(productId),
    matchConfidence,
    matchRule: orUndefined(matchRule),
    product: product === null || productId === null ? undefined : readProduct(productId, product),
    views: views.map(readView),
  };
};
