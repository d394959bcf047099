import { settingsOf } from '../settings.ts';
import type { SupplierClient, SupplierConfig } from '../supplier-client.ts';
import { tmeSettings } from './settings.ts';
import { createSignedClient } from './version-1.ts';
import { createSessionClient } from './version-2.ts';

/**
 * Transfer Multisort Elektronik. The secret holds `token` and `secret`. Throws RangeError when one
 * of them is missing or a setting is not usable.
 */
export const createTmeClient = (config: SupplierConfig): SupplierClient => {
  const settings = settingsOf(config, tmeSettings);
  return settings.version === 1 ? createSignedClient(config, settings) : createSessionClient(config, settings);
};
