import type { Comparison } from '../../domain/alternates/compare-parts.ts';
import type { DraftLine, EstimateDraft } from '../../domain/estimate/draft.ts';
import { type Estimate, type EstimateSummary, lineCounts } from '../../domain/estimate/estimate.ts';
import type { LineLookUpState } from '../../domain/estimate/look-up.ts';
import {
  type BasketSummary,
  type EstimateOutcome,
  type FreshnessText,
  type OfferCoverage,
  type OrderItem,
  type OutcomeChoice,
  type OutcomeLine,
  type OutcomeOrder,
  type ShownSeller,
  shipsInDays,
} from '../../domain/estimate/outcome.ts';
import type { TableMap as ColumnMap } from '../../domain/estimate/parse/roles.ts';
import type { Exclusions, LineEdit } from '../../domain/estimate/request.ts';
import type { LineResolution, ProductName } from '../../domain/estimate/resolution.ts';
import { amount, amountText, minorUnits, roundTo } from '../../domain/money.ts';
import type { Freshness, Money } from '../../proto/gen/svc/public/v1/common.ts';
import {
  type OfferCoverage as Coverage,
  type DetectedSource,
  type EstimateAlternate,
  type EstimateChoice,
  type EstimateDoubt,
  type EstimateExclusions,
  type EstimateLine,
  EstimateResponse,
  LineAttrition,
  type LineLookup,
  type ProductName as NameMessage,
  type OptimalityCertificate,
  type OrderItem as OrderItemMessage,
  type ProductCandidate,
  type Seller,
  BasketSummary as SummaryMessage,
  type SupplierOrder,
  type TableMap,
} from '../../proto/gen/svc/public/v1/estimate.ts';
import { toLookupCost } from '../request/lookup-cost.ts';
import { toAssemblies } from './estimate-assemblies.ts';
import { toImport } from './estimate-duty.ts';
import { toSubstitutes } from './estimate-substitutes.ts';
import {
  failureMessage,
  leftOutMessage,
  nothingBoughtMessage,
  riskMessage,
  unboughtMessage,
} from './estimate-words.ts';

/** An estimate in the words of the contract. */

const dateOf = (text: string | undefined): Date | undefined => (text === undefined ? undefined : new Date(text));

const toFreshness = ({ status, observedAt, staleSince, refreshEta }: FreshnessText): Freshness => ({
  status,
  observedAt: dateOf(observedAt),
  staleSince: dateOf(staleSince),
  refreshEta: dateOf(refreshEta),
});

const money = (amount: string, currency: string): Money => ({ amount, currency });

const toProductName = (product: ProductName | undefined): NameMessage | undefined =>
  product && { description: '', ...product };

const toAlternate = ({ grade, differences }: Comparison): EstimateAlternate => ({
  grade,
  differences: differences.map(({ original = '', alternate = '', ...each }) => ({ ...each, original, alternate })),
});

const toChoice = (choice: OutcomeChoice, currency: string): EstimateChoice => ({
  offerId: choice.offerId,
  supplierId: choice.supplierId,
  supplierSku: choice.supplierSku,
  supplierName: choice.supplierName ?? '',
  seller: toSeller(choice.seller),
  productUrl: choice.productUrl ?? '',
  packaging: choice.packaging ?? '',
  unitOfSale: choice.unitOfSale ?? '',
  ...toImport(choice, currency),
  product: toProductName(choice.product),
  quantity: choice.quantity,
  price: money(choice.price, currency),
  leadTimeDays: choice.leadTimeDays,
  ships: choice.ships && { kind: choice.ships.kind, days: choice.ships.days },
  canonicalId: choice.productId,
  manufacturer: choice.manufacturer,
  isSubstitute: choice.isSubstitute,
  alternate: choice.alternate && toAlternate(choice.alternate),
  matchConfidence: choice.match?.confidence ?? '',
  matchRule: choice.match?.rule ?? '',
  freshness: toFreshness(choice.freshness),
  warehouses: choice.warehouses.map(({ warehouseRef, quantity }) => ({ warehouseRef, quantity })),
});

