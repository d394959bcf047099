import type { Comparison } from '../alternates/compare-parts.ts';
import { amount, amountText } from '../money.ts';
import { buildsOf } from './assemblies.ts';
import { type AppliedAttrition, type Attrition, type PackageAttrition, piecesToBuy } from './attrition.ts';
import type { DraftLine, EstimateDraft, LineDoubt } from './draft.ts';
import type { LeftOutReason } from './outcome.ts';
import { excludedSeller, isSureEnough, type Wishes } from './refusals.ts';
import type { EstimateRequest, Exclusions, LineEdit } from './request.ts';
import { figuresRule } from './resolution.ts';
import { sellerKey } from './seller.ts';
import { type Substitution, strictest, substitutionsOf } from './substitution.ts';

/**
 * From lines to what has to be bought. Lines that mean the same product are one need, because its
 * offers and their stock are the same; an equal or a substitute belongs to one need only, so that
 * no stock is promised twice.
 */

/** One line's share of a need. */
export interface NeededLine {
  readonly number: number;
  readonly pieces: number;
  /** With what is lost in assembly. */
  readonly toBuy: number;
  /** What is lost; left out: nothing. */
  readonly attrition?: AppliedAttrition;
  /** What it says in a unit of its own; left out: it names none. */
  readonly measured?: {
    readonly unit: string;
    /** Of all builds, decimal text. */
    readonly quantity: string;
    readonly attrition: Attrition;
  };
  /** What the source expects one of the `pieces` to cost, decimal text; left out: nothing. */
  readonly expectedPrice?: string;
}

/**
 * Pieces of one product, for one or several lines. What a person says of one line holds for all of
 * them, because they are bought together.
 */
export interface Need extends Wishes {
  readonly productId: string;
  readonly lines: readonly NeededLine[];
  readonly pieces: number;
  /** With what is lost in assembly. */
  readonly toBuy: number;
  /**
   * Products that are what every line of the need asks for as much as the first is: a line of
   * figures alone names no product.
   */
  readonly equals: readonly string[];
  /** Products that may be substituted, as every line of the need allows. */
  readonly substitutes: readonly string[];
  /** The strictest of what holds for its lines. */
  readonly substitution: Substitution;
  /** What those of them that no line names are to the product. */
  readonly alternates?: ReadonlyMap<string, Comparison>;
  readonly group: string | undefined;
}

/** What is to be bought, what is not and why, and what had to be taken as given. */
export interface Needs {
  readonly needs: readonly Need[];
  readonly leftOut: ReadonlyMap<number, LeftOutReason>;
  readonly doubts: ReadonlyMap<number, readonly LineDoubt[]>;
}

/** More than anybody buys, and what the contract's whole numbers hold with room for multiples. */
export const maxPieces = 100_000_000;

type Judged =
  | {
      readonly kind: 'needed';
      readonly line: DraftLine;
      readonly productId: string;
      readonly pieces: number;
      readonly equals: readonly string[];
      readonly substitutes: readonly string[];
      readonly alternates: ReadonlyMap<string, Comparison>;
    }
  | { readonly kind: 'left_out'; readonly line: DraftLine; readonly reason: LeftOutReason };

/** Whether a person has said that a probable product is the one that the line means. */
const isAccepted = ({ acceptedDoubts = [] }: Pick<LineEdit, 'acceptedDoubts'>): boolean =>
  acceptedDoubts.some((code) => code === 'probable_match' || code === 'figures_only');

const judge = (
  line: DraftLine,
  builds: number,
  request: Pick<EstimateRequest, 'minConfidence'>,
  edit: Pick<LineEdit, 'acceptedDoubts'>,
  { policy }: Pick<Substitution, 'policy'>,
): Judged => {
  const leftOut = (reason: LeftOutReason): Judged => ({ kind: 'left_out', line, reason });
  if (line.doNotPlace) return leftOut('do_not_place');
  const { resolution } = line;
  if (resolution.kind !== 'resolved') return leftOut(resolution.reason);
  if (resolution.isAlternative && policy === 'never') return leftOut('not_found');
  if (!isSureEnough(resolution.confidence, request) && !isAccepted(edit)) return leftOut('match_uncertain');
  if (line.quantity === undefined) return leftOut('quantity_unknown');
  const pieces = amount(line.quantity).times(builds).ceil().toNumber();
  if (pieces <= 0) return leftOut('quantity_zero');
  if (pieces > maxPieces) return leftOut('quantity_too_large');
  const others = resolution.alternatives.map(({ productId }) => productId);
  const [equals, substitutes] = resolution.rule === figuresRule ? [others, []] : [[], others];
  const alternates = new Map(
    resolution.alternatives.flatMap(({ productId, alternate }) => (alternate ? [[productId, alternate] as const] : [])),
  );
  return { kind: 'needed', line, productId: resolution.productId, pieces, equals, substitutes, alternates };
};

const unitDoubt = ({ unit }: DraftLine): readonly LineDoubt[] =>
  unit === undefined || unit === 'piece'
    ? []
    : [{ code: 'unit_not_pieces', text: `the quantity is in ${unit}; it was taken as the supplier's own unit` }];

/** What a line says in a unit. */
const measuredOf = (
  { unit, quantity }: DraftLine,
  builds: number,
  attrition: Attrition,
): Pick<NeededLine, 'measured'> =>
  unit === undefined || quantity === undefined
    ? {}
    : { measured: { unit, quantity: amountText(amount(quantity).times(builds)), attrition } };

