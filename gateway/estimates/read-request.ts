import type { DocumentFormat } from '../../domain/estimate/parse/document.ts';
import { type Role, roles, type TableMap } from '../../domain/estimate/parse/roles.ts';
import {
  type EstimateRequest,
  type EstimateSource,
  type LineRequest,
  optimizationModes,
  substitutePolicies,
} from '../../domain/estimate/request.ts';
import { amountText, isCurrencyCode, parseAmount } from '../../domain/money.ts';
import type {
  BuildEstimateRequest,
  EstimateLineInput,
  TableMap as TableMapMessage,
} from '../../proto/gen/svc/public/v1/estimate.ts';
import {
  checkId,
  checkNamed,
  checkOneOf,
  checkOrderCost,
  checkText,
  checkWithin,
  type Finding,
  throwIfAny,
} from '../request/check.ts';

/**
 * Reads a request for an estimate. Everything that is wrong with it is told at once, each field by
 * its name.
 */

/** Forms in which a document is taken. */
const documentFormats = ['xlsx', 'csv', 'text', 'json'] as const satisfies readonly DocumentFormat[];

const maxLines = 20_000;
const maxLineLength = 4_000;
const maxNameLength = 255;
const maxQuantity = 1e12;
const maxBuildQuantity = 1_000_000;
const maxOrderCosts = 1_000;

/** What a request means. */
export interface ReadEstimateRequest {
  readonly request: EstimateRequest;
  /** Undefined for lines that came without a document. */
  readonly document: Uint8Array | undefined;
}

const checkAmount = (field: string, value: number, most: number): Finding =>
  Number.isFinite(value) && value >= 0 && value <= most
    ? undefined
    : { field, description: `must be a number from 0 to ${most}` };

const checkLine = (line: EstimateLineInput, index: number): readonly Finding[] => {
  const at = (name: string): string => `lines[${index}].${name}`;
  const { rawText, mpn, manufacturer, unit, interchangeableGroup } = line;
  const isEmpty = rawText.trim() === '' && mpn.trim() === '';
  return [
    isEmpty ? { field: at('raw_text'), description: 'must be given, or mpn' } : undefined,
    rawText.length > maxLineLength
      ? { field: at('raw_text'), description: `must be at most ${maxLineLength} characters` }
      : undefined,
    checkAmount(at('quantity'), line.quantity, maxQuantity),
    checkAmount(at('expected_price'), line.expectedPrice, maxQuantity),
    checkText(at('unit'), unit, 64),
    checkText(at('mpn'), mpn, maxNameLength),
    checkText(at('manufacturer'), manufacturer, maxNameLength),
    checkText(at('interchangeable_group'), interchangeableGroup, maxNameLength),
  ];
};

const checkSource = ({ lines, sourceDocument }: BuildEstimateRequest): Finding => {
  const [hasLines, hasDocument] = [lines.length > 0, sourceDocument.length > 0];
  if (hasLines && hasDocument) return { field: 'lines', description: 'must not be given beside source_document' };
  if (!(hasLines || hasDocument)) return { field: 'lines', description: 'must be given, or source_document' };
  return lines.length > maxLines ? { field: 'lines', description: `must be at most ${maxLines}` } : undefined;
};

const isRole = (text: string): text is Role => roles.some((role) => role === text);

const checkTableMap = (map: TableMapMessage | undefined): readonly Finding[] => {
  if (map === undefined) return [];
  return [
    checkText('table_map.sheet', map.sheet, maxNameLength),
    checkWithin('table_map.header_row', map.headerRow, 0, 1_000_000),
    checkWithin('table_map.first_row', map.firstRow, 0, 1_000_000),
    map.headerRow === 0 && map.firstRow === 0
      ? { field: 'table_map.first_row', description: 'must be given where there is no header_row' }
      : undefined,
    ...Object.entries(map.columns).flatMap(([column, role]) => [
      checkWithin(`table_map.columns.${column}`, Number(column), 0, 10_000),
      checkNamed(`table_map.columns.${column}`, role, roles),
    ]),
  ];
};

/** What says how a document is to be read has no meaning for lines. */
const checkReading = (asked: BuildEstimateRequest): readonly Finding[] => {
  const { delimiter, decimalMark, encoding, tableMap, lines } = asked;
  const alone = (field: string, isGiven: boolean): Finding =>
    isGiven && lines.length > 0 ? { field, description: 'goes with source_document only' } : undefined;
  return [
    alone('table_map', tableMap !== undefined),
    alone('encoding', encoding !== ''),
    alone('delimiter', delimiter !== ''),
    alone('decimal_mark', decimalMark !== ''),
    checkOneOf('decimal_mark', decimalMark, ['.', ',']),
    checkText('encoding', encoding, 40),
    delimiter === '' || delimiter === 'fixed' || [...delimiter].length === 1
      ? undefined
      : { field: 'delimiter', description: 'must be one character, or "fixed"' },
    ...checkTableMap(tableMap),
  ];
};

