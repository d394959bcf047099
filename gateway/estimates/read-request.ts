import { alternateGrades } from '../../domain/alternates/compare-parts.ts';
import type { Attrition } from '../../domain/estimate/attrition.ts';
import { optimizationModes } from '../../domain/estimate/modes/modes.ts';
import { type Role, roles, type TableMap } from '../../domain/estimate/parse/roles.ts';
import {
  backOrderPolicies,
  type EstimateRequest,
  type EstimateSource,
  type Exclusions,
  freshnessWishes,
  type LineRequest,
  minConfidences,
  substitutePolicies,
} from '../../domain/estimate/request.ts';
import { amountText, parseAmount } from '../../domain/money.ts';
import { objectiveMs } from '../../domain/offers/freshness.ts';
import type {
  BuildEstimateRequest,
  EstimateExclusions,
  EstimateLineInput,
  ReadingCorrections,
  TableMap as TableMapMessage,
} from '../../proto/gen/svc/public/v1/estimate.ts';
import { createCheck } from '../request/rules.ts';
import { substitutionOf } from './line-substitution.ts';
import { buildEstimateRules, checkTogether, documentFormats } from './request-rules.ts';

/**
 * Reads a request for an estimate. Everything that is wrong with it is told at once, each field by
 * its name.
 */

/** How long suppliers are waited for, where the caller does not say. */
const usualLookUpSeconds = 30;

const checkRequest = createCheck(buildEstimateRules, checkTogether);

/** What a request means. */
export interface ReadEstimateRequest {
  readonly request: EstimateRequest;
  /** Undefined for lines that came without a document. */
  readonly document: Uint8Array | undefined;
}

const isRole = (text: string): text is Role => roles.some((role) => role === text);

/**
 * A double as decimal text with what a quantity can mean of it; undefined for 0, which says
 * nothing.
 */
export const decimalOf = (value: number): string | undefined => {
  const parsed = value === 0 ? undefined : parseAmount(value.toFixed(9));
  return parsed && amountText(parsed);
};

/** What is lost of a line, where anything is said of that. */
export const attritionOf = ({
  attritionPercent: percent,
  attritionPieces: pieces,
}: Pick<EstimateLineInput, 'attritionPercent' | 'attritionPieces'>): { readonly attrition?: Attrition } =>
  percent === undefined && pieces === undefined
    ? {}
    : { attrition: { ...(percent !== undefined && { percent }), ...(pieces !== undefined && { pieces }) } };

const alternativesOf = ({ alternatives }: EstimateLineInput): Pick<LineRequest, 'alternatives'> =>
  alternatives.length === 0
    ? {}
    : {
        alternatives: alternatives.map(({ mpn, manufacturer }) => ({
          partNumber: mpn.trim(),
          ...(manufacturer && { manufacturer: manufacturer.trim() }),
        })),
      };

const lineOf = (line: EstimateLineInput): LineRequest => {
  const quantity = decimalOf(line.quantity);
  const expectedPrice = decimalOf(line.expectedPrice);
  return {
    rawText: line.rawText,
    ...(quantity && { quantity }),
    ...(expectedPrice && { expectedPrice }),
    ...(line.unit && { unit: line.unit }),
    ...(line.mpn && { partNumber: line.mpn.trim() }),
    ...(line.manufacturer && { manufacturer: line.manufacturer.trim() }),
    ...alternativesOf(line),
    ...attritionOf(line),
    ...substitutionOf(line),
    ...(line.internalNumber && { internalNumber: line.internalNumber }),
    ...(line.interchangeableGroup && { group: line.interchangeableGroup }),
    ...(line.assembly && { assembly: line.assembly }),
  };
};

/** What must not be bought, each once. */
export const exclusionsOf = ({ offerIds, supplierIds, sellerNames }: EstimateExclusions): Exclusions => ({
  offers: [...new Set(offerIds)],
  suppliers: [...new Set(supplierIds)],
  ...(sellerNames.length > 0 && { sellers: [...new Set(sellerNames)] }),
});

const sellersOf = ({ sellers, onlySellers }: BuildEstimateRequest) => ({
  ...(sellers === 'authorized_only' && { sellerPolicy: 'authorized_only' as const }),
  ...(onlySellers.length > 0 && { onlySellers: [...new Set(onlySellers)] }),
});

const substitutesOf = ({ substituteSavingPercent, alternateGrades: asked }: BuildEstimateRequest) => {
  const grades = alternateGrades.filter((grade) => asked.includes(grade));
  return {
    ...(substituteSavingPercent > 0 && { substituteSavingPercent }),
    ...(grades.length > 0 && { alternateGrades: grades }),
  };
};

