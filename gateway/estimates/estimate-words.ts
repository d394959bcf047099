import { type Estimate, type EstimateFailure, isMissing } from '../../domain/estimate/estimate.ts';
import type {
  BasketSummary,
  EstimateOutcome,
  LeftOutReason,
  LineRisk,
  OfferCoverage,
  RiskCode,
} from '../../domain/estimate/outcome.ts';
import { ownProperty } from '../../domain/own-property.ts';
import type { DutyFact } from '../../domain/pricing/duties/offer-duty.ts';

/** What reasons are called for a buyer. */

/** Why a line is not bought, in a sentence. */
const leftOutText: Readonly<Record<LeftOutReason, string>> = {
  nothing_named: 'The line names no part.',
  not_found: 'No product of the catalogue fits the line.',
  ambiguous: 'Several products fit the line; choose one of the candidates.',
  too_vague: 'The line says too little to tell products apart; choose one of the candidates.',
  looking_up: 'No product of the catalogue fits the line; suppliers are being asked for it.',
  not_carried: 'No product of the catalogue fits the line, and no supplier that was asked carries it.',
  lookup_unfinished:
    'No product of the catalogue fits the line, and not every supplier has answered in time; ask again later.',
  over_max_lookup_cost:
    'No product of the catalogue fits the line, and not every supplier was asked for it: max_lookup_cost is used up.',
  do_not_place: 'The list says that the part is not fitted.',
  quantity_unknown: 'The line does not say how many are needed.',
  quantity_zero: 'The line asks for none.',
  quantity_too_large: 'The line asks for more than can be bought.',
  no_offers: 'No supplier that you can see offers the product.',
  no_price: 'Suppliers offer the product, but none of them names a price that can be used.',
  no_exchange_rate: 'Suppliers offer the product, but there is no exchange rate for the currency of their prices.',
  offers_excluded: 'The offers that are left when you exclude or pin some cannot be bought.',
  sellers_not_wanted: 'The offers of the sellers that you buy from, if there are any, cannot be bought.',
  match_uncertain:
    'The product is probably the one that the line means, but not as surely as you ask; accept it or choose.',
  offers_uncertain:
    'The offers of the product are matched to it less surely, or were looked at longer ago, than you ask.',
  offers_withdrawn: 'The suppliers that offered the product no longer have it in their catalogues.',
  only_substitutes_not_allowed: 'Only substitutes are offered, and they are not allowed.',
  not_enough_stock: 'All suppliers together do not have enough in stock.',
  quantity_not_orderable: 'No supplier sells this quantity.',
};

/** Where nothing was found that a line could mean, there is nothing to choose from. */
const withoutCandidates: Readonly<Partial<Record<LeftOutReason, string>>> = {
  ambiguous: 'Several products fit the line; give the part number and the maker.',
  too_vague: 'The line says too little to find a product; give the part number.',
};

/** Nobody chooses from one. */
const withOneCandidate: Readonly<Partial<Record<LeftOutReason, string>>> = {
  ambiguous: 'One product may be what the line means, but not surely; choose it, or name the maker of the part.',
  too_vague: 'The line says too little to be sure of the one product that fits it; choose it, or give the part number.',
};

/** Where offers are left out for another reason than their stock, others may have enough. */
const withOffersLeftOut: Readonly<Partial<Record<LeftOutReason, string>>> = {
  not_enough_stock: 'The offers that are not left out do not have enough in stock.',
  quantity_not_orderable: 'The offers that are not left out cannot be ordered in this quantity.',
  only_substitutes_not_allowed: 'The offers that are not left out are of substitutes, which are not allowed.',
};

const isForItsStock = (reason: string): boolean => reason === 'out_of_stock' || reason === 'stock_below_order';

/**
 * Why a line is not bought, in a sentence that speaks of as many candidates as the line has, and
 * says no more of its offers than is known when some are left out.
 */
export const leftOutMessage = (
  reason: LeftOutReason,
  candidates: number,
  { leftOut }: Pick<OfferCoverage, 'leftOut'> = { leftOut: {} },
): string => {
  const ofOthers = Object.keys(leftOut).every(isForItsStock) ? undefined : withOffersLeftOut[reason];
  if (ofOthers !== undefined) return ofOthers;
  if (candidates > 1) return leftOutText[reason];
  return (candidates === 0 ? withoutCandidates : withOneCandidate)[reason] ?? leftOutText[reason];
};

const linesText = (count: number): string => (count === 1 ? '1 line' : `${count} lines`);

/**
 * Why nothing at all is bought, the reasons of most lines first; undefined where something is.
 */
