import { amountText } from '../../domain/money.ts';
import type { BreakdownLine, PriceAnswer } from '../../domain/pricing/calculate.ts';
import type { SourceDecision as Decision } from '../../domain/pricing/source-selection.ts';
import type { PricingBreakdownLine, PricingResponse, SourceDecision } from '../../proto/gen/svc/public/v1/pricing.ts';
import { toFreshness } from './freshness.ts';
import { sourceTypeOf, toPriceSource } from './observation-source.ts';

const toBreakdownLine = ({ ruleId, label, amount }: BreakdownLine): PricingBreakdownLine => {
  const amountDecimal = amountText(amount);
  return { ruleId, label, amount: Number(amountDecimal), amountDecimal };
};

const toDecision = ({ view, outcome }: Decision): SourceDecision => ({
  type: sourceTypeOf[view.credential.scope],
  credentialLabel: view.credential.label,
  observedAt: view.price?.observedAt,
  outcome,
});

/** The contract's form of a price answer. "On request" and "unknown" carry no amount and no currency. */
export const toPricingResponse = (answer: PriceAnswer): PricingResponse => {
  const fixed = answer.mode === 'fixed' ? answer : undefined;
  const finalPriceDecimal = fixed === undefined ? '' : amountText(fixed.finalPrice);
  return {
    finalPrice: Number(finalPriceDecimal),
    currency: fixed?.currency ?? '',
    observationSource: toPriceSource(answer.source),
    breakdown: fixed?.lines.map(toBreakdownLine) ?? [],
    pricingMode: answer.mode,
    freshness: toFreshness(answer.freshness),
    finalPriceDecimal,
    unitPriceDecimal: fixed === undefined ? '' : amountText(fixed.unitPrice),
    requestedQuantity: answer.requestedQuantity,
    pricedQuantity: fixed?.pricedQuantity ?? 0,
    decisionTrail: answer.trail.map(toDecision),
    unknownReason: answer.mode === 'unknown' ? answer.reason : '',
    offerId: answer.offerId,
    itemError: undefined,
  };
};
