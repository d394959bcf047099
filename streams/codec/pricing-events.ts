import { type PricingEvent, ruleChanges } from '../../domain/events.ts';
import { ExchangeRatesImported, PricingRuleChanged } from '../../proto/gen/svc/events/v1/pricing.ts';
import type { EventCodecs } from './event-codec.ts';
import { count, enumValue, integer, maxInt32, text } from './fields.ts';

/** Codecs of what operators change of how prices are made. */
export const pricingCodecs: Pick<EventCodecs, PricingEvent['type']> = {
  'pricing_rule.changed': {
    toJson: ({ ruleId, version, change, by }) => PricingRuleChanged.toJSON({ ruleId, version, change, by }),
    read: (fields) => ({
      type: 'pricing_rule.changed',
      ruleId: text(fields, 'rule_id'),
      version: integer(fields, 'version', { min: 1, max: maxInt32 }),
      change: enumValue(fields, 'change', ruleChanges),
      by: text(fields, 'by'),
    }),
  },
  'exchange_rates.imported': {
    toJson: ({ firstDay, lastDay, rates, by }) =>
      ExchangeRatesImported.toJSON({ firstDay, lastDay, rateCount: rates, by }),
    read: (fields) => ({
      type: 'exchange_rates.imported',
      firstDay: text(fields, 'first_day'),
      lastDay: text(fields, 'last_day'),
      rates: count(fields, 'rate_count'),
      by: text(fields, 'by'),
    }),
  },
};