export const nothingBoughtMessage = ({ lines }: Pick<EstimateOutcome, 'lines'>): string | undefined => {
  if (lines.some(({ leftOut }) => leftOut === undefined)) return undefined;
  const messages = Map.groupBy(lines, ({ leftOut = 'nothing_named', offers }) => leftOutMessage(leftOut, 0, offers));
  const told = [...messages]
    .toSorted(([, a], [, b]) => b.length - a.length)
    .map(([message, { length }]) => `${linesText(length)}: ${message}`);
  return `Nothing is bought. ${told.join(' ')}`;
};

/**
 * Why a basket of a table buys fewer than all lines that are to be bought, of so many in the list;
 * undefined where it buys them all.
 */
export const unboughtMessage = (
  { boughtLines, unbought = [] }: Pick<Extract<BasketSummary, { kind: 'chosen' }>, 'boughtLines' | 'unbought'>,
  lines: number,
): string | undefined => {
  const missing = boughtLines === 0 ? unbought : unbought.filter(({ reason }) => isMissing(reason));
  // Rows of older outcomes have no reasons.
  const isTold = missing.length > 0 || boughtLines === 0 || (unbought.length === 0 && boughtLines < lines);
  if (!isTold) return undefined;
  const some = `${boughtLines} of ${linesText(lines)} ${boughtLines === 1 ? 'is' : 'are'} bought`;
  return [
    boughtLines === 0 ? 'Nothing is bought.' : `${some}, and the total is without the others.`,
    ...missing.map((each) => `${linesText(each.lines)}: ${leftOutMessage(each.reason, 0, each)}`),
  ].join(' ');
};

/** What it means that a fact is missing that duties depend on. */
const dutyFactText: ReadonlyMap<string, string> = new Map<DutyFact, string>([
  ['ships_from', 'nobody says where it ships from'],
  ['destination', 'it is not stated which countries the delivery zone has'],
  ['hts_code', 'its tariff number is not known, or not closely enough'],
  ['country_of_origin', 'nobody says where it was made'],
  ['rate', 'no rate is stated for its tariff number and origin'],
]);

/** What a risk means for a buyer, with its figures. */
const riskText: Readonly<Record<RiskCode, (figures: Readonly<Record<string, string>>) => string>> = {
  lifecycle: ({ lifecycle }) => `The product is ${lifecycle}.`,
  single_source: () => 'One seller alone has the product.',
  low_stock: ({ stock, needed }) => `All offers together have ${stock} in stock, and ${needed} are needed.`,
  above_expected_price: ({ unit_price, expected }) => `A piece costs ${unit_price}, and ${expected} was expected.`,
  above_median_price: ({ unit_price, median }) => `A piece costs ${unit_price}; the median of all offers is ${median}.`,
  ships_late: ({ needed_by, ships_in_days: days }) =>
    days === 'unknown'
      ? `It is not known when it is shipped; it is needed by ${needed_by}.`
      : `It is shipped in ${days} days; it is needed by ${needed_by}.`,
  duty_unknown: ({ goods, missing }) => {
    const facts = missing?.split(', ').map((fact) => dutyFactText.get(fact) ?? fact);
    const why = facts === undefined ? '' : `: ${facts.join('; ')}`;
    // Risks of older outcomes have no goods.
    return `The import duty${goods === undefined ? '' : ` on goods of ${goods}`} is not known and not counted${why}.`;
  },
};

/** A risk in a sentence; one that a newer release has found by its code and its figures. */
export const riskMessage = ({ code, figures }: LineRisk): string => {
  const text = ownProperty(riskText, code);
  if (text !== undefined) return text(figures);
  const told = Object.entries(figures).map(([name, figure]) => `${name} ${figure}`);
  return `${code}${told.length === 0 ? '' : `: ${told.join(', ')}`}.`;
};

const failureText: Readonly<Record<EstimateFailure, string>> = {
  unreadable: 'The document could not be read.',
  no_lines: 'The document holds no line that could be bought.',
  cancelled: 'The estimate was cancelled.',
  timeout: 'The estimate took too long and was given up; ask for it again, in parts if it is very long.',
  prices_unavailable: 'Prices could not be looked at; ask for the estimate again later.',
  too_large: 'The list costs more than can be counted exactly; ask for it in parts.',
  internal: 'The service has a fault; it has been recorded. Ask for the estimate again later.',
};

/** Why an estimate ended with an error, in a sentence; with what is known beyond the reason. */
export const failureMessage = ({ reason, detail }: Extract<Estimate['state'], { kind: 'error' }>): string =>
  detail === undefined ? failureText[reason] : `${failureText[reason].slice(0, -1)}: ${detail}.`;
