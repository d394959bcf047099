import type { LadderStep } from '../pricing/effective-ladder.ts';

/**
 * What the optimiser is asked: lines with their offers, and what ordering at a seller costs.
 * Money is in integer units of one currency (the caller fixes the unit, for example a millionth of
 * a euro), so that every sum is exact; where the dearest basket would come to more than 2^50 units
 * the problem is refused.
 *
 * An offer's stock belongs to the line that names it: where two lines want the same offer, the
 * caller merges the lines first.
 */

/** When an offer of a substitute may be taken instead of the product asked for. */
export type SubstitutePolicy = 'never' | 'when_out_of_stock' | 'when_cheaper';

/** When more of an offer may be ordered than is in stock; the rest of it ships later. */
export type BackOrderPolicy = 'never' | 'when_needed' | 'allow';

/** From this quantity on each piece costs so much. */
export interface PriceBreak extends LadderStep {
  /** What of these amounts is import duty; left out: nothing. */
  readonly duty?: BreakDuty;
}

/** Import duty within the amounts of a price break, in money units. */
export type BreakDuty = Omit<LadderStep, 'minQuantity'>;

/** One way to buy a line's product, or a substitute of it, at one supplier's warehouse. */
export interface LineOffer {
  readonly id: string;
  /** Whom it is ordered from; the goods of one seller are one order. */
  readonly sellerId: string;
  readonly manufacturer: string;
  /** Pieces on stock; undefined: unknown, taken as enough. */
  readonly stock: number | undefined;
  /** More than the stock can be ordered: the policy of the line says so, not the caller. */
  readonly isBackOrdered?: true;
  /**
   * Offers of one pool take their pieces from one stock, as packagings of a part at one seller do;
   * two of them are bought together only as far as the greatest stock of the pool reaches. Left
   * out: a stock of its own.
   */
  readonly pool?: string;
  /** Least pieces of an order. */
  readonly minOrderQuantity: number;
  /** Most pieces of an order; left out: no limit. */
  readonly maxOrderQuantity?: number;
  /** Orders are whole multiples of so many pieces. */
  readonly orderMultiple: number;
  /** Rising by `minQuantity`; at least one. Below the first break nothing can be bought. */
  readonly breaks: readonly PriceBreak[];
  /** The import duty within the breaks, in millionths of the goods; left out: none. */
  readonly dutyShare?: number;
  /** Pieces of a reel that is made, at most; left out: any number is one reel. */
  readonly reelPieces?: number;
  /** Days until what is in stock is shipped. */
  readonly handlingDays: number;
  /** Days until what is not in stock is shipped; undefined: unknown. */
  readonly leadTimeDays: number | undefined;
  /** Whether this is a substitute of the product asked for. */
  readonly isSubstitute: boolean;
  /**
   * The place of the product among those that the line would take, the most wanted first: of
   * baskets that are equally good the one of lower places is taken. Left out: 0.
   */
  readonly preference?: number;
}

/** One line of the bill of materials. */
export interface EstimateLine {
  readonly id: string;
  /** Pieces to buy, a positive integer, with what is lost in assembly. */
  readonly pieces: number;
  readonly substitutePolicy: SubstitutePolicy;
  /** Substitutes that are not among the offers because they save too little; left out: none. */
  readonly tooDear?: readonly string[];
  /**
   * Offers that are not among them because full reels are bought instead; left out: none.
   */
  readonly passedOver?: readonly string[];
  readonly backOrderPolicy: BackOrderPolicy;
  /**
   * Lines with the same group are to come from one manufacturer in mode `single_manufacturer`.
   * Undefined: a group of its own.
   */
  readonly interchangeableGroup: string | undefined;
  readonly offers: readonly LineOffer[];
}

/** The whole question. */
export interface EstimateProblem {
  readonly lines: readonly EstimateLine[];
  /**
   * Money units for each order at the seller; a seller that is not named costs nothing extra.
   */
  readonly orderCosts: Readonly<Record<string, number>>;
  /**
   * Where an order costs something else from a value of its goods on, which import duty is no part
   * of, by seller: a fee for small orders, free shipping from a value on, shipping in steps. Rising
   * by value, from above 0 on. Left out: what an order costs does not depend on its goods.
   */
  readonly orderSteps?: Readonly<Record<string, readonly OrderStep[]>>;
  /**
   * Money units of the smallest coin: goods and duty of a purchase are each rounded to it, half to
   * even, as they are billed. Left out: they are not rounded.
   */
  readonly coin?: number;
}

/** Orders of goods from this value on cost so much besides, instead of less valuable ones. */
export interface OrderStep {
  /** Money units. */
  readonly goodsFrom: number;
  /** Money units. */
  readonly cost: number;
}

/** When a purchase leaves its supplier, in days from the order; left out: not known. */
export type Shipment =
  | { readonly kind: 'in_stock'; readonly days: number }
  /** Beyond the stock, of which the rest ships at once; or not known to be in stock. */
  | { readonly kind: 'back_order' | 'after_lead_time'; readonly days?: number };

/** So many pieces of one offer. */
export interface Purchase {
  readonly offerId: string;
  readonly sellerId: string;
  readonly manufacturer: string;
  readonly quantity: number;
  /** Money units for all of it. */
  readonly cost: number;
  /** What of the cost is import duty; left out: nothing. */
  readonly duty?: number;
  /** Of its last piece. */
  readonly ships: Shipment;
}

/** What is bought for one line. */
export interface LineChoice {
  readonly lineId: string;
  readonly purchases: readonly Purchase[];
}

/** Why a line cannot be bought. */
export type InfeasibleReason =
  | 'no_offers'
  | 'only_substitutes_not_allowed'
  | 'not_enough_stock'
  | 'quantity_not_orderable';

/** A line that is left out of the basket. */
export interface InfeasibleLine {
  readonly lineId: string;
  readonly reason: InfeasibleReason;
}

/** What a basket is judged by, in the order of the mode; money in units, time in days. */
export interface Objective {
  /** Goods, import duties and order costs. */
  readonly total: number;
  readonly suppliers: number;
  /** Days until the last purchase is shipped whose shipment is known. */
  readonly leadTimeDays: number;
  /** Purchases whose shipment is not known. */
  readonly unknownLeadTimes: number;
  /** Lines outside the one manufacturer of their group. */
  readonly manufacturerExceptions: number;
}

/**
 * How good the basket is known to be. Numbers are of the mode's last aim, the total, given that its
 * first aim is met at its best.
 */
export interface Certificate {
  readonly objective: number;
  readonly lowerBound: number;
  /** (objective - lowerBound) / objective; 0 where the basket is proven best. */
  readonly gap: number;
  /** The best value of the mode's first aim is proven. Always true in `min_price`. */
  readonly isFirstAimProven: boolean;
}
