import { amountText } from '../../domain/money.ts';
import type { BreakdownLine, PriceAnswer } from '../../domain/pricing/calculate.ts';
import type { SourceDecision as Decision } from '../../domain/pricing/source-selection.ts';
import type { PricingBreakdownLine, PricingResponse, SourceDecision } from '../../proto/gen/svc/public/v1/pricing.ts';
import { toFreshness } from './freshness.ts';
import { sourceTypeOf, toPriceSource } from './observation-source.ts';

const toBreakdownLine = (line: BreakdownLine): PricingBreakdownLine => ({
  ruleId: line.ruleId,
  label: line.label,
  amount: line.amount.toNumber(),
  amountDecimal: amountText(line.amount),
});

const toDecision = ({ view, outcome }: Decision): SourceDecision => ({
  type: sourceTypeOf[view.credential.scope],
  credentialLabel: view.credential.label,
  observedAt: view.price?.observedAt,
  outcome,
});

/** The contract's form of a price answer. "On request" and "unknown" carry no amount and no currency. */
export const toPricingResponse = (answer: PriceAnswer): PricingResponse => {
  const response: PricingResponse = {
    finalPrice: 0,
    currency: '',
    observationSource: toPriceSource(answer.source),
    breakdown: [],
    pricingMode: answer.mode,
    freshness: toFreshness(answer.freshness),
    finalPriceDecimal: '',
    unitPriceDecimal: '',
    requestedQuantity: answer.requestedQuantity,
    pricedQuantity: 0,
    decisionTrail: answer.trail.map(toDecision),
    unknownReason: '',
    offerId: answer.offerId,
  };
  switch (answer.mode) {
    case 'on_request':
      return response;
    case 'unknown':
      return { ...response, unknownReason: answer.reason };
    case 'fixed':
      return {
        ...response,
        finalPrice: answer.finalPrice.toNumber(),
        currency: answer.currency,
        breakdown: answer.lines.map(toBreakdownLine),
        finalPriceDecimal: amountText(answer.finalPrice),
        unitPriceDecimal: amountText(answer.unitPrice),
        pricedQuantity: answer.pricedQuantity,
      };
  }
};
