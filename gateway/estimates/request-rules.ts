import { alternateGrades } from '../../domain/alternates/compare-parts.ts';
import { optimizationModes } from '../../domain/estimate/modes/modes.ts';
import type { DocumentFormat } from '../../domain/estimate/parse/document.ts';
import { roles } from '../../domain/estimate/parse/roles.ts';
import {
  backOrderPolicies,
  freshnessWishes,
  minConfidences,
  substitutePolicies,
} from '../../domain/estimate/request.ts';
import { sellerPolicies } from '../../domain/estimate/seller.ts';
import type {
  BuildEstimateRequest,
  EstimateAssemblyInput,
  EstimateBuilds,
  EstimateChanges,
  EstimateExclusions,
  EstimateLineAlternative,
  EstimateLineChange,
  EstimateLineInput,
  LineProductChoice,
  ReadingCorrections,
  TableMap,
} from '../../proto/gen/svc/public/v1/estimate.ts';
import {
  checkId,
  checkNamed,
  checkOrderCost,
  checkRequiredText,
  checkText,
  checkWithin,
  type Finding,
} from '../request/check.ts';
import { maxLookupCost } from '../request/lookup-cost.ts';
import {
  allNamed,
  amount,
  anything,
  currency,
  id,
  list,
  message,
  oneOf,
  oneOfKnown,
  type Rule,
  type Rules,
  text,
  within,
} from '../request/rules.ts';
import { checkSubstitutes, lineSubstituteRules } from './line-substitution.ts';

/** Forms in which a document is taken. */
export const documentFormats = ['xlsx', 'csv', 'text', 'json'] as const satisfies readonly DocumentFormat[];

const maxLines = 20_000;
const maxLineLength = 4_000;
const maxNameLength = 255;
const maxQuantity = 1e12;
const maxOrderCosts = 1_000;
const maxLookUpSeconds = 300;
const maxBuildQuantity = 1_000_000;
const maxBuilds = 10;
const maxAssemblies = 50;
const maxAssemblyName = 100;
const maxAttritionPieces = 1_000_000;
const maxAlternatives = 10;
const maxExcluded = 1_000;
const maxDoubts = 100;
const maxAgeSeconds = 366 * 24 * 3_600;

/** What a request for an estimate is checked with: the delivery zones that exist. */
interface EstimateFacts {
  readonly zones: readonly string[];
}

const isDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) && new Date(text).toISOString().startsWith(text);

const alternativeRules: Rules<EstimateLineAlternative> = {
  mpn: {
    ...text(maxNameLength),
    check: (field, mpn) => checkRequiredText(field, mpn, maxNameLength),
    isRequired: true,
  },
  manufacturer: text(maxNameLength),
};

const lineRules: Rules<EstimateLineInput> = {
  // Control characters separate the columns of a line that comes out of a table.
  rawText: {
    check: (field, rawText) =>
      rawText.length > maxLineLength
        ? { field, description: `must be at most ${maxLineLength} characters` }
        : undefined,
    notes: { maxLength: maxLineLength },
  },
  quantity: amount(maxQuantity),
  expectedPrice: amount(maxQuantity),
  unit: text(64),
  mpn: text(maxNameLength),
  manufacturer: text(maxNameLength),
  interchangeableGroup: text(maxNameLength),
  internalNumber: text(maxNameLength),
  attritionPercent: amount(100),
  attritionPieces: within(0, maxAttritionPieces),
  assembly: text(maxAssemblyName),
  ...lineSubstituteRules,
  alternatives: list(maxAlternatives, message(alternativeRules)),
};

const line = message(lineRules, ({ rawText, mpn }, field) =>
  rawText.trim() === '' && mpn.trim() === ''
    ? [{ field: `${field}.raw_text`, description: 'must be given, or mpn' }]
    : [],
);

/** Rows of a document, each counted from 1. */
const rowNumbers: Rule<readonly number[]> = {
  check: (field, rows) =>
    rows.length > maxLines
      ? [{ field, description: `must not have more than ${maxLines} items` }]
      : rows.map((row, at) => checkWithin(`${field}.${at}`, row, 1, 1_000_000)),
};

/** What holds of where the table of a document is, and of what its columns mean. */
export const tableMapRules: Rules<TableMap> = {
  sheet: text(maxNameLength),
  headerRow: within(0, 1_000_000),
  firstRow: within(0, 1_000_000),
  lastRow: within(0, 1_000_000),
  lineRows: rowNumbers,
  otherRows: rowNumbers,
  columns: {
    check: (field, columns) =>
      Object.entries(columns).flatMap(([column, role]) => [
        checkWithin(`${field}.${column}`, Number(column), 0, 10_000),
        checkNamed(`${field}.${column}`, role, roles),
      ]),
  },
  // One of `other_maps` may be sent back as it is.
  score: anything,
};

