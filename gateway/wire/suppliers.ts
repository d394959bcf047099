import { isPluginName, plugins } from '../../actors/connector/suppliers/registry.ts';
import type { SupplierClient } from '../../actors/connector/suppliers/supplier-client.ts';
import type { OpenCredential, SupplierRecord } from '../../domain/ports.ts';

/** The plug-in's client for a credential. Throws RangeError when the plug-in does not exist or the secret lacks something. */
export const clientOf = (
  { id, plugin, baseUrl, settings }: SupplierRecord,
  { secret }: OpenCredential,
): SupplierClient => {
  if (!isPluginName(plugin)) throw new RangeError(`supplier ${id}: there is no plug-in ${plugin}`);
  return plugins[plugin]({ baseUrl, secret, settings });
};
