/** Every mode by its name. */
import type { OptimizationMode } from '../problem.ts';
import { prepareIndependently } from './lines.ts';
import { minLeadTime } from './min-lead-time.ts';
import type { Mode } from './mode.ts';
import { singleManufacturer } from './single-manufacturer.ts';

/** The modes; a new one is a line here. */
export const modes: Readonly<Record<OptimizationMode, Mode>> = {
  min_price: { prepare: prepareIndependently, aim: 'cost' },
  min_suppliers: { prepare: prepareIndependently, aim: 'fewest_suppliers' },
  min_lead_time: minLeadTime,
  single_manufacturer: singleManufacturer,
};
