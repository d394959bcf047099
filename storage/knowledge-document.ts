import { type Knowledge, knowledgeParts } from '../domain/ingestion/merge.ts';
import { amount, amountText } from '../domain/money.ts';
import type { PriceStatement, WarehouseStock } from '../domain/offer.ts';
import { type StatementSource, sourcesOf, withSources } from './statement-sources.ts';

/**
 * How what a credential knows of an offer is stored, in `offer_view.known` and `observation_history.known`: one JSON object with
 * a value for each part ever stated, and who stated it. Amounts are decimal text, so that no reader makes binary fractions.
 */
export interface KnowledgeDocument {
  readonly price?: PriceDocument | undefined;
  readonly minimumOrderQuantity?: number | undefined;
  readonly orderMultiple?: number | undefined;
  readonly packaging?: string | undefined;
  readonly stock?: StockDocument | undefined;
  readonly leadTimeDays?: number | undefined;
  readonly stated: readonly StatementSource<keyof Knowledge>[];
}

type PriceDocument =
  | 'on_request'
  | {
      readonly currency: string;
      readonly base?: number | undefined;
      readonly breaks: readonly (readonly [quantity: number, price: string])[];
    };

/** Warehouses with what they hold; null for some quantity that the supplier does not tell. */
type StockDocument = readonly (readonly [warehouseRef: string, quantity: number | null])[];

const encodePrice = (price: PriceStatement): PriceDocument => {
  if (price.kind === 'on_request') return 'on_request';
  const { currency, priceBase, breaks } = price.ladder;
  return { currency, base: priceBase, breaks: breaks.map((each) => [each.quantity, amountText(each.price)]) };
};

const decodePrice = (stored: PriceDocument): PriceStatement => {
  if (stored === 'on_request') return { kind: 'on_request' };
  const breaks = stored.breaks.map(([quantity, price]) => ({ quantity, price: amount(price) }));
  return { kind: 'ladder', ladder: { currency: stored.currency, priceBase: stored.base, breaks } };
};

const encodeStock = (stock: readonly WarehouseStock[]): StockDocument =>
  stock.map(({ warehouseRef, quantity }) => [warehouseRef, quantity ?? null]);

const decodeStock = (stored: StockDocument): readonly WarehouseStock[] =>
  stored.map(([warehouseRef, quantity]) => ({ warehouseRef, quantity: quantity ?? undefined }));

/** The document of what is known. */
export const encodeKnowledge = (known: Knowledge): KnowledgeDocument => ({
  price: known.price && encodePrice(known.price.value),
  minimumOrderQuantity: known.minimumOrderQuantity?.value,
  orderMultiple: known.orderMultiple?.value,
  packaging: known.packaging?.value,
  stock: known.stock && encodeStock(known.stock.value),
  leadTimeDays: known.leadTimeDays?.value,
  stated: sourcesOf(knowledgeParts, known),
});

/** What a document says is known. */
export const decodeKnowledge = ({ stated, price, stock, ...plain }: KnowledgeDocument): Knowledge =>
  withSources({ ...plain, price: price && decodePrice(price), stock: stock && decodeStock(stock) }, stated);