const tableMap = message(tableMapRules, ({ headerRow, firstRow, lastRow }, field) => [
  ...(headerRow === 0 && firstRow === 0
    ? [{ field: `${field}.first_row`, description: 'must be given where there is no header_row' }]
    : []),
  ...(lastRow > 0 && lastRow < Math.max(firstRow, headerRow + 1)
    ? [{ field: `${field}.last_row`, description: 'must not be above the first row' }]
    : []),
]);

const choiceRules: Rules<LineProductChoice> = {
  number: { ...within(1, maxLines), isRequired: true },
  canonicalId: id,
};

/** A list of at most so many texts that must be given. */
const texts = (maxItems: number, check: (field: string, text: string) => Finding): Rule<readonly string[]> => ({
  check: (field, given) =>
    given.length > maxItems
      ? { field, description: `must be at most ${maxItems}` }
      : given.map((each, index) => check(`${field}[${index}]`, each)),
  notes: { maxItems },
});

const checkSellerName = (field: string, name: string): Finding => checkRequiredText(field, name, maxNameLength);

const exclusionRules: Rules<EstimateExclusions> = {
  offerIds: texts(maxExcluded, checkId),
  supplierIds: texts(maxExcluded, checkId),
  sellerNames: texts(maxExcluded, checkSellerName),
};

const buildQuantities: Rule<readonly number[]> = {
  check: (field, quantities) =>
    quantities.length > maxBuilds
      ? { field, description: `must be at most ${maxBuilds}` }
      : quantities.map((quantity, index) =>
          quantities.indexOf(quantity) < index
            ? { field: `${field}[${index}]`, description: 'is given a second time' }
            : checkWithin(`${field}[${index}]`, quantity, 1, maxBuildQuantity),
        ),
  notes: { maxItems: maxBuilds },
};

const assemblyRules: Rules<EstimateAssemblyInput> = {
  name: {
    check: (field, name) => checkRequiredText(field, name, maxAssemblyName),
    isRequired: true,
    notes: { minLength: 1, maxLength: maxAssemblyName },
  },
  buildQuantity: within(1, maxBuildQuantity),
};

/** What holds of how a document is to be read, field by field. */
export const readingRules = {
  decimalMark: oneOf(['.', ',']),
  encoding: text(40),
  delimiter: {
    check: (field, delimiter) =>
      delimiter === '' || delimiter === 'fixed' || [...delimiter].length === 1
        ? undefined
        : { field, description: 'must be one character, or "fixed"' },
  },
  tableMap,
} satisfies Rules<ReadingCorrections>;

/** What holds of a request for an estimate, field by field. */
export const buildEstimateRules: Rules<BuildEstimateRequest, EstimateFacts> = {
  sourceFormat: oneOf(documentFormats),
  optimizationMode: oneOf(optimizationModes),
  substitutePolicy: oneOf(substitutePolicies),
  substituteSavingPercent: amount(100),
  alternateGrades: allNamed(alternateGrades),
  backOrderPolicy: oneOf(backOrderPolicies),
  deliveryZone: oneOfKnown(({ zones }: EstimateFacts) => zones),
  sourceName: text(maxNameLength),
  buildQuantity: within(0, maxBuildQuantity),
  buildQuantities,
  assemblies: list(maxAssemblies, message(assemblyRules)),
  compare: anything,
  attritionPercent: amount(100),
  attritionPieces: within(0, maxAttritionPieces),
  packageAttrition: anything,
  fullReelPercent: amount(100),
  currency,
  orderCosts: {
    check: (field, costs) => {
      const entries = Object.entries(costs);
      if (entries.length > maxOrderCosts) return { field, description: `must be at most ${maxOrderCosts}` };
      return entries.map(([supplierId, cost]) => checkOrderCost(`${field}.${supplierId.slice(0, 64)}`, cost));
    },
    expected: 'must be decimal text',
  },
  ...readingRules,
  lineChoices: list(maxLines, message(choiceRules)),
  lookupDeadlineSeconds: within(0, maxLookUpSeconds),
  maxLookupCost,
  freshness: oneOf(freshnessWishes),
  minConfidence: oneOf(minConfidences),
  sellers: oneOf(sellerPolicies),
  onlySellers: texts(maxExcluded, checkSellerName),
  exclude: message(exclusionRules),
  maxPriceAgeSeconds: within(0, maxAgeSeconds),
  maxStockAgeSeconds: within(0, maxAgeSeconds),
  neededBy: {
    check: (field, day) =>
      day === '' || isDay(day) ? undefined : { field, description: 'must be a day, for example 2026-03-01' },
  },
  lines: list(maxLines, line),
  sourceDocument: anything,
};

