/** What became of finding the product that a line of a bill of materials means. */
import type { AlternateGrade, Comparison } from '../alternates/compare-parts.ts';
import type { Product } from '../catalog/catalog.ts';
import type { ParsedLine } from './parse/parsed-bom.ts';

/**
 * The rule of what was found by figures alone: every product that satisfies them is what the line
 * asks for.
 */
export const figuresRule = 'characteristics';

/** What a product is called, as far as the caller may see it. */
export interface ProductName {
  readonly manufacturer: string;
  readonly mpn: string;
  readonly description?: string;
}

/** A product by its name. */
export const productNameOf = ({
  manufacturer,
  mpn,
  description,
}: Pick<Product, 'manufacturer' | 'mpn' | 'description'>): ProductName => ({
  manufacturer,
  mpn,
  ...(description !== undefined && { description }),
});

/** A product that the line could mean. */
export interface LineCandidate {
  readonly productId: string;
  /** Left out where nobody has looked it up. */
  readonly product?: ProductName;
  /** How likely this is the product meant, from 0 to 1. */
  readonly score: number;
  /** The rule that found it, for example `manufacturer_and_mpn`, `characteristics`, `confirmed`. */
  readonly rule: string;
  /** What it is to the product of the line; left out: the line names it itself. */
  readonly alternate?: Comparison;
}

/**
 * Why no product is taken for a line. The last four are of lines that suppliers were asked about
 * (`look-up.ts`): some have not answered yet, all said that they do not carry the part, the time
 * was over, or some were not asked because that would have cost too much. The text of each for a
 * buyer is with the edge.
 */
export type UnresolvedReason =
  | 'nothing_named'
  | 'not_found'
  | 'ambiguous'
  | 'too_vague'
  | 'looking_up'
  | 'not_carried'
  | 'lookup_unfinished'
  | 'over_max_lookup_cost';

/**
 * The product that a line means, or why none is taken. Candidates are ordered, the likeliest first.
 */
export type LineResolution =
  | {
      readonly kind: 'resolved';
      readonly productId: string;
      /** Left out where nobody has looked it up. */
      readonly product?: ProductName;
      readonly confidence: 'exact' | 'strong' | 'probable';
      readonly rule: string;
      /**
       * Other products that the line names, in its order, or that satisfy it equally: substitutes
       * by the buyer's own word. After them alternates of the grades that are allowed, the best
       * first. The order decides where two would cost the same.
       */
      readonly alternatives: readonly LineCandidate[];
      /**
       * The line's own part is not known, and the product is one that would do instead; left out:
       * it is the line's own.
       */
      readonly isAlternative?: true;
      /**
       * A person chose the product, or other grades, and its alternates are still to be found; left
       * out: they are, or none is allowed.
       */
      readonly lacksAlternates?: true;
    }
  | {
      /**
       * Something was found, but not surely enough to buy it; a person chooses among the
       * candidates.
       */
      readonly kind: 'doubtful';
      readonly candidates: readonly LineCandidate[];
      readonly reason: UnresolvedReason;
    }
  | { readonly kind: 'unresolved'; readonly reason: UnresolvedReason };

/** The resolution of a line whose product a person has chosen, with the grades it may have. */
export const chosenResolution = (
  productId: string,
  { grades = [] }: { readonly grades?: readonly AlternateGrade[] },
  product?: ProductName,
): LineResolution => ({
  kind: 'resolved',
  productId,
  ...(product && { product }),
  confidence: 'exact',
  rule: 'chosen',
  alternatives: [],
  ...(grades.length > 0 && { lacksAlternates: true }),
});

/** Alternates of a product that are substitutes of a line, the best first. */
const alternatesOfLine = 10;

/**
 * The alternatives of a line: what it names itself, in its order, and after that the alternates of
 * the grades that are allowed for it, ten at most. `found` are those of its product of any grade,
 * the best first.
 */
export const withAllowed = (
  named: readonly LineCandidate[],
  found: readonly LineCandidate[],
  grades: readonly AlternateGrade[],
): readonly LineCandidate[] => {
  const known = new Set(named.map(({ productId }) => productId));
  const allowed = found.filter(({ alternate }) => alternate !== undefined && grades.includes(alternate.grade));
  return [...named, ...allowed.slice(0, alternatesOfLine).filter(({ productId }) => !known.has(productId))];
};

/** A line with the grades of alternates that are allowed for it; left out: as of all lines. */
export type AskedParsedLine = ParsedLine & { readonly alternateGrades?: readonly AlternateGrade[] };

/** Alternates of any grade, the best ten of each, by the product that they are alternates of. */
export type AlternatesByProduct = ReadonlyMap<string, readonly LineCandidate[]>;

/** Finds the products of one list's lines. */
export interface ListResolver extends LineResolver {
  /** The alternates of products that a person has chosen, as those of the products of lines. */
  readonly alternatesOf: (productIds: readonly string[], signal: AbortSignal) => Promise<AlternatesByProduct>;
}

/** Finds the products of lines. */
export interface LineResolver {
  /**
   * One resolution for each line, in order. `customerId` (undefined: the caller has none) decides
   * whose earlier choices count. Fails with `unavailable` when the store cannot be asked; a line
   * that cannot be resolved is no failure. `signal` ends what takes long.
   */
  readonly resolve: (
    lines: readonly AskedParsedLine[],
    customerId: string | undefined,
    signal: AbortSignal,
  ) => Promise<readonly LineResolution[]>;
}
