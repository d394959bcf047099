import type { LineLookUpState } from '../../domain/estimate/look-up.ts';
import type { LineResolution } from '../../domain/estimate/resolution.ts';
import type { LookupCost } from '../../domain/wants/lookup-cost.ts';
import type { ReadItem } from './read-items.ts';

/** An item with the product that it means, by what is known so far. */
export interface FoundItem extends ReadItem {
  readonly resolution: LineResolution;
  readonly lookups: readonly LineLookUpState[];
  /** What the look-ups of the request cost at each supplier; left out: suppliers were not asked. */
  readonly costs?: readonly LookupCost[];
  /** Whether suppliers may still say more of it. */
  readonly isOpen: boolean;
}
