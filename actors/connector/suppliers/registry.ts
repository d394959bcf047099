import { createDemoBulkClient } from './demo-bulk/client.ts';
import { createDemoLookupClient } from './demo-lookup/client.ts';
import { createDigikeyClient } from './digikey/client.ts';
import { createElement14Client } from './element14/client.ts';
import { createGenericClient } from './generic/client.ts';
import { createLcscClient } from './lcsc/client.ts';
import { createMouserClient } from './mouser/client.ts';
import { createNexarClient } from './nexar/client.ts';
import type { SupplierClient, SupplierConfig } from './supplier-client.ts';
import { createTmeClient } from './tme/client.ts';

/**
 * Makes a plug-in's client for one credential. Throws RangeError when the secret lacks something
 * that the plug-in needs.
 */
export type SupplierClientFactory = (config: SupplierConfig) => SupplierClient;

/** Every plug-in by the name that a supplier's record gives. */
export const plugins = {
  'demo-bulk': createDemoBulkClient,
  'demo-lookup': createDemoLookupClient,
  digikey: createDigikeyClient,
  element14: createElement14Client,
  generic: createGenericClient,
  lcsc: createLcscClient,
  mouser: createMouserClient,
  nexar: createNexarClient,
  tme: createTmeClient,
} as const satisfies Record<string, SupplierClientFactory>;

/** The name of a plug-in. */
export type PluginName = keyof typeof plugins;

/** Whether a plug-in of that name exists. */
export const isPluginName = (name: string): name is PluginName => Object.hasOwn(plugins, name);
