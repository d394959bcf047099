import { isPluginName, plugins } from '../../actors/connector/suppliers/registry.ts';
import type { SupplierClient } from '../../actors/connector/suppliers/supplier-client.ts';
import type { OpenCredential, SupplierRecord } from '../../domain/ingestion/supplier-ports.ts';
import { type BindingOf, bindingTo, plainBinding } from '../../domain/secret-binding.ts';
import type { SupplierPlugins } from '../admin/connectors/supplier-plugins.ts';

/**
 * The plug-in's client for a credential. Throws RangeError when the plug-in does not exist or the
 * secret lacks something.
 */
export const clientOf = (
  { id, plugin, baseUrl, settings }: SupplierRecord,
  { secret }: Pick<OpenCredential, 'secret'>,
): SupplierClient => {
  if (!isPluginName(plugin)) throw new RangeError(`supplier ${id}: there is no plug-in ${plugin}`);
  return plugins[plugin]({ baseUrl, secret, settings });
};

/**
 * Has every field that a plug-in may ask for, so that what it says besides can be heard without any
 * credential.
 */
const anySecret: Readonly<Record<string, string>> = new Proxy({}, { get: () => 'unknown' });

/**
 * What secrets of a supplier are bound to. Where its plug-in cannot work nothing is sent, so the
 * base URL stands for all.
 */
export const bindingOf: BindingOf = (supplier) => {
  const { plugin, baseUrl, settings } = supplier;
  if (!isPluginName(plugin)) return plainBinding(supplier);
  try {
    return bindingTo(plugin, baseUrl, plugins[plugin]({ baseUrl, secret: anySecret, settings }).origins);
  } catch {
    return plainBinding(supplier);
  }
};

/** What the plug-ins say of suppliers. */
export const supplierPlugins: SupplierPlugins = {
  names: Object.keys(plugins),
  endpointsOf: (supplier) => clientOf(supplier, { secret: anySecret }).budgets,
  originsOf: (supplier) => bindingOf(supplier).origins,
  checkSecret: (supplier, secret) => {
    clientOf(supplier, { secret });
  },
};
