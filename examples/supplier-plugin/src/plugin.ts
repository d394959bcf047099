import { pluginApiVersion, type SupplierPlugin } from '@offerstream/plugin-kit';
import { createHarbourClient } from './client.ts';

/** What the service loads: `OFFERSTREAM_PLUGINS=offerstream-supplier-harbour`. */
export const plugin: SupplierPlugin = {
  apiVersion: pluginApiVersion,
  name: 'harbour',
  create: createHarbourClient,
};