/** Equals and substitutes less those that another need asks for or has already. */
const withOwnProducts = (needs: readonly Need[]): readonly Need[] => {
  const taken = new Set(needs.map(({ productId }) => productId));
  const take = (productIds: readonly string[]): readonly string[] => {
    const own = productIds.filter((productId) => !taken.has(productId));
    for (const productId of own) taken.add(productId);
    return own;
  };
  const own = needs.map((need) => ({
    ...need,
    equals: take(need.equals),
    substitutes: need.substitution.policy === 'never' ? need.substitutes : take(need.substitutes),
  }));
  // What may not be bought for a need is kept for another one.
  return own.map((need) => ({
    ...need,
    ...(need.substitution.policy === 'never' && { substitutes: need.substitutes.filter((id) => !taken.has(id)) }),
  }));
};

const wishesOf = ({
  minConfidence,
  maxPriceAgeMs,
  maxStockAgeMs,
  freshness,
  sellerPolicy,
  onlySellers,
}: EstimateRequest): Omit<Wishes, 'excluded' | 'pinned'> => ({
  ...(minConfidence && { minConfidence }),
  ...(maxPriceAgeMs !== undefined && { maxPriceAgeMs }),
  ...(maxStockAgeMs !== undefined && { maxStockAgeMs }),
  ...(freshness && { freshness }),
  ...(sellerPolicy && { sellerPolicy }),
  ...(onlySellers && { onlySellers: new Set(onlySellers.map(sellerKey)) }),
});

const excludedBy = ({ offers = [], suppliers = [], sellers = [] }: Exclusions = {}): readonly string[] => [
  ...offers,
  ...suppliers,
  ...sellers.map((name) => excludedSeller(sellerKey(name))),
];

/** Attrition by package that is known of products; left out: of none. */
export type AttritionOfProducts = ReadonlyMap<string, PackageAttrition>;

/**
 * What is lost of a line: what it says itself, else what is said of all, else what an operator says
 * of the package of its product, of which pieces are lost and no metres.
 */
const attritionOf = (
  { number, unit = 'piece' }: DraftLine,
  stated: Attrition | undefined,
  { source, attritionPercent, attritionPieces = 0, ignoresPackages }: EstimateRequest,
  ofPackage: PackageAttrition | undefined,
): AppliedAttrition | undefined => {
  const ofLine = stated ?? (source.kind === 'lines' ? source.lines[number - 1]?.attrition : undefined);
  if (ofLine !== undefined) return { ...ofLine, source: 'line' };
  if (attritionPercent > 0 || attritionPieces > 0)
    return { percent: attritionPercent, pieces: attritionPieces, source: 'request' };
  return ofPackage === undefined || ignoresPackages || unit !== 'piece'
    ? undefined
    : { ...ofPackage, source: 'package' };
};

/** A line's share of a need. */
const neededLine = (
  line: DraftLine,
  pieces: number,
  attrition: AppliedAttrition | undefined,
  builds: number,
): NeededLine => ({
  number: line.number,
  pieces,
  toBuy: piecesToBuy(pieces, attrition ?? {}),
  ...(attrition && { attrition }),
  ...measuredOf(line, builds, attrition ?? {}),
  ...(line.expectedPrice !== undefined && { expectedPrice: line.expectedPrice }),
});

/** What has to be bought for a draft. */
export const needsOf = (
  { lines }: Pick<EstimateDraft, 'lines'>,
  request: EstimateRequest,
  packages: AttritionOfProducts = new Map(),
): Needs => {
  const needs = new Map<string, Need>();
  const leftOut = new Map<number, LeftOutReason>();
  const doubts = new Map<number, readonly LineDoubt[]>();
  const edits = new Map<number, Omit<LineEdit, 'number'>>(request.lineEdits?.map((edit) => [edit.number, edit]));
  const excludedOfAll = new Set(excludedBy(request.exclude));
  const buildsOfLine = buildsOf(request);
  const substitutionOf = substitutionsOf(request);
  for (const line of lines) {
    const { number } = line;
    const edit = edits.get(number) ?? {};
    const builds = buildsOfLine(line);
    const judged = judge(line, builds, request, edit, substitutionOf(number));
    if (judged.kind === 'left_out') {
      leftOut.set(number, judged.reason);
      continue;
    }
    doubts.set(number, unitDoubt(line));
    const { productId, pieces, equals, substitutes, alternates } = judged;
    const before = needs.get(productId);
    const { exclude, pinnedOffer } = edit;
    const attrition = attritionOf(line, edit.attrition, request, packages.get(productId));
    const needed = neededLine(line, pieces, attrition, builds);
    needs.set(productId, {
      productId,
      lines: [...(before?.lines ?? []), needed],
      pieces: (before?.pieces ?? 0) + pieces,
      toBuy: (before?.toBuy ?? 0) + needed.toBuy,
      equals: before?.equals.filter((id) => equals.includes(id)) ?? equals,
      substitutes: before?.substitutes.filter((id) => substitutes.includes(id)) ?? substitutes,
      substitution: before ? strictest(before.substitution, substitutionOf(number)) : substitutionOf(number),
      ...alternatesOfAll(before, alternates),
      group: before?.group ?? line.group,
      ...wishesOf(request),
      excluded: (before?.excluded ?? excludedOfAll).union(new Set(excludedBy(exclude))),
      pinned: [...(before?.pinned ?? []), ...(pinnedOffer === undefined ? [] : [pinnedOffer])],
    });
  }
  return { needs: withOwnProducts([...needs.values()]), leftOut, doubts };
};

/** What is an alternate for each line of a need; what one of them names itself is none. */
const alternatesOfAll = (
  before: Need | undefined,
  alternates: NonNullable<Need['alternates']>,
): Pick<Need, 'alternates'> => {
  const ofAll =
    before === undefined ? alternates : new Map([...alternates].filter(([id]) => before.alternates?.has(id)));
  return ofAll.size > 0 ? { alternates: ofAll } : {};
};
