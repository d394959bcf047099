import type { Profiles } from '../../identity/profile.ts';
import type { MatchRecord } from '../../identity/strategy.ts';
import type { MatchCandidate } from '../../matching/ports.ts';
import type { MatchConfidence } from '../../offers/offer.ts';
import type { ParsedLine } from '../parse/parsed-bom.ts';

/**
 * What the resolver of lines asks of the store. Every look-up is of a whole file and one statement,
 * however many lines there are. All throw `Failure` of kind `unavailable` when the store does not
 * answer.
 */

/** A product that a line may mean, with what is known of its figures. */
export interface ProductCandidate extends MatchCandidate {
  readonly characteristics: Readonly<Record<string, string>>;
  /** In base units, by canonical name. */
  readonly quantities: Readonly<Record<string, number>>;
}

/** Candidates by what they were looked up by. */
export type CandidatesByKey = ReadonlyMap<string, readonly ProductCandidate[]>;

/** A supplier as lines may name it. */
export interface NamedSupplier {
  readonly id: string;
  readonly name: string;
}

/** The product of a supplier's order number. */
export interface SkuProduct {
  readonly offerId: string;
  readonly confidence: Exclude<MatchConfidence, 'unmatched'>;
  readonly product: ProductCandidate;
}

/** Products of one main figure are asked for. */
export interface WantedFigure {
  readonly figure: 'capacitance' | 'resistance' | 'inductance';
  /** In the base unit. */
  readonly value: number;
  /** Sizes of chips, any of them; empty: any package. */
  readonly chipSizes: readonly string[];
  /**
   * In volts; undefined: any. Here and in the next two, products of which it is not known are found
   * too.
   */
  readonly minVoltage: number | undefined;
  /** As a share; undefined: any. */
  readonly widestTolerance: number | undefined;
  /** Spellings of the dielectric, any of them; empty: any. */
  readonly dielectrics: readonly string[];
  /**
   * Spellings of the figure as descriptions have them, each in words that must all occur: for
   * products of which only a description is known. Size and dielectric must occur beside them.
   */
  readonly spellings: readonly (readonly string[])[];
}

/** How well a product can be bought, as far as the customer and everybody may know. */
export interface Supply {
  readonly isInStock: boolean;
  readonly isPriced: boolean;
}

/** Products by everything that a line may name them by. */
export interface LineCatalogue {
  profiles(): Promise<Profiles>;
  /** Every supplier. */
  suppliers(): Promise<readonly NamedSupplier[]>;
  /** The makers that the alias table knows, by manufacturer key. */
  manufacturers(keys: readonly string[]): Promise<ReadonlyMap<string, { key: string; name: string }>>;
  /** Products by part-number key, as `mpnKey` makes it. */
  byNumber(keys: readonly string[]): Promise<CandidatesByKey>;
  /** Products by their number in letters and digits, as `mpnCompact` makes it. */
  byToken(tokens: readonly string[]): Promise<CandidatesByKey>;
  /**
   * A few products whose number in letters and digits begins with each of these and goes on for
   * some characters, the shortest first.
   */
  byPrefix(compacts: readonly string[]): Promise<CandidatesByKey>;
  /**
   * The products of offers that the customer may see, where they are known; without a customer, of
   * those that everybody may.
   */
  byOffer(offerIds: readonly string[], customerId: string | undefined): Promise<ReadonlyMap<string, SkuProduct>>;
  /**
   * Up to some hundred products for each, in the same order; they may not satisfy all that is
   * wanted.
   */
  byFigure(wanted: readonly WantedFigure[]): Promise<readonly (readonly ProductCandidate[])[]>;
  /** How products can be bought; products without offers are left out. */
  supply(productIds: readonly string[], customerId: string | undefined): Promise<ReadonlyMap<string, Supply>>;
}

/** A customer's choices of the product that a line means. They hold for that customer only. */
export interface LineChoices {
  /** The chosen products by key (`line-key.ts`); lines without a choice are left out. */
  chosen(customerId: string, keys: readonly string[]): Promise<ReadonlyMap<string, ProductCandidate>>;
  /**
   * Keeps a choice, in place of an earlier one for the line. Throws `not_found` for an unknown
   * product or customer.
   */
  remember(customerId: string, line: ParsedLine, productId: string): Promise<void>;
  /** Forgets the choice for the line; false when there was none. */
  forget(customerId: string, line: ParsedLine): Promise<boolean>;
  /** Choices after a (customer, key) in the order of these, as labels for the matcher's model. */
  labelled(after: ChoiceMark | undefined, limit: number): Promise<readonly LabelledChoice[]>;
}

/** The place of a choice among all. */
export interface ChoiceMark {
  readonly customerId: string;
  /** Of `line-key.ts`. */
  readonly key: string;
}

/** A choice with what the line said and what was chosen for it. */
export interface LabelledChoice extends ChoiceMark {
  readonly written: MatchRecord;
  readonly product: Pick<MatchCandidate, 'manufacturer' | 'mpn' | 'description'>;
}
