import type { BreakdownLine, PriceAnswer, Saving } from '../../domain/pricing/calculate.ts';
import type { ExchangeRate as RateOfPrice } from '../../domain/pricing/exchange-rates.ts';
import type { SourceDecision as Decision } from '../../domain/pricing/source-selection.ts';
import type {
  BetterQuantity,
  ExchangeRate,
  PricingBreakdownLine,
  PricingResponse,
  SourceDecision,
} from '../../proto/gen/svc/public/v1/pricing.ts';
import { toFreshness } from '../catalog/freshness.ts';
import { sourceTypeOf, toPriceSource } from '../catalog/observation-source.ts';

const toBreakdownLine = ({ ruleId, ruleVersion, label, amount }: BreakdownLine): PricingBreakdownLine => ({
  ruleId,
  label,
  amount: Number(amount),
  amountDecimal: amount,
  ruleVersion,
});

const toDecision = ({ view, outcome }: Decision): SourceDecision => ({
  type: sourceTypeOf[view.credential.scope],
  credentialLabel: view.credential.label,
  observedAt: view.price?.observedAt,
  outcome,
});

const toExchangeRate = (rate: RateOfPrice | undefined): ExchangeRate | undefined =>
  rate && { fromCurrency: rate.from, toCurrency: rate.to, rate: rate.text, day: rate.day };

const toBetterQuantity = (better: Saving | undefined): BetterQuantity | undefined =>
  better && { quantity: better.quantity, totalDecimal: better.total, savingDecimal: better.saving };

/**
 * The contract's form of a price answer. "On request" and "unknown" carry no amount and no
 * currency.
 */
export const toPricingResponse = (answer: PriceAnswer): PricingResponse => {
  const fixed = answer.mode === 'fixed' ? answer : undefined;
  const finalPriceDecimal = fixed?.finalPrice ?? '';
  return {
    finalPrice: Number(finalPriceDecimal),
    currency: fixed?.currency ?? '',
    observationSource: toPriceSource(answer.source),
    breakdown: fixed?.lines.map(toBreakdownLine) ?? [],
    pricingMode: answer.mode,
    freshness: toFreshness(answer.freshness),
    finalPriceDecimal,
    unitPriceDecimal: fixed?.unitPrice ?? '',
    requestedQuantity: answer.requestedQuantity,
    pricedQuantity: fixed?.pricedQuantity ?? 0,
    decisionTrail: answer.trail.map(toDecision),
    unknownReason: answer.mode === 'unknown' ? answer.reason : '',
    offerId: answer.offerId,
    itemError: undefined,
    exchangeRate: toExchangeRate(fixed?.exchange),
    betterQuantity: toBetterQuantity(fixed?.better),
  };
};
