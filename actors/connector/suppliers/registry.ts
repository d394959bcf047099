import { createDemoBulkClient } from './demo-bulk/client.ts';
import { createDemoLookupClient } from './demo-lookup/client.ts';
import { createDigikeyClient } from './digikey/client.ts';
import { createElement14Client } from './element14/client.ts';
import { createGenericClient } from './generic/client.ts';
import { createLcscClient } from './lcsc/client.ts';
import { createMouserClient } from './mouser/client.ts';
import { createNexarClient } from './nexar/client.ts';
import type { SupplierClientFactory } from './plugin.ts';
import { createTmeClient } from './tme/client.ts';

/** Every plug-in of our own by the name that a supplier's record gives. */
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
