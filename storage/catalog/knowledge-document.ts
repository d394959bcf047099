import { type Knowledge, knowledgeParts, type Stated } from '../../domain/ingestion/merge.ts';
import type { PriceHold, ViewKnowledge } from '../../domain/ingestion/price-hold.ts';
import { amount, amountText } from '../../domain/money.ts';
import type { PriceJump, PriceStatement, WarehouseStock } from '../../domain/offers/offer.ts';
import { type StatementSource, sourcesOf, withSources } from '../pool/statement-sources.ts';

/**
 * How what a credential knows of an offer is stored, in `offer_view.known` and
 * `observation_history.known`: one JSON object with a value for each part ever stated, and who
 * stated it. Amounts are decimal text, so that no reader makes binary fractions. A price that is
 * held back comes with the one that counts meanwhile.
 */
export interface KnowledgeDocument {
  readonly price?: PriceDocument | undefined;
  readonly minimumOrderQuantity?: number | undefined;
  readonly orderMultiple?: number | undefined;
  readonly packaging?: string | undefined;
  readonly stock?: StockDocument | undefined;
  readonly leadTimeDays?: number | undefined;
  readonly stated: readonly StatementSource<keyof Knowledge>[];
  readonly hold?: HoldDocument | undefined;
}

type PriceDocument =
  | 'on_request'
  | {
      readonly currency: string;
      readonly base?: number | undefined;
      /** The fee of an order. */
      readonly fee?: string | undefined;
      /** Pieces that one fee is for. */
      readonly feePieces?: number | undefined;
      readonly breaks: readonly (readonly [quantity: number, price: string])[];
    };

/**
 * The price that counts while the document's is held back, who said it and when, and why the later
 * one is held back.
 */
interface HoldDocument {
  readonly price: PriceDocument;
  readonly at: string;
  readonly by: string;
  readonly since: string;
  readonly jump: PriceJump;
  readonly run: string;
}

/** Warehouses with what they hold; null for some quantity that the supplier does not tell. */
type StockDocument = readonly (readonly [warehouseRef: string, quantity: number | null])[];

const encodePrice = (price: PriceStatement): PriceDocument => {
  if (price.kind === 'on_request') return 'on_request';
  const { currency, priceBase, orderFee, orderFeePieces, breaks } = price.ladder;
  return {
    currency,
    base: priceBase,
    fee: orderFee && amountText(orderFee),
    feePieces: orderFee && orderFeePieces,
    breaks: breaks.map((each) => [each.quantity, amountText(each.price)]),
  };
};

const decodePrice = (stored: PriceDocument): PriceStatement => {
  if (stored === 'on_request') return { kind: 'on_request' };
  const breaks = stored.breaks.map(([quantity, price]) => ({ quantity, price: amount(price) }));
  const ladder = { currency: stored.currency, priceBase: stored.base, breaks };
  if (stored.fee === undefined) return { kind: 'ladder', ladder };
  const fee = {
    orderFee: amount(stored.fee),
    ...(stored.feePieces !== undefined && { orderFeePieces: stored.feePieces }),
  };
  return { kind: 'ladder', ladder: { ...ladder, ...fee } };
};

const encodeStock = (stock: readonly WarehouseStock[]): StockDocument =>
  stock.map(({ warehouseRef, quantity }) => [warehouseRef, quantity ?? null]);

const decodeStock = (stored: StockDocument): readonly WarehouseStock[] =>
  stored.map(([warehouseRef, quantity]) => ({ warehouseRef, quantity: quantity ?? undefined }));

const encodeHold = ({ confirmed, since, jump, runId }: PriceHold): HoldDocument => ({
  price: encodePrice(confirmed.value),
  at: confirmed.at.toISOString(),
  by: confirmed.by,
  since: since.toISOString(),
  jump,
  run: runId,
});

const decodeHold = ({ price, at, by, since, jump, run }: HoldDocument): PriceHold => ({
  confirmed: { value: decodePrice(price), at: new Date(at), by },
  since: new Date(since),
  jump,
  runId: run,
});

/** The document of what is known. */
export const encodeKnowledge = (known: ViewKnowledge): KnowledgeDocument => ({
  price: known.price && encodePrice(known.price.value),
  minimumOrderQuantity: known.minimumOrderQuantity?.value,
  orderMultiple: known.orderMultiple?.value,
  packaging: known.packaging?.value,
  stock: known.stock && encodeStock(known.stock.value),
  leadTimeDays: known.leadTimeDays?.value,
  stated: sourcesOf(knowledgeParts, known),
  hold: known.priceHold && encodeHold(known.priceHold),
});

/**
 * When parts were last seen to be so still: `offer_view.confirmed`. Null: none was since it was
 * stated.
 */
export type Confirmed = { readonly [Part in keyof Knowledge]?: string } | null;

/** The same, each part as of when it was last seen to be so. */
const lastSeen = (known: Knowledge, confirmed: NonNullable<Confirmed>): Knowledge => {
  const seen: { -readonly [Part in keyof Knowledge]: Stated<unknown> } = { ...known };
  for (const part of knowledgeParts) {
    const [stated, text] = [known[part], confirmed[part]];
    if (stated === undefined || text === undefined) continue;
    const at = new Date(text);
    if (at > stated.at) seen[part] = { ...stated, at };
  }
  return seen as Knowledge;
};

/** What a document says is known, as it was last seen to be so. */
export const decodeKnowledge = (
  { stated, price, stock, hold, ...plain }: KnowledgeDocument,
  confirmed: Confirmed = null,
): ViewKnowledge => {
  const said = { ...plain, price: price && decodePrice(price), stock: stock && decodeStock(stock) };
  const stands = withSources(said, stated);
  const known = confirmed === null ? stands : lastSeen(stands, confirmed);
  return hold === undefined ? known : { ...known, priceHold: decodeHold(hold) };
};