const tableMapOf = ({
  sheet,
  headerRow,
  firstRow,
  lastRow,
  lineRows,
  otherRows,
  columns,
}: TableMapMessage): TableMap => ({
  sheet,
  ...(headerRow > 0 && { headerRow }),
  ...(firstRow > 0 && { firstRow }),
  ...(lastRow > 0 && { lastRow }),
  ...(lineRows.length > 0 && { lineRows }),
  ...(otherRows.length > 0 && { otherRows }),
  columns: Object.fromEntries(
    Object.entries(columns).flatMap(([column, role]) => (isRole(role) ? [[Number(column), role]] : [])),
  ),
});

/** How a document is to be read, as far as the caller says. */
export const readingOf = ({
  encoding,
  delimiter,
  tableMap,
  decimalMark,
}: ReadingCorrections): Omit<Extract<EstimateSource, { kind: 'document' }>, 'kind' | 'name' | 'format'> => ({
  ...(encoding && { encoding }),
  ...(delimiter && { delimiter }),
  ...(tableMap && { tableMap: tableMapOf(tableMap) }),
  ...((decimalMark === '.' || decimalMark === ',') && { decimalMark }),
});

const sourceOf = (asked: BuildEstimateRequest): EstimateSource => {
  if (asked.lines.length > 0) return { kind: 'lines', lines: asked.lines.map(lineOf) };
  const format = documentFormats.find((each) => each === asked.sourceFormat);
  return {
    kind: 'document',
    ...(asked.sourceName && { name: asked.sourceName }),
    ...(format && { format }),
    ...readingOf(asked),
  };
};

const maxLookupCostOf = ({ maxLookupCost }: BuildEstimateRequest) =>
  Object.keys(maxLookupCost).length > 0 ? { maxLookUpCost: maxLookupCost } : {};

/** How old something may be: twice its objective where nobody says, and anything for 0. */
const ageOf = (field: 'maxPriceAgeMs' | 'maxStockAgeMs', seconds: number | undefined, objective: number) =>
  seconds === 0 ? {} : { [field]: seconds === undefined ? 2 * objective : seconds * 1_000 };

/** How many are built, and of what. */
const buildsOf = ({ buildQuantity, buildQuantities, assemblies }: BuildEstimateRequest) => ({
  buildQuantity: buildQuantity || 1,
  ...(buildQuantities.length > 0 && { buildQuantities }),
  ...(assemblies.length > 0 && {
    assemblies: assemblies.map(({ name, buildQuantity: inSet = 1 }) => ({ name, buildQuantity: inSet })),
  }),
});

/** What is bought on top of what is needed. */
const excessOf = ({
  attritionPercent,
  attritionPieces,
  packageAttrition = true,
  fullReelPercent,
}: BuildEstimateRequest) => ({
  attritionPercent,
  ...(attritionPieces > 0 && { attritionPieces }),
  ...(!packageAttrition && { ignoresPackages: true as const }),
  ...(fullReelPercent > 0 && { fullReelPercent }),
});

/**
 * Reads a request. Throws `invalid_argument` with a violation for every field that is not
 * acceptable.
 */
export const readEstimateRequest = (asked: BuildEstimateRequest, zones: readonly string[]): ReadEstimateRequest => {
  checkRequest(asked, { zones });
  const freshness = freshnessWishes.find((wish) => wish === asked.freshness);
  const minConfidence = minConfidences.find((confidence) => confidence === asked.minConfidence);
  return {
    request: {
      source: sourceOf(asked),
      mode: optimizationModes.find((mode) => mode === asked.optimizationMode) ?? 'min_price',
      ...(asked.deliveryZone && { deliveryZone: asked.deliveryZone }),
      ...(asked.currency && { currency: asked.currency }),
      ...buildsOf(asked),
      ...excessOf(asked),
      substitutePolicy: substitutePolicies.find((policy) => policy === asked.substitutePolicy) ?? 'never',
      ...substitutesOf(asked),
      backOrderPolicy: backOrderPolicies.find((policy) => policy === asked.backOrderPolicy) ?? 'never',
      orderCosts: asked.orderCosts,
      ...(freshness && freshness !== 'any' && { freshness }),
      lookUpMs: (asked.lookupDeadlineSeconds ?? usualLookUpSeconds) * 1_000,
      ...maxLookupCostOf(asked),
      ...(minConfidence && { minConfidence }),
      ...ageOf('maxPriceAgeMs', asked.maxPriceAgeSeconds, objectiveMs.price),
      ...ageOf('maxStockAgeMs', asked.maxStockAgeSeconds, objectiveMs.stock),
      ...sellersOf(asked),
      ...(asked.exclude && { exclude: exclusionsOf(asked.exclude) }),
      ...(asked.neededBy && { neededBy: asked.neededBy }),
      ...(asked.compare && { comparesModes: true }),
      lineProducts: asked.lineChoices.map(({ number, canonicalId }) => ({ number, productId: canonicalId })),
    },
    document: asked.lines.length > 0 ? undefined : asked.sourceDocument,
  };
};
