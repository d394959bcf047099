import { duty, tax } from './duty-and-tax.ts';
import type { ActionOf, KindDefinition } from './effect.ts';
import { fixedDiscount, fixedMarkup } from './fixed.ts';
import { marginFloor } from './margin-floor.ts';
import { percentDiscount, percentMarkup } from './percent.ts';
import { priceList } from './price-list.ts';
import { quantityTiers } from './quantity-tiers.ts';
import { rounding } from './rounding.ts';
import type { RuleKind } from './rule.ts';
import { zoneSurcharge } from './zone-surcharge.ts';

/** Every kind of rule; one that is missing here does not compile. */
export const ruleKinds: { readonly [Kind in RuleKind]: KindDefinition<ActionOf<Kind>> } = {
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
};
