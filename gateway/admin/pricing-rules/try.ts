import type { Caller } from '../../../domain/callers/caller.ts';
import type { OfferStore } from '../../../domain/offers/ports.ts';
import { calculatePrice, type PriceAnswer } from '../../../domain/pricing/calculate.ts';
import { dayOf, daysBefore, maxRateAgeDays } from '../../../domain/pricing/exchange-rates.ts';
import type { ExchangeRateStore, PricingRuleStore } from '../../../domain/pricing/ports.ts';
import { priceBook } from '../../../domain/pricing/price-book.ts';
import { checkOneOf, checkWithin, throwIfAny } from '../../request/check.ts';
import { checkRule, type PricingRuleCases, type TryPricingRule } from './manage.ts';

/** What it is made of. */
interface Dependencies {
  readonly pricingRules: PricingRuleStore;
  readonly exchangeRates: ExchangeRateStore;
  readonly offers: Pick<OfferStore, 'byIds' | 'ofProduct'>;
  /** The delivery zones that exist. */
  readonly zones: readonly string[];
  /** The zone of callers who name none. */
  readonly defaultZone: string;
  readonly newPricingRuleId: () => string;
}

/** Offers that are priced when none are named. */
const sampleSize = 50;

const callerOf = ({ customerId, groupIds }: TryPricingRule): Caller => ({
  keyId: '',
  customerId,
  groupIds,
  scopes: ['pricing'],
  deliveryZone: undefined,
});

const namesRule = (answer: PriceAnswer, id: string): boolean =>
  answer.mode === 'fixed' && answer.lines.some(({ ruleId, ruleVersion }) => ruleId === id && ruleVersion === undefined);

/**
 * Prices a sample of offers twice: with the rules as they are, and with a draft in the place of the
 * rule of its id, or beside them all. Rules and rates are read from the store, so it does not
 * matter which process answers.
 */
export const tryPricingRules = (deps: Dependencies): Pick<PricingRuleCases, 'tryPricingRule'> => ({
  tryPricingRule: async (request, { now, signal }) => {
    const { pricingRules, exchangeRates, offers, zones, defaultZone, newPricingRuleId } = deps;
    const draft = { ...request.draft, id: request.draft.id ?? newPricingRuleId() };
    checkRule(draft, zones);
    throwIfAny(
      checkWithin('quantity', request.quantity, 1, 2 ** 31 - 1),
      checkOneOf('delivery_zone', request.deliveryZone, zones),
    );
    const at = now();
    const today = dayOf(at);
    const ids =
      request.offerIds.length > 0 ? request.offerIds : await pricingRules.offersIn(draft.scope, sampleSize, { signal });
    const [rules, rates, sample] = await Promise.all([
      pricingRules.rules(undefined, { signal }),
      exchangeRates.rates({ first: daysBefore(today, maxRateAgeDays), last: today }, undefined, { signal }),
      offers.byIds(ids, { signal }),
    ]);
    const presentBook = priceBook({ rules, rates });
    const draftBook = priceBook({ rules: [...rules.filter(({ id }) => id !== draft.id), draft], rates });
    const caller = callerOf(request);
    const zone = request.deliveryZone || defaultZone;
    const items = sample.map((offer) => {
      const { quantity, currency, date } = request;
      const question = { offer, caller, quantity, at, date, zone, currency };
      const tried = calculatePrice({ ...question, book: draftBook });
      const present = calculatePrice({ ...question, book: presentBook });
      return { present, draft: tried, applies: namesRule(tried, draft.id) };
    });
    return { items: items.sort((a, b) => (a.present.offerId < b.present.offerId ? -1 : 1)) };
  },
});