/** The contract's form of products that a line could mean. */
export const candidatesOf = (resolution: LineResolution): readonly ProductCandidate[] => {
  const found = resolution.kind === 'doubtful' ? resolution.candidates : [];
  const all = resolution.kind === 'resolved' ? resolution.alternatives : found;
  return all.map(({ productId, score, rule, product }) => ({
    canonicalId: productId,
    score,
    rule,
    product: toProductName(product),
  }));
};

/** The contract's form of how a supplier's look-up stands. */
export const toLineLookup = ({ supplierId, state, eta }: LineLookUpState): LineLookup => ({
  supplierId,
  status: state,
  refreshEta: dateOf(eta),
});

const unresolvedReason = ({ resolution }: DraftLine, outcome: OutcomeLine | undefined) =>
  outcome === undefined && resolution.kind !== 'resolved' ? resolution.reason : outcome?.leftOut;

const toCoverage = ({ lookedAt, leftOut }: OfferCoverage): Coverage => ({ lookedAt, leftOut: { ...leftOut } });

const toExclusions = ({
  offers = [],
  suppliers = [],
  sellers = [],
}: Exclusions = {}): EstimateExclusions | undefined =>
  offers.length + suppliers.length + sellers.length === 0
    ? undefined
    : { offerIds: [...offers], supplierIds: [...suppliers], sellerNames: [...sellers] };

const toSeller = (seller: ShownSeller | undefined): Seller | undefined => seller && { ...seller };

/** What a person has said of the line, and its doubts apart from those that were accepted. */
const toEdited = (line: DraftLine, outcome: OutcomeLine | undefined, edit: LineEdit | undefined) => {
  const { exclude, pinnedOffer = '', acceptedDoubts = [] } = edit ?? {};
  const all = [...line.doubts, ...(outcome?.doubts ?? [])].map(({ code, text }) => ({ code, text }));
  const { doubts = [], accepted = [] } = Object.groupBy(all, ({ code }) =>
    acceptedDoubts.includes(code) ? 'accepted' : 'doubts',
  );
  return { exclude: toExclusions(exclude), pinnedOfferId: pinnedOffer, doubts, acceptedDoubts: accepted };
};

/** What the source says of a line. */
const toRead = (line: DraftLine) => ({
  number: line.number,
  row: line.row,
  rawText: line.rawText,
  quantity: line.quantity === undefined ? 0 : Number(line.quantity),
  quantityDecimal: line.quantity ?? '',
  unit: line.unit ?? '',
  mpn: line.partNumber ?? '',
  manufacturer: line.manufacturer ?? '',
  internalNumber: line.internalNumber ?? '',
  assembly: line.assembly ?? '',
  references: [...line.references],
  doNotPlace: line.doNotPlace,
  expectedPriceDecimal: line.expectedPrice ?? '',
});

const toLine = (
  line: DraftLine,
  outcome: OutcomeLine | undefined,
  currency: string,
  edit: LineEdit | undefined,
): EstimateLine => {
  const { resolution } = line;
  const taken = resolution.kind === 'resolved' ? resolution : undefined;
  const reason = unresolvedReason(line, outcome);
  const candidates = [...candidatesOf(resolution)];
  return {
    ...toRead(line),
    pieces: outcome?.pieces,
    piecesToBuy: outcome?.toBuy,
    attrition: outcome?.attrition && LineAttrition.fromPartial(outcome.attrition),
    substitutes: toSubstitutes(outcome?.substitution),
    canonicalId: taken?.productId ?? '',
    resolutionConfidence: taken?.confidence ?? '',
    resolutionRule: taken?.rule ?? '',
    candidates,
    chosen: outcome?.chosen.map((choice) => toChoice(choice, currency)) ?? [],
    alternatives: outcome?.alternatives.map((choice) => toChoice(choice, currency)) ?? [],
    price: outcome?.price === undefined ? undefined : money(outcome.price, currency),
    duty: outcome?.duty === undefined ? undefined : money(outcome.duty, currency),
    freshness: outcome && toFreshness(outcome.freshness),
    ...toEdited(line, outcome, edit),
    product: toProductName(taken?.product),
    risks: (outcome?.risks ?? []).map((risk) => ({
      code: risk.code,
      text: riskMessage(risk),
      figures: { ...risk.figures },
    })),
    shipsInDays: shipsInDays(outcome?.chosen ?? []),
    offers: outcome?.offers && toCoverage(outcome.offers),
    unresolvedReason: reason ?? '',
    lookups: (line.lookups ?? []).map(toLineLookup),
    unresolvedMessage: reason === undefined ? '' : leftOutMessage(reason, candidates.length, outcome?.offers),
  };
};

