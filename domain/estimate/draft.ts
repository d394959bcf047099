import { amountText } from '../money.ts';
import type { DraftLookUp, DraftLookUpCosts, LineLookUpState } from './look-up.ts';
import type { Detected, DoubtCode, ParsedBom, ParsedLine, SkippedRow } from './parse/parsed-bom.ts';
import type { SheetAsRead } from './parse/sheet-as-read.ts';
import type { EstimateRequest, LineRequest } from './request.ts';
import {
  type AlternatesByProduct,
  chosenResolution,
  figuresRule,
  type LineResolution,
  withAllowed,
} from './resolution.ts';
import { type AskedSubstitutes, substitutionsOf } from './substitution.ts';

/** The lines of an estimate as they were understood, as JSON keeps them: decimals are text. */

/**
 * Something that a person should look at: what the parser doubts, and what pricing had to take as
 * given.
 */
export interface LineDoubt {
  readonly code:
    | DoubtCode
    | 'unit_not_pieces'
    | 'probable_match'
    | 'figures_only'
    | 'stock_unknown'
    | 'order_rules_unknown'
    | 'price_not_fresh'
    | 'stock_not_fresh'
    | 'order_cost_unknown'
    | 'no_exchange_rate'
    | 'far_more_than_needed'
    | 'choice_without_line';
  readonly text: string;
}

/** A line with the product that it means. */
export interface DraftLine {
  /** From 1, in the order of the source. */
  readonly number: number;
  /** The row of the source, from 1. */
  readonly row: number;
  readonly rawText: string;
  /** Decimal text; left out: unknown. */
  readonly quantity?: string;
  readonly unit?: string;
  readonly partNumber?: string;
  readonly manufacturer?: string;
  /** The part's number with the customer. */
  readonly internalNumber?: string;
  readonly references: readonly string[];
  readonly doNotPlace: boolean;
  /** Decimal text, as the source states it. */
  readonly expectedPrice?: string;
  readonly group?: string;
  /** The name of the one of the request's assemblies that it belongs to; left out: none. */
  readonly assembly?: string;
  readonly doubts: readonly LineDoubt[];
  readonly resolution: LineResolution;
  /** How suppliers' look-ups of an unknown part stand; left out: none was asked. */
  readonly lookups?: readonly LineLookUpState[];
}

/** A document, or a list of lines, as it was understood. */
export interface EstimateDraft {
  readonly lines: readonly DraftLine[];
  /** Left out for lines that came without a document. */
  readonly detected?: Detected;
  /** What it was read from; left out in estimates from before this was kept, and without one. */
  readonly sheet?: SheetAsRead;
  /** Rows of the table that are no lines: how many, by reason. */
  readonly skipped: Readonly<Partial<Record<SkippedRow['reason'], number>>>;
  /** What is doubtful about the whole. */
  readonly doubts: readonly LineDoubt[];
  /** What suppliers are being asked; left out: nothing, or nothing any more. */
  readonly lookUp?: DraftLookUp;
  /** What the look-ups cost; left out: nothing was to be looked up. */
  readonly lookUpCosts?: DraftLookUpCosts;
}

/** What was parsed, before products are known. */
export type ParsedSource = Pick<ParsedBom, 'lines' | 'doubts' | 'skipped'> & {
  readonly detected?: Detected;
  readonly sheet?: SheetAsRead;
};

/** What the caller chose, by the numbers of the lines. */
const choicesOf = (request: EstimateRequest): ReadonlyMap<number, LineResolution> => {
  const substitutionOf = substitutionsOf(request);
  return new Map(
    request.lineProducts.map(({ number, productId }) => [number, chosenResolution(productId, substitutionOf(number))]),
  );
};

/** Numbers that one doubt lists. */
const maxListed = 20;

/** What the caller chose for lines that the document turned out not to have. */
const strayChoices = ({ lineProducts }: EstimateRequest, lines: number): readonly LineDoubt[] => {
  const stray = lineProducts.flatMap(({ number }) => (number > lines ? [number] : []));
  if (stray.length === 0) return [];
  const more = stray.length > maxListed ? ` and ${stray.length - maxListed} more` : '';
  const listed = stray.slice(0, maxListed).join(', ');
  const text = `line_choices names lines that the document does not have: ${listed}${more}`;
  return [{ code: 'choice_without_line', text }];
};

const probableDoubt = (resolution: LineResolution): readonly LineDoubt[] => {
  if (resolution.kind !== 'resolved' || resolution.confidence !== 'probable') return [];
  return resolution.rule === figuresRule
    ? [{ code: 'figures_only', text: 'the line names no part number; any product with its figures was taken for it' }]
    : [{ code: 'probable_match', text: 'the product is probably, but not surely, the one that the line names' }];
};

