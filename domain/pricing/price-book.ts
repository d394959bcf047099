import type { Caller } from '../callers/caller.ts';
import { manufacturerKey } from '../catalog/identity.ts';
import { manufacturerOf, type Offer } from '../offers/offer.ts';
import { periodIndexOf } from '../period-index.ts';
import { type DutyRateDraft, turnsOf } from './duties/duty-rate.ts';
import { type DutySchedule, dutySchedules } from './duties/duty-schedule.ts';
import { type DailyRate, type ExchangeRates, exchangeRates } from './exchange-rates.ts';
import { type CompiledRule, compileRule, inOrder } from './rules/compile.ts';
import { areOrdersApart } from './rules/orders-apart.ts';
import type { PricingRule, RuleDraft } from './rules/rule.ts';
import { callerValues, callerVariables } from './rules/variables.ts';

/**
 * The rules and rates of one time, compiled. It never changes, so prices from one book are
 * consistent; a change makes a new book.
 *
 * Finding the rules for a price. What a caller asks for repeats: for each caller and zone the rules
 * are sifted once, with every condition that speaks of nothing else decided, and for each supplier
 * and maker that it then meets once more. What is left to look at for one price are the rules of
 * its supplier and maker and those that name its offer or product, with their dates and the rest of
 * their conditions.
 */
export interface PriceBook {
  readonly rates: ExchangeRates;
  /**
   * Rules that may apply, in the order in which they do; their dates, and conditions that are left,
   * are the reader's to check.
   */
  candidates(caller: Caller, zone: string, offer: Offer): readonly Candidate[];
  /** The key of the name of an offer's maker; empty when it is not known. */
  manufacturerOf(offer: Offer): string;
  /**
   * Whether amounts of rules for orders as such are paid beside the prices of a caller; where they
   * are not, each purchase pays them in its price.
   */
  areOrdersApart(caller: Caller, zone: string, at: Date): boolean;
  /** Import duties by destination, as far as any are stated. */
  readonly duties: ReadonlyMap<string, DutySchedule>;
  /** Between two instants of one era no rule and no duty begins or ends to be valid. */
  rulePeriodAt(at: Date): number;
  /** Whether a condition looks at the date, so that a price may change at any instant. */
  readonly looksAtDate: boolean;
  /** Rules that could not be compiled, which a later version of the service may have written. */
  readonly unreadable: readonly string[];
}

/** A rule that is for a caller, a zone and an item. */
export interface Candidate {
  readonly rule: CompiledRule;
  /** Whether its condition is to be evaluated. */
  readonly isConditional: boolean;
}

/** What a book is made from. */
export interface PriceBookSource {
  /** Those that are not enabled take no part. */
  readonly rules: readonly (PricingRule | RuleDraft)[];
  readonly rates: readonly DailyRate[];
  /** Left out: none. */
  readonly dutyRates?: readonly DutyRateDraft[];
}

/** A candidate with its place in the order. */
interface Ranked extends Candidate {
  readonly rank: number;
}

/** The rules for a caller in a zone. */
interface Plan {
  /** Those that name neither offers nor products. */
  readonly general: readonly Ranked[];
  readonly byOffer: ReadonlyMap<string, readonly Ranked[]>;
  readonly byProduct: ReadonlyMap<string, readonly Ranked[]>;
  /** The general rules by supplier and manufacturer, as far as they were needed. */
  readonly bySupplierAndManufacturer: Map<string, Map<string, readonly Ranked[]>>;
  /** Whether orders are apart, by the period of rules, as far as that was needed. */
  readonly areOrdersApart: Map<number, boolean>;
}

const isForCaller = ({ scope: { customers, groups, zones } }: CompiledRule, caller: Caller, zone: string): boolean =>
  (customers === undefined || customers.has(caller.customerId)) &&
  (groups === undefined || caller.groupIds.some((group) => groups.has(group))) &&
  (zones === undefined || zones.has(zone));

const isFrom = ({ rule: { scope } }: Ranked, supplierId: string, manufacturer: string): boolean =>
  (scope.suppliers === undefined || scope.suppliers.has(supplierId)) &&
  (scope.manufacturers === undefined || scope.manufacturers.has(manufacturer));

/** Undefined when the rule is not for the caller, whatever is priced. */
const candidateFor = (rule: CompiledRule, rank: number, caller: Caller, zone: string): Ranked | undefined => {
  if (!isForCaller(rule, caller, zone)) return undefined;
  const { condition } = rule;
  if (condition === undefined) return { rule, rank, isConditional: false };
  if (!condition.names.isSubsetOf(callerVariables)) return { rule, rank, isConditional: true };
  return condition.holds(callerValues(caller, zone)) === true ? { rule, rank, isConditional: false } : undefined;
};

const note = (map: Map<string, Ranked[]>, names: Iterable<string>, candidate: Ranked): void => {
  for (const name of names) {
    const known = map.get(name);
    if (known === undefined) map.set(name, [candidate]);
    else known.push(candidate);
  }
};

const planFor = (rules: readonly CompiledRule[], caller: Caller, zone: string): Plan => {
  const general: Ranked[] = [];
  const byOffer = new Map<string, Ranked[]>();
  const byProduct = new Map<string, Ranked[]>();
  for (const [rank, rule] of rules.entries()) {
    const candidate = candidateFor(rule, rank, caller, zone);
    if (candidate === undefined) continue;
    const { offers, products } = rule.scope;
    if (offers !== undefined) note(byOffer, offers, candidate);
    else if (products !== undefined) note(byProduct, products, candidate);
    else general.push(candidate);
  }
  return { general, byOffer, byProduct, bySupplierAndManufacturer: new Map(), areOrdersApart: new Map() };
};