const checkOrderCosts = (costs: Readonly<Record<string, string>>): readonly Finding[] => {
  const entries = Object.entries(costs);
  if (entries.length > maxOrderCosts)
    return [{ field: 'order_costs', description: `must be at most ${maxOrderCosts}` }];
  return entries.map(([supplierId, text]) => checkOrderCost(`order_costs.${supplierId.slice(0, 64)}`, text));
};

/** The lines of a document are not known before it is read. */
const checkLineOfChoice = (field: string, number: number, lines: number): Finding =>
  lines > 0 && number > lines
    ? { field, description: `names no line: there are ${lines}` }
    : checkWithin(field, number, 1, maxLines);

const checkChoices = ({ lineChoices, lines }: BuildEstimateRequest): readonly Finding[] => {
  if (lineChoices.length > maxLines) return [{ field: 'line_choices', description: `must be at most ${maxLines}` }];
  const seen = new Set<number>();
  return lineChoices.flatMap(({ number, canonicalId }, index) => {
    const isRepeated = seen.has(number);
    seen.add(number);
    return [
      checkLineOfChoice(`line_choices[${index}].number`, number, lines.length),
      isRepeated ? { field: `line_choices[${index}].number`, description: 'names a line a second time' } : undefined,
      checkId(`line_choices[${index}].canonical_id`, canonicalId),
    ];
  });
};

const checkAll = (asked: BuildEstimateRequest, zones: readonly string[]): readonly Finding[] => [
  checkSource(asked),
  checkOneOf('source_format', asked.sourceFormat, documentFormats),
  checkOneOf('optimization_mode', asked.optimizationMode, optimizationModes),
  checkOneOf('substitute_policy', asked.substitutePolicy, substitutePolicies),
  checkOneOf('delivery_zone', asked.deliveryZone, zones),
  checkText('source_name', asked.sourceName, maxNameLength),
  checkWithin('build_quantity', asked.buildQuantity, 0, maxBuildQuantity),
  checkAmount('attrition_percent', asked.attritionPercent, 100),
  asked.currency === '' || isCurrencyCode(asked.currency)
    ? undefined
    : { field: 'currency', description: 'must be an ISO 4217 code, for example EUR' },
  ...checkOrderCosts(asked.orderCosts),
  ...checkReading(asked),
  ...checkChoices(asked),
  ...asked.lines.slice(0, maxLines).flatMap(checkLine),
];

/**
 * A double as decimal text with what a quantity can mean of it; undefined for 0, which says
 * nothing.
 */
const decimalOf = (value: number): string | undefined => {
  const parsed = value === 0 ? undefined : parseAmount(value.toFixed(9));
  return parsed && amountText(parsed);
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
    ...(line.interchangeableGroup && { group: line.interchangeableGroup }),
  };
};

const tableMapOf = ({ sheet, headerRow, firstRow, columns }: TableMapMessage): TableMap => ({
  sheet,
  ...(headerRow > 0 && { headerRow }),
  ...(firstRow > 0 && { firstRow }),
  columns: Object.fromEntries(
    Object.entries(columns).flatMap(([column, role]) => (isRole(role) ? [[Number(column), role]] : [])),
  ),
});

const sourceOf = (asked: BuildEstimateRequest): EstimateSource => {
  if (asked.lines.length > 0) return { kind: 'lines', lines: asked.lines.map(lineOf) };
  const format = documentFormats.find((each) => each === asked.sourceFormat);
  const { decimalMark } = asked;
  return {
    kind: 'document',
    ...(asked.sourceName && { name: asked.sourceName }),
    ...(format && { format }),
    ...(asked.encoding && { encoding: asked.encoding }),
    ...(asked.delimiter && { delimiter: asked.delimiter }),
    ...(asked.tableMap && { tableMap: tableMapOf(asked.tableMap) }),
    ...((decimalMark === '.' || decimalMark === ',') && { decimalMark }),
  };
};

/**
 * Reads a request. Throws `invalid_argument` with a violation for every field that is not
 * acceptable.
 */
export const readEstimateRequest = (asked: BuildEstimateRequest, zones: readonly string[]): ReadEstimateRequest => {
  throwIfAny(checkAll(asked, zones));
  return {
    request: {
      source: sourceOf(asked),
      mode: optimizationModes.find((mode) => mode === asked.optimizationMode) ?? 'min_price',
      ...(asked.deliveryZone && { deliveryZone: asked.deliveryZone }),
      ...(asked.currency && { currency: asked.currency }),
      buildQuantity: asked.buildQuantity || 1,
      attritionPercent: asked.attritionPercent,
      substitutePolicy: substitutePolicies.find((policy) => policy === asked.substitutePolicy) ?? 'never',
      orderCosts: asked.orderCosts,
      lineProducts: asked.lineChoices.map(({ number, canonicalId }) => ({ number, productId: canonicalId })),
    },
    document: asked.lines.length > 0 ? undefined : asked.sourceDocument,
  };
};