/** What only lines without a document say, and what they say as documents do. */
type Requested = Pick<LineRequest, 'group' | 'internalNumber' | 'assembly'>;

const requestedOf = ({ source }: EstimateRequest, index: number): Requested =>
  (source.kind === 'lines' ? source.lines[index] : undefined) ?? {};

/** As long as a line without a document may say it. */
const longestInternalNumber = 255;

const draftLine = (
  line: ParsedLine,
  number: number,
  resolution: LineResolution,
  { group, internalNumber = line.internalNumber, assembly }: Requested,
): DraftLine => {
  const [part] = line.parts;
  return {
    number,
    row: line.row,
    rawText: line.rawText,
    ...(line.quantity && { quantity: amountText(line.quantity) }),
    ...(line.unit !== undefined && { unit: line.unit }),
    ...(part?.partNumber !== undefined && { partNumber: part.partNumber }),
    ...(part?.manufacturer !== undefined && { manufacturer: part.manufacturer }),
    ...(internalNumber !== undefined && { internalNumber: internalNumber.slice(0, longestInternalNumber) }),
    references: line.references,
    doNotPlace: line.doNotPlace,
    ...(line.expectedPrice && { expectedPrice: amountText(line.expectedPrice) }),
    ...(group !== undefined && { group }),
    ...(assembly !== undefined && { assembly }),
    doubts: [...line.doubts, ...probableDoubt(resolution)],
    resolution,
  };
};

const countsOf = (skipped: readonly SkippedRow[]): EstimateDraft['skipped'] => {
  const counts: Partial<Record<SkippedRow['reason'], number>> = {};
  for (const { reason } of skipped) counts[reason] = (counts[reason] ?? 0) + 1;
  return counts;
};

/**
 * The draft of parsed lines with their resolutions, in the same order; products that the caller
 * chose go before those.
 */
export const draftOf = (
  { lines, detected, sheet, skipped, doubts }: ParsedSource,
  resolutions: readonly LineResolution[],
  request: EstimateRequest,
): EstimateDraft => {
  const choices = choicesOf(request);
  return {
    lines: lines.map((line, index) => {
      const number = index + 1;
      const found = resolutions[index] ?? { kind: 'unresolved', reason: 'not_found' };
      return draftLine(line, number, choices.get(number) ?? found, requestedOf(request, index));
    }),
    ...(detected && { detected }),
    ...(sheet && { sheet }),
    skipped: countsOf(skipped),
    doubts: [...doubts, ...strayChoices(request, lines.length)],
  };
};

/** Every product that the draft rests on, alternatives too, each once. */
export const productsOf = ({ lines }: Pick<EstimateDraft, 'lines'>): readonly string[] => [
  ...new Set(
    lines.flatMap(({ resolution }) =>
      resolution.kind === 'resolved'
        ? [resolution.productId, ...resolution.alternatives.map(({ productId }) => productId)]
        : [],
    ),
  ),
];

/** The products that lines were taken for, each once. */
export const resolvedProductsOf = ({ lines }: Pick<EstimateDraft, 'lines'>): readonly string[] => [
  ...new Set(lines.flatMap(({ resolution }) => (resolution.kind === 'resolved' ? [resolution.productId] : []))),
];

/** The products of the draft whose alternates are still to be found, each once. */
export const productsLackingAlternates = ({ lines }: Pick<EstimateDraft, 'lines'>): readonly string[] => [
  ...new Set(
    lines.flatMap(({ resolution }) =>
      resolution.kind === 'resolved' && resolution.lacksAlternates ? [resolution.productId] : [],
    ),
  ),
];

/** How many look-ups at suppliers have found a part of the draft. */
export const answersIn = ({ lines }: Pick<EstimateDraft, 'lines'>): number =>
  lines.reduce((sum, { lookups = [] }) => sum + lookups.filter(({ state }) => state === 'found').length, 0);

/**
 * The draft with the alternates that were found of the products that lacked them, as far as the
 * request allows them for their lines.
 */
export const withAlternatesFound = (
  draft: EstimateDraft,
  found: AlternatesByProduct,
  request: AskedSubstitutes,
): EstimateDraft => {
  const substitutionOf = substitutionsOf(request);
  const lines = draft.lines.map((line) => {
    if (line.resolution.kind !== 'resolved' || !line.resolution.lacksAlternates) return line;
    const { lacksAlternates: _, ...resolution } = line.resolution;
    const named = resolution.alternatives.filter(({ alternate }) => alternate === undefined);
    const others = found.get(resolution.productId) ?? [];
    const alternatives = withAllowed(named, others, substitutionOf(line.number).grades);
    return { ...line, resolution: { ...resolution, alternatives } };
  });
  return { ...draft, lines };
};