/** The contract's form of a table's map. */
export const toTableMap = ({
  sheet,
  headerRow,
  firstRow,
  lastRow,
  lineRows,
  otherRows,
  columns,
  score,
}: ColumnMap & { score?: number }): TableMap => ({
  sheet,
  headerRow: headerRow ?? 0,
  firstRow: firstRow ?? 0,
  lastRow: lastRow ?? 0,
  lineRows: [...(lineRows ?? [])],
  otherRows: [...(otherRows ?? [])],
  score: score ?? 0,
  columns: { ...columns },
});

const toDetected = ({ detected, skipped }: EstimateDraft): DetectedSource | undefined =>
  detected && {
    format: detected.format,
    encoding: detected.encoding ?? '',
    delimiter: detected.delimiter ?? '',
    decimalMark: detected.decimalMark ?? '',
    tableMap: detected.map && toTableMap(detected.map),
    headings: { ...detected.headings },
    otherMaps: detected.otherMaps.map(toTableMap),
    skippedRows: { ...skipped },
  };

const toCertificate = ({ certificate }: EstimateOutcome): OptimalityCertificate => ({
  ...certificate,
  unknownDuties: certificate.unknownDuties ?? 0,
  offers: certificate.offers && toCoverage(certificate.offers),
});

const draftOf = ({ state }: Estimate): EstimateDraft | undefined =>
  state.kind === 'parsing' ? undefined : state.draft;

const outcomeOf = ({ state }: Estimate): EstimateOutcome | undefined =>
  state.kind === 'ready' || state.kind === 'optimizing' ? state.outcome : undefined;

const linesOf = (
  { lines }: EstimateDraft,
  outcome: EstimateOutcome | undefined,
  { lineEdits }: Estimate['request'],
): EstimateLine[] => {
  const edits = new Map(lineEdits?.map((edit) => [edit.number, edit]));
  const outcomes = new Map(outcome?.lines.map((line) => [line.number, line]));
  return lines.map((line) => toLine(line, outcomes.get(line.number), outcome?.currency ?? '', edits.get(line.number)));
};

/** How many lines have each risk. */
const riskSummaryOf = ({ lines }: EstimateOutcome): Record<string, number> => {
  const codes = lines.flatMap(({ risks = [] }) => risks.map(({ code }) => code));
  return Object.fromEntries([...Map.groupBy(codes, (code) => code)].map(([code, { length }]) => [code, length]));
};

const toBasketSummary = (basket: BasketSummary, { currency, lines: { length } }: EstimateOutcome): SummaryMessage => {
  const { mode: optimizationMode, buildQuantity } = basket;
  const empty = SummaryMessage.fromPartial({ optimizationMode, buildQuantity, lines: length });
  if (basket.kind !== 'chosen') return { ...empty, errorReason: basket.kind };
  const { total, boughtLines, sellers, leadTimeDays, unknownLeadTimes, gap, isFirstAimProven } = basket;
  const { unknownDuties = 0 } = basket;
  const perBuild = roundTo(amount(total).div(buildQuantity), minorUnits(currency));
  return {
    ...empty,
    total: money(total, currency),
    totalPerBuild: money(amountText(perBuild), currency),
    boughtLines,
    unboughtMessage: unboughtMessage(basket, length) ?? '',
    suppliers: sellers,
    leadTimeDays,
    unknownLeadTimes,
    unknownDuties,
    gap,
    isFirstAimProven,
  };
};

const toOrderItem = (item: OrderItem, currency: string): OrderItemMessage => {
  const { excess, saving } = item;
  return {
    offerId: item.offerId,
    supplierSku: item.supplierSku,
    canonicalId: item.productId,
    product: toProductName(item.product),
    productUrl: item.productUrl ?? '',
    packaging: item.packaging ?? '',
    unitOfSale: item.unitOfSale ?? '',
    ...toImport(item, currency),
    quantity: item.quantity,
    price: money(item.price, currency),
    unitPrice: money(item.unitPrice, currency),
    lines: [...item.lines],
    needed: item.needed,
    excess: excess?.pieces ?? 0,
    excessPrice: excess && money(excess.price, currency),
    saving: saving && {
      quantity: saving.quantity,
      price: money(saving.price, currency),
      amount: money(saving.amount, currency),
    },
  };
};

