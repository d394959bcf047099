import type { AlternateGrade } from '../alternates/compare-parts.ts';
import type { MaxLookupCost } from '../wants/lookup-cost.ts';
import type { Attrition } from './attrition.ts';
import type { OptimizationMode } from './modes/modes.ts';
import type { DecimalMark, DocumentFormat } from './parse/document.ts';
import type { TableMap } from './parse/roles.ts';
import type { BackOrderPolicy, SubstitutePolicy } from './problem.ts';
import type { SellerPolicy } from './seller.ts';

/**
 * What an estimate is asked for, as it is kept: every value is as JSON has it, with decimals as
 * text, so that it reads back as it was written.
 */

/** Every policy of substitutes, in the words of the contract. */
export const substitutePolicies = ['never', 'when_out_of_stock', 'when_cheaper', 'when_cheaper_by'] as const;

/** When a substitute may be bought; the last by a share of the price that the request says. */
export type AskedSubstitutePolicy = SubstitutePolicy | 'when_cheaper_by';

/** Every policy of back-orders, in the words of the contract. */
export const backOrderPolicies = ['never', 'when_needed', 'allow'] as const;

/** What is done about prices and stocks that are too old, in the words of the contract. */
export const freshnessWishes = ['any', 'prefer_fresh', 'require_fresh'] as const;

/** How sure it must be what is bought, the surest first. */
export const minConfidences = ['exact', 'strong', 'probable'] as const;

/** What is said of the substitutes of one line, each instead of what the request says. */
export interface LineSubstitution {
  readonly policy?: AskedSubstitutePolicy;
  /** Percent that a substitute must cost less, with `when_cheaper_by`. */
  readonly savingPercent?: number;
  /** Grades of the alternates that are substitutes too; empty: none. */
  readonly grades?: readonly AlternateGrade[];
}

/** A part that would do instead of the one that a line names. */
export interface NamedAlternative {
  readonly partNumber: string;
  readonly manufacturer?: string;
}

/** A line that came without a document. */
export interface LineRequest {
  readonly rawText: string;
  /** Decimal text; left out: what the text says. */
  readonly quantity?: string;
  readonly unit?: string;
  /** Decimal text. */
  readonly expectedPrice?: string;
  readonly partNumber?: string;
  readonly manufacturer?: string;
  /** Other parts that would do, the one that is wished for most first; left out: none. */
  readonly alternatives?: readonly NamedAlternative[];
  /** The part's number with the customer. */
  readonly internalNumber?: string;
  /** What is lost in assembly; left out: what is said of all lines. */
  readonly attrition?: Attrition;
  /** Left out: what is said of all lines. */
  readonly substitution?: LineSubstitution;
  /** Lines of one group are to come from one manufacturer in the mode of that name. */
  readonly group?: string;
  /** The name of the one of the assemblies that it belongs to; left out: none. */
  readonly assembly?: string;
}

/** One of several things that an estimate is over. */
export interface Assembly {
  /** No other of the estimate has the same. */
  readonly name: string;
  /** How many of it are in a set, 1 or more. */
  readonly buildQuantity: number;
}

/**
 * Where the lines come from. The bytes of a document are kept beside; small ones stay for another
 * reading.
 */
export type EstimateSource =
  | { readonly kind: 'lines'; readonly lines: readonly LineRequest[] }
  | {
      readonly kind: 'document';
      readonly name?: string;
      readonly format?: DocumentFormat;
      readonly encoding?: string;
      readonly delimiter?: string;
      readonly tableMap?: TableMap;
      readonly decimalMark?: DecimalMark;
    };

/** The product that a person says a line means. */
export interface LineProduct {
  /** The number of the line, from 1. */
  readonly number: number;
  readonly productId: string;
}

/** What must not be bought, by the ids that the caller is shown. */
export interface Exclusions {
  readonly offers?: readonly string[];
  readonly suppliers?: readonly string[];
  /** Names of sellers; spellings of one name are the same. */
  readonly sellers?: readonly string[];
}

/**
 * What a person has said of one line since it was read; its product and quantity are in the draft.
 */
export interface LineEdit {
  /** The number of the line, from 1. */
  readonly number: number;
  readonly exclude?: Exclusions;
  /** The only offer that is bought for the line. */
  readonly pinnedOffer?: string;
  /** Instead of what the request says. */
  readonly attrition?: Attrition;
  /** Instead of what the line and the request say, each for itself. */
  readonly substitution?: LineSubstitution;
  /** Codes of doubts that a person has looked at. */
  readonly acceptedDoubts?: readonly string[];
}

/** What an estimate is asked for. */
export interface EstimateRequest {
  readonly source: EstimateSource;
  readonly mode: OptimizationMode;
  /** Left out: the customer's, else the service's. */
  readonly deliveryZone?: string;
  /** ISO 4217; left out: the customer's, else the one that most offers are priced in. */
  readonly currency?: string;
  /** How many times the list is built, with assemblies the whole set of them, 1 or more. */
  readonly buildQuantity: number;
  /** What the lines are built into; left out: one thing. */
  readonly assemblies?: readonly Assembly[];
  /** Percent of pieces to buy on top, 0 to 100. */
  readonly attritionPercent: number;
  /** Pieces to buy on top of each line; left out: none. */
  readonly attritionPieces?: number;
  /** What an operator says is lost of parts in a package does not count; left out: it does. */
  readonly ignoresPackages?: true;
  /** Percent that full reels may cost more than what is needed; left out: none are looked for. */
  readonly fullReelPercent?: number;
  readonly substitutePolicy: AskedSubstitutePolicy;
  /** Percent that a substitute must cost less, with `when_cheaper_by`; left out: 0. */
  readonly substituteSavingPercent?: number;
  /**
   * Grades of the alternates that are substitutes too; left out: what the lines name alone.
   */
  readonly alternateGrades?: readonly AlternateGrade[];
  /** Left out in requests from before there was a choice: never. */
  readonly backOrderPolicy?: BackOrderPolicy;
  /** Decimal text for each order at a supplier, in the currency of the estimate. */
  readonly orderCosts: Readonly<Record<string, string>>;
  readonly lineProducts: readonly LineProduct[];
  /** What is bought for no line; left out: nothing is excluded. */
  readonly exclude?: Exclusions;
  /** At most one for each line, in their order; left out in estimates that nobody has changed. */
  readonly lineEdits?: readonly LineEdit[];
  /**
   * A line or an offer of a weaker match is not bought; left out: any that is taken for a product.
   */
  readonly minConfidence?: (typeof minConfidences)[number];
  /** Left out: any. */
  readonly sellerPolicy?: SellerPolicy;
  /** Names of the only sellers that are bought from; left out: all. */
  readonly onlySellers?: readonly string[];
  /** Older prices are not bought at; left out: however old they are. */
  readonly maxPriceAgeMs?: number;
  /** Offers of an older stock are not bought; left out: however old it is. */
  readonly maxStockAgeMs?: number;
  /** The day by which everything is to be shipped, as `YYYY-MM-DD`; left out: none. */
  readonly neededBy?: string;
  /** What the basket of every mode comes to is told too. */
  readonly comparesModes?: true;
  /** Other quantities that are told of what their basket comes to; left out: none. */
  readonly buildQuantities?: readonly number[];
  /** How long suppliers' answers about unknown parts are waited for; 0 or left out: not at all. */
  readonly lookUpMs?: number;
  /** Left out: whatever they cost. */
  readonly maxLookUpCost?: MaxLookupCost;
  /** Left out: whatever is known is taken. */
  readonly freshness?: Exclude<(typeof freshnessWishes)[number], 'any'>;
}
