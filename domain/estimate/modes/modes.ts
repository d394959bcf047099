/** Every mode by its name. */
import { prepareIndependently } from './lines.ts';
import { minLeadTime } from './min-lead-time.ts';
import type { Mode } from './mode.ts';
import { singleManufacturer } from './single-manufacturer.ts';

/** The modes, the usual one first; a new one is a line here. */
export const modes = {
  min_price: { prepare: prepareIndependently, aim: 'cost' },
  min_suppliers: { prepare: prepareIndependently, aim: 'fewest_suppliers' },
  min_lead_time: minLeadTime,
  single_manufacturer: singleManufacturer,
} as const satisfies Readonly<Record<string, Mode>>;

/** What the basket is chosen for. Each mode compares its first aim before the price. */
export type OptimizationMode = keyof typeof modes;

/** The names of all modes, in their order. */
export const optimizationModes = Object.keys(modes) as readonly OptimizationMode[];
