import { amount } from '../money.ts';
import type { NoticeType } from './notice.ts';

/**
 * Watches: rules of a customer over a product or an offer, as that customer sees it. What is not
 * known makes no rule true and ends none.
 */

/** What a watch looks at; of a product, the best that its offers have. */
export type WatchTarget =
  | { readonly kind: 'product'; readonly productId: string }
  | { readonly kind: 'offer'; readonly offerId: string };

/** When a watch tells its customer. */
export type WatchRule =
  /** When the price of a piece gets above or below the threshold. Decimal text. */
  | { readonly kind: 'price_above' | 'price_below'; readonly threshold: string; readonly currency: string }
  /** When the price of a piece differs by this share or more from when it was told last. */
  | { readonly kind: 'price_changed'; readonly share: number; readonly currency: string }
  /** When so many pieces or more are in stock, or fewer than that. */
  | { readonly kind: 'stock_from' | 'stock_below'; readonly quantity: number }
  /** When the lead time gets above or below so many days. */
  | { readonly kind: 'lead_time_above' | 'lead_time_below'; readonly days: number }
  /** When the life cycle of the product is another. */
  | { readonly kind: 'lifecycle_changed' };

/** The name of a rule. */
export type WatchRuleKind = WatchRule['kind'];

/** What each rule tells as. */
export const ruleNotices = {
  price_above: 'watch.price',
  price_below: 'watch.price',
  price_changed: 'watch.price',
  stock_from: 'watch.stock',
  stock_below: 'watch.stock',
  lead_time_above: 'watch.lead_time',
  lead_time_below: 'watch.lead_time',
  lifecycle_changed: 'watch.lifecycle',
} as const satisfies Readonly<Record<WatchRuleKind, NoticeType>>;

/** The value that a rule is about: decimal text, pieces, days or a word; undefined: not known. */
export type WatchedValue = string | number | undefined;

/** What is remembered between two looks. */
export interface WatchState {
  /** Seen last. */
  readonly value?: string | number | undefined;
  /** What a change is measured from; left out: nothing was seen yet. */
  readonly base?: string | number | undefined;
  /** Whether the rule held when something was known last. */
  readonly holds: boolean;
}

/** Of a watch that has seen nothing yet. */
export const unseen: WatchState = { holds: false };

/** A watch. */
export interface Watch {
  readonly id: string;
  readonly customerId: string;
  readonly target: WatchTarget;
  /** Pieces that prices are for. */
  readonly quantity: number;
  readonly rule: WatchRule;
  readonly state: WatchState;
  readonly createdAt: Date;
  /** Undefined: not looked at yet. */
  readonly checkedAt: Date | undefined;
  /** The number of the latest notice; 0: none. */
  readonly latest: number;
}

/** What a look has come to. */
export interface Look {
  readonly state: WatchState;
  /** What is to be told; undefined: nothing. */
  readonly told: { readonly before: WatchedValue; readonly now: string | number } | undefined;
}

const isPriceChange = (base: string | number, value: string | number, share: number): boolean => {
  const from = amount(base);
  const difference = amount(value).minus(from).abs();
  return difference.gt(0) && difference.gte(from.abs().times(share));
};

const hasChanged = (rule: WatchRule, base: string | number, value: string | number): boolean =>
  rule.kind === 'price_changed' ? isPriceChange(base, value, rule.share) : base !== value;

const holdsFor = (rule: WatchRule, value: string | number): boolean => {
  switch (rule.kind) {
    case 'price_above':
      return amount(value).gt(amount(rule.threshold));
    case 'price_below':
      return amount(value).lt(amount(rule.threshold));
    case 'stock_from':
      return Number(value) >= rule.quantity;
    case 'stock_below':
      return Number(value) < rule.quantity;
    case 'lead_time_above':
      return Number(value) > rule.days;
    case 'lead_time_below':
      return Number(value) < rule.days;
    case 'price_changed':
    case 'lifecycle_changed':
      return false;
  }
};

const isOfChange = ({ kind }: WatchRule): boolean => kind === 'price_changed' || kind === 'lifecycle_changed';

const lookForChange = (rule: WatchRule, state: WatchState, value: string | number): Look => {
  const { base = value } = state;
  const isTold = hasChanged(rule, base, value);
  return {
    state: { value, base: isTold ? value : base, holds: false },
    told: isTold ? { before: base, now: value } : undefined,
  };
};

/**
 * Looks at a value. A threshold is told when it is crossed, and at once where it is so at the first
 * look; a change is told against what was seen first, then against what was told last.
 */
export const lookAt = (rule: WatchRule, state: WatchState, value: WatchedValue): Look => {
  if (value === undefined) return { state, told: undefined };
  if (isOfChange(rule)) return lookForChange(rule, state, value);
  const holds = holdsFor(rule, value);
  return {
    state: { value, holds },
    told: holds && !state.holds ? { before: state.value, now: value } : undefined,
  };
};

/** Watches that a customer may have. */
export const maxWatches = 1_000;
