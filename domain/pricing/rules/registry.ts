import { duty, tax } from './duty-and-tax.ts';
import type { KindDefinition } from './effect.ts';
import { fixedDiscount, fixedMarkup } from './fixed.ts';
import { marginFloor } from './margin-floor.ts';
import { percentDiscount, percentMarkup } from './percent.ts';
import { priceList } from './price-list.ts';
import { quantityTiers } from './quantity-tiers.ts';
import { rounding } from './rounding.ts';
import { zoneSurcharge } from './zone-surcharge.ts';

/** Every kind of rule by its name; a new one is a line here. */
export const ruleKinds = {
  price_list: priceList,
  percent_markup: percentMarkup,
  percent_discount: percentDiscount,
  fixed_markup: fixedMarkup,
  fixed_discount: fixedDiscount,
  quantity_tiers: quantityTiers,
  margin_floor: marginFloor,
  zone_surcharge: zoneSurcharge,
  duty,
  tax,
  rounding,
} as const;

type Kinds = typeof ruleKinds;

type ActionIn<Definition> = Definition extends KindDefinition<infer Action> ? Action : never;

/** What a rule does: the action of each kind, under the name that the registry has for it. */
export type RuleAction = {
  readonly [Kind in keyof Kinds]: Extract<ActionIn<Kinds[Kind]>, { readonly kind: Kind }>;
}[keyof Kinds];