/**
 * Maximum number of pairs of supplier and manufacturer that a plan caches; beyond it, the cache
 * starts again.
 */
const maxSuppliers = 200;
const maxManufacturersPerSupplier = 2_000;

const rulesFor = (
  { general, bySupplierAndManufacturer }: Plan,
  supplierId: string,
  manufacturer: string,
): readonly Ranked[] => {
  let byManufacturer = bySupplierAndManufacturer.get(supplierId);
  if (byManufacturer === undefined) {
    if (bySupplierAndManufacturer.size >= maxSuppliers) bySupplierAndManufacturer.clear();
    byManufacturer = new Map();
    bySupplierAndManufacturer.set(supplierId, byManufacturer);
  }
  let found = byManufacturer.get(manufacturer);
  if (found === undefined) {
    if (byManufacturer.size >= maxManufacturersPerSupplier) byManufacturer.clear();
    found = general.filter((candidate) => isFrom(candidate, supplierId, manufacturer));
    byManufacturer.set(manufacturer, found);
  }
  return found;
};

/** Whether a rule that names offers or products is for this one in all that it names. */
const isForItem = (candidate: Ranked, offer: Offer, manufacturer: string): boolean => {
  const { products } = candidate.rule.scope;
  return (
    isFrom(candidate, offer.supplierId, manufacturer) &&
    (products === undefined || (offer.productId !== undefined && products.has(offer.productId)))
  );
};

const merged = (plan: Plan, offer: Offer, manufacturer: string): readonly Ranked[] => {
  const general = rulesFor(plan, offer.supplierId, manufacturer);
  const byOffer = plan.byOffer.get(offer.id);
  const byProduct = offer.productId === undefined ? undefined : plan.byProduct.get(offer.productId);
  if (byOffer === undefined && byProduct === undefined) return general;
  const named = [...(byOffer ?? []), ...(byProduct ?? [])].filter((candidate) =>
    isForItem(candidate, offer, manufacturer),
  );
  return named.length === 0 ? general : [...general, ...named].sort((a, b) => a.rank - b.rank);
};

const rulesOf = ({ general, byOffer, byProduct }: Plan): readonly CompiledRule[] =>
  [general, ...byOffer.values(), ...byProduct.values()].flatMap((each) => each.map(({ rule }) => rule));

const areOrdersApartIn = (plan: Plan, period: number, atMs: number): boolean => {
  const known = plan.areOrdersApart.get(period);
  if (known !== undefined) return known;
  const valid = rulesOf(plan).filter(({ validFromMs, validUntilMs }) => validFromMs <= atMs && atMs < validUntilMs);
  const areApart = areOrdersApart(valid);
  plan.areOrdersApart.set(period, areApart);
  return areApart;
};

/** Remembers keys of makers' names, which cost more than a price does. */
const manufacturerKeys = () => {
  const known = new Map<string, string>();
  return (offer: Offer): string => {
    const name = manufacturerOf(offer);
    if (name === undefined) return '';
    let key = known.get(name);
    if (key === undefined) {
      if (known.size >= 10_000) known.clear();
      key = manufacturerKey(name);
      known.set(name, key);
    }
    return key;
  };
};

const none: readonly Candidate[] = [];

const compiledInOrder = (rules: readonly RuleDraft[]) => {
  const compilations = rules.map((draft) => ({ draft, compilation: compileRule(draft) }));
  const readable = compilations.flatMap(({ draft, compilation }) =>
    compilation.ok ? [{ draft, rule: compilation.rule }] : [],
  );
  return {
    compiled: readable.sort((a, b) => inOrder(a.draft, b.draft)).map(({ rule }) => rule),
    unreadable: compilations.filter(({ compilation }) => !compilation.ok).map(({ draft }) => draft.id),
  };
};

/**
 * Makes a book. Whatever the order in which rules and rates are given, the same ones make the same
 * prices.
 */
export const priceBook = ({ rules, rates, dutyRates = [] }: PriceBookSource): PriceBook => {
  const { compiled, unreadable } = compiledInOrder(rules.filter(({ enabled }) => enabled));
  const plans = new WeakMap<Caller, Map<string, Plan>>();
  const planOf = (caller: Caller, zone: string): Plan => {
    let ofCaller = plans.get(caller);
    if (ofCaller === undefined) {
      ofCaller = new Map();
      plans.set(caller, ofCaller);
    }
    let plan = ofCaller.get(zone);
    if (plan === undefined) {
      plan = planFor(compiled, caller, zone);
      ofCaller.set(zone, plan);
    }
    return plan;
  };
  const manufacturerOf = manufacturerKeys();
  const rulePeriodAt = periodIndexOf([
    ...compiled.flatMap(({ validFromMs, validUntilMs }) => [validFromMs, validUntilMs]),
    ...dutyRates.flatMap(turnsOf),
  ]);
  return {
    rates: exchangeRates(rates),
    duties: dutySchedules(dutyRates),
    candidates: (caller, zone, offer) =>
      compiled.length === 0 ? none : merged(planOf(caller, zone), offer, manufacturerOf(offer)),
    manufacturerOf: manufacturerOf,
    areOrdersApart: (caller, zone, at) => areOrdersApartIn(planOf(caller, zone), rulePeriodAt(at), at.getTime()),
    rulePeriodAt,
    looksAtDate: compiled.some(({ condition }) => condition?.names.has('date')),
    unreadable,
  };
};

/** A book without rules and rates. */
export const emptyPriceBook: PriceBook = priceBook({ rules: [], rates: [] });