const toOrder = (order: OutcomeOrder, currency: string): SupplierOrder => ({
  supplierId: order.supplierId,
  supplierName: order.supplierName ?? '',
  seller: toSeller(order.seller),
  goods: money(order.goods, currency),
  duty: order.duty === undefined ? undefined : money(order.duty, currency),
  orderCost: order.orderCost === undefined ? undefined : money(order.orderCost, currency),
  orderCostSource: order.orderCostSource ?? '',
  items: (order.items ?? []).map((item) => toOrderItem(item, currency)),
  amounts: (order.amounts ?? []).map(({ ruleId, label, amount: each }) => ({
    ruleId,
    label,
    amount: money(each, currency),
  })),
});

const toOutcomeFields = (outcome: EstimateOutcome) => ({
  totalPrice: Number(outcome.total),
  totalPriceDecimal: outcome.total,
  currency: outcome.currency,
  duty: outcome.duty === undefined ? undefined : money(outcome.duty, outcome.currency),
  certificate: toCertificate(outcome),
  freshness: toFreshness(outcome.freshness),
  orders: outcome.orders.map((order) => toOrder(order, outcome.currency)),
  riskSummary: riskSummaryOf(outcome),
  comparison: (outcome.comparison ?? []).map((basket) => toBasketSummary(basket, outcome)),
  builds: (outcome.builds ?? []).map((basket) => toBasketSummary(basket, outcome)),
  lineCounts: lineCounts(outcome),
  pricedAt: new Date(outcome.pricedAt),
});

/** What is doubtful about the whole; a ready estimate of nothing says so. */
const doubtsOf = (
  { doubts }: EstimateDraft,
  outcome: EstimateOutcome | undefined,
  isReady: boolean,
): EstimateDoubt[] => {
  const nothing = isReady && outcome ? nothingBoughtMessage(outcome) : undefined;
  return [
    ...(nothing === undefined ? [] : [{ code: 'nothing_bought', text: nothing }]),
    ...[...doubts, ...(outcome?.doubts ?? [])].map(({ code, text }) => ({ code, text })),
  ];
};

/** The contract's form of an estimate. */
export const toEstimateResponse = (estimate: Estimate): EstimateResponse => {
  const { id, version, state, request, createdAt } = estimate;
  const [draft, outcome] = [draftOf(estimate), outcomeOf(estimate)];
  return {
    ...EstimateResponse.fromPartial({}),
    id,
    version,
    status: state.kind,
    createdAt,
    optimizationMode: request.mode,
    exclude: toExclusions(request.exclude),
    sourceName: request.source.kind === 'document' ? (request.source.name ?? '') : '',
    ...(draft && {
      lines: linesOf(draft, outcome, request),
      assemblies: toAssemblies(draft, outcome, request),
      detected: toDetected(draft),
      doubts: doubtsOf(draft, outcome, state.kind === 'ready'),
      lookupCosts: draft.lookUpCosts?.suppliers.map(toLookupCost(draft.lookUpCosts.namesSuppliers)) ?? [],
    }),
    ...(outcome && toOutcomeFields(outcome)),
    changedLines: state.kind === 'ready' ? [...state.changedLines] : [],
    ...(state.kind === 'error' && { errorReason: state.reason, errorMessage: failureMessage(state) }),
  };
};

/** The contract's form of an estimate in a list. */
export const toEstimateSummary = (summary: EstimateSummary): EstimateResponse => {
  const { id, version, status, createdAt, mode, sourceName, total, currency, lines, failure } = summary;
  return {
    ...EstimateResponse.fromPartial({}),
    id,
    version,
    status,
    createdAt,
    optimizationMode: mode,
    sourceName: sourceName ?? '',
    totalPrice: total === undefined ? 0 : Number(total),
    totalPriceDecimal: total ?? '',
    currency: currency ?? '',
    lineCounts: lines && { ...lines },
    errorReason: failure ?? '',
  };
};