const checkSource = ({ lines, sourceDocument }: BuildEstimateRequest): Finding => {
  const [hasLines, hasDocument] = [lines.length > 0, sourceDocument.length > 0];
  if (hasLines && hasDocument) return { field: 'lines', description: 'must not be given beside source_document' };
  return hasLines || hasDocument ? undefined : { field: 'lines', description: 'must be given, or source_document' };
};

/** What says how a document is to be read has no meaning for lines. */
const checkReading = ({
  delimiter,
  decimalMark,
  encoding,
  tableMap,
  lines,
}: BuildEstimateRequest): readonly Finding[] => {
  const alone = (field: string, isGiven: boolean): Finding =>
    isGiven && lines.length > 0 ? { field, description: 'goes with source_document only' } : undefined;
  return [
    alone('table_map', tableMap !== undefined),
    alone('encoding', encoding !== ''),
    alone('delimiter', delimiter !== ''),
    alone('decimal_mark', decimalMark !== ''),
  ];
};

/** Each assembly is named once, and lines belong to what is named. */
const checkAssemblies = ({ assemblies, lines }: BuildEstimateRequest): readonly Finding[] => {
  if (assemblies.length > maxAssemblies || lines.length > maxLines) return [];
  if (lines.length === 0 && assemblies.length > 0)
    return [{ field: 'assemblies', description: 'goes with lines only' }];
  const names = assemblies.map(({ name }) => name);
  const known = new Set(names);
  return [
    ...names.map((name, index) =>
      names.indexOf(name) < index
        ? { field: `assemblies[${index}].name`, description: 'is given a second time' }
        : undefined,
    ),
    ...lines.map(({ assembly }, index) =>
      assembly === '' || known.has(assembly)
        ? undefined
        : { field: `lines[${index}].assembly`, description: 'names none of assemblies' },
    ),
  ];
};

/** The lines of a document are not known before it is read. */
const checkChoices = ({ lineChoices, lines }: BuildEstimateRequest): readonly Finding[] => {
  if (lineChoices.length > maxLines) return [];
  const seen = new Set<number>();
  return lineChoices.flatMap(({ number }, index) => {
    const field = `line_choices[${index}].number`;
    const isRepeated = seen.has(number);
    seen.add(number);
    return [
      lines.length > 0 && number > lines.length && number <= maxLines
        ? { field, description: `names no line: there are ${lines.length}` }
        : undefined,
      isRepeated ? { field, description: 'names a line a second time' } : undefined,
    ];
  });
};

/** What holds of the fields of a request for an estimate beside each other. */
export const checkTogether = (asked: BuildEstimateRequest): readonly Finding[] => [
  checkSource(asked),
  ...checkReading(asked),
  ...checkAssemblies(asked),
  ...checkChoices(asked),
  ...checkSubstitutes(asked),
];

const lineChangeRules: Rules<EstimateLineChange> = {
  number: { ...within(1, maxLines), isRequired: true },
  canonicalId: text(128),
  quantity: amount(maxQuantity),
  exclude: message(exclusionRules),
  pinnedOfferId: text(128),
  attritionPercent: amount(100),
  attritionPieces: within(0, maxAttritionPieces),
  ...lineSubstituteRules,
  acceptDoubts: texts(maxDoubts, (field, code) => checkText(field, code, 64)),
};

/** What holds of a change of an estimate, field by field. */
export const estimateChangeRules: Rules<EstimateChanges> = {
  expectedVersion: within(0, 2_147_483_647),
  optimizationMode: oneOf(optimizationModes),
  exclude: message(exclusionRules),
  lines: list(maxLines, message(lineChangeRules)),
  compare: anything,
  builds: message<EstimateBuilds>({ quantities: buildQuantities }),
};

/** A line is changed once in a request, so that it is clear to what. */
export const checkChangesTogether = ({ lines }: EstimateChanges): readonly Finding[] => {
  const seen = new Set<number>();
  return lines.map(({ number }, index) => {
    const isRepeated = seen.has(number);
    seen.add(number);
    return isRepeated ? { field: `lines[${index}].number`, description: 'names a line a second time' } : undefined;
  });
};
