import type { z } from 'zod';
import type { SupplierConfig } from './supplier-client.ts';

/**
 * A supplier's settings by its plug-in's schema. Throws RangeError that names the first setting at
 * fault, without its value.
 */
export const settingsOf = <Settings>(config: SupplierConfig, schema: z.ZodType<Settings>): Settings => {
  const read = schema.safeParse(config.settings);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw new RangeError(`the settings are not usable: ${issue?.path.join('.') || 'settings'}: ${issue?.message}`);
};
