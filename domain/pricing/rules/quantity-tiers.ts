import { timesRatio } from '../fixed-point.ts';
import { type KindDefinition, line } from './effect.ts';
import { percentRatio, percentViolations, tierFor, tierViolations } from './values.ts';

/** Discounts by quantity. */
export interface QuantityTiersAction {
  readonly kind: 'quantity_tiers';
  /** Ascending by quantity; a discount from so many pieces on. */
  readonly tiers: readonly { readonly from: number; readonly percent: string }[];
}

/** A discount that grows with the pieces that are bought. */
export const quantityTiers: KindDefinition<QuantityTiersAction> = {
  step: { ofCustomers: 'customer', ofOthers: 'group' },
  check: ({ tiers }) => [
    ...tierViolations('action.tiers', tiers),
    ...tiers.flatMap(({ percent }, at) => percentViolations(`action.tiers.${at}.percent`, percent, 100)),
  ],
  compile: ({ tiers }) => {
    const compiled = tiers.map(({ from, percent }) => ({
      from,
      ratio: percentRatio(percent),
      note: `-${percent} % from ${from} pieces`,
    }));
    return ({ total, pieces }) => {
      const tier = tierFor(compiled, pieces);
      return tier && line(-timesRatio(total, tier.ratio), tier.note);
    };
  },
  thresholds: ({ tiers }) => tiers.map(({ from }) => from),
};
