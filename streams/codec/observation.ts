import { lifecycleStatuses } from '../../domain/catalog/catalog.ts';
import { statedFacts } from '../../domain/catalog/part-facts.ts';
import type { Observation, ObservedDescription } from '../../domain/ingestion/observation.ts';
import { type Amount, amountText, isCurrencyCode, parseAmount } from '../../domain/money.ts';
import {
  type CredentialRef,
  credentialScopes,
  type PriceBreak,
  type PriceStatement,
  type WarehouseStock,
} from '../../domain/offers/offer.ts';
import {
  OfferObservation,
  type PartDescription,
  type PriceStatement as PriceStatementMessage,
} from '../../proto/gen/svc/events/v1/observation.ts';
import {
  enumValue,
  type Fields,
  flag,
  instant,
  integer,
  maxInt32,
  object,
  objects,
  optionalEnumValue,
  optionalInteger,
  optionalObject,
  optionalText,
  optionalTextMap,
  parsed,
  reject,
  text,
} from './fields.ts';

/** Observations as `svc.events.v1.OfferObservation`. */

const pieces = { min: 1, max: maxInt32 };
const stockPieces = { min: 0, max: Number.MAX_SAFE_INTEGER };

const priceToMessage = (price: PriceStatement): PriceStatementMessage => {
  if (price.kind === 'on_request') return { onRequest: true, currency: '', breaks: [] };
  const { currency, priceBase, orderFee, orderFeePieces, breaks } = price.ladder;
  return {
    onRequest: false,
    currency,
    priceBase,
    breaks: breaks.map((each) => ({ quantity: each.quantity, price: amountText(each.price) })),
    orderFee: orderFee && amountText(orderFee),
    orderFeePieces: orderFee && orderFeePieces,
  };
};

const descriptionToMessage = (description: ObservedDescription): PartDescription => ({
  manufacturer: description.manufacturer,
  mpn: description.mpn,
  text: description.text,
  lifecycleStatus: description.lifecycle,
  replacedByMpn: description.replacedByMpn,
  attributes: { ...description.attributes },
  facts: { ...description.facts },
});

/** The public form of an observation, as JSON. */
export const observationToJson = (observation: Observation, credential: CredentialRef): unknown => {
  const json = OfferObservation.toJSON({
    id: observation.id,
    supplierId: observation.supplierId,
    supplierSku: observation.supplierSku,
    credential: { ref: observation.credentialId, scope: credential.scope, label: credential.label },
    observedAt: observation.observedAt,
    runId: observation.runId,
    phase: observation.phase,
    price: observation.price && priceToMessage(observation.price),
    minimumOrderQuantity: observation.minimumOrderQuantity,
    orderMultiple: observation.orderMultiple,
    packaging: observation.packaging,
    stock: observation.stock && {
      warehouses: observation.stock.map(({ warehouseRef, quantity }) => ({ warehouseRef, quantity })),
    },
    leadTimeDays: observation.leadTimeDays,
    part: observation.description && descriptionToMessage(observation.description),
  }) as { readonly part?: { attributes?: unknown } };
  // The generated writer assigns key by key, which loses an attribute that a supplier names
  // `__proto__`.
  if (json.part?.attributes !== undefined) json.part.attributes = observation.description?.attributes;
  return json;
};

const readAmount = (fields: Fields, name: string): Amount => {
  const amount = parsed(fields, name, parseAmount, 'a decimal amount');
  if (amount.isNegative()) reject(fields, name, 'must not be negative');
  return amount;
};

const readBreak = (fields: Fields): PriceBreak => ({
  quantity: integer(fields, 'quantity', pieces),
  price: readAmount(fields, 'price'),
});

const readPrice = (fields: Fields): PriceStatement => {
  if (flag(fields, 'on_request')) return { kind: 'on_request' };
  const breaks = objects(fields, 'breaks').map(readBreak);
  if (breaks.length === 0) reject(fields, 'breaks', 'is missing');
  const isAscending = breaks.every(({ quantity }, index) => quantity > (breaks[index - 1]?.quantity ?? 0));
  if (!isAscending) reject(fields, 'breaks', 'must ascend by quantity');
  const currency = parsed(fields, 'currency', (code) => (isCurrencyCode(code) ? code : undefined), 'an ISO 4217 code');
  const ladder = { currency, priceBase: optionalInteger(fields, 'price_base', pieces), breaks };
  if (optionalText(fields, 'order_fee') === undefined) return { kind: 'ladder', ladder };
  const orderFeePieces = optionalInteger(fields, 'order_fee_pieces', pieces);
  const fee = { orderFee: readAmount(fields, 'order_fee'), ...(orderFeePieces !== undefined && { orderFeePieces }) };
  return { kind: 'ladder', ladder: { ...ladder, ...fee } };
};

const readStock = (fields: Fields): readonly WarehouseStock[] =>
  objects(fields, 'warehouses').map((warehouse) => ({
    warehouseRef: text(warehouse, 'warehouse_ref'),
    quantity: optionalInteger(warehouse, 'quantity', stockPieces),
  }));

const readDescription = (fields: Fields): ObservedDescription =>
  present({
    manufacturer: optionalText(fields, 'manufacturer'),
    mpn: optionalText(fields, 'mpn'),
    text: optionalText(fields, 'text'),
    lifecycle: optionalEnumValue(fields, 'lifecycle_status', lifecycleStatuses),
    replacedByMpn: optionalText(fields, 'replaced_by_mpn'),
    attributes: optionalTextMap(fields, 'attributes'),
    facts: statedFacts(optionalTextMap(fields, 'facts') ?? {}),
  });

/** The object without its undefined properties: what is absent on the wire is absent here. */
const present = <T extends object>(given: T): { [Key in keyof T]?: Exclude<T[Key], undefined> } => {
  const result: { [Key in keyof T]?: Exclude<T[Key], undefined> } = {};
  for (const key of Object.keys(given) as (keyof T)[]) {
    if (given[key] !== undefined) result[key] = given[key] as Exclude<T[typeof key], undefined>;
  }
  return result;
};

/**
 * Reads an observation; throws `invalid_argument` that names the field when anything is not as the
 * contract says.
 */
export const readObservation = (fields: Fields): Observation => {
  const credential = object(fields, 'credential');
  const [price, stock, part] = ['price', 'stock', 'part'].map((name) => optionalObject(fields, name));
  enumValue(credential, 'scope', credentialScopes);
  return {
    id: text(fields, 'id'),
    supplierId: text(fields, 'supplier_id'),
    supplierSku: text(fields, 'supplier_sku'),
    credentialId: text(credential, 'ref'),
    observedAt: instant(fields, 'observed_at'),
    runId: text(fields, 'run_id'),
    phase: text(fields, 'phase'),
    ...present({
      price: price && readPrice(price),
      minimumOrderQuantity: optionalInteger(fields, 'minimum_order_quantity', pieces),
      orderMultiple: optionalInteger(fields, 'order_multiple', pieces),
      packaging: optionalText(fields, 'packaging'),
      stock: stock && readStock(stock),
      leadTimeDays: optionalInteger(fields, 'lead_time_days', { min: 0, max: maxInt32 }),
      description: part && readDescription(part),
    }),
  };
};
