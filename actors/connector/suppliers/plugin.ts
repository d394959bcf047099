import type { SupplierClient, SupplierConfig } from './supplier-client.ts';

/**
 * Makes a plug-in's client for one credential. Throws RangeError when the secret lacks something
 * that the plug-in needs, or a setting is not usable.
 */
export type SupplierClientFactory = (config: SupplierConfig) => SupplierClient;

/** The form of `SupplierPlugin` and `SupplierClient`; a change that breaks plug-ins raises it. */
export const pluginApiVersion = 1;

/** A plug-in that lives in a package of its own, which exports it under the name `plugin`. */
export interface SupplierPlugin {
  readonly apiVersion: typeof pluginApiVersion;
  /** By which suppliers' records name it: small letters, digits and hyphens. */
  readonly name: string;
  readonly create: SupplierClientFactory;
}
