import { plugins as ownPlugins } from '../../actors/connector/suppliers/registry.ts';
import type { SupplierClient } from '../../actors/connector/suppliers/supplier-client.ts';
import type { OpenCredential } from '../../domain/ingestion/supplier-ports.ts';
import { ownProperty } from '../../domain/own-property.ts';
import { type BindingOf, type BoundSupplier, bindingTo, plainBinding } from '../../domain/secret-binding.ts';
import type { SupplierPlugins } from '../admin/connectors/supplier-plugins.ts';
import type { Config } from '../config/config.ts';
import { loadPlugins, type Plugins } from './outside-plugins.ts';

type ClientOf = (supplier: BoundSupplier, credential: Pick<OpenCredential, 'secret'>) => SupplierClient;

/** What the service knows of suppliers by their plug-ins. */
export interface SupplierKnowledge {
  /**
   * The plug-in's client for a credential. Throws RangeError when the plug-in does not exist or the
   * secret lacks something.
   */
  readonly clientOf: ClientOf;
  /**
   * What secrets of a supplier are bound to. Where its plug-in cannot work nothing is sent, so the
   * base URL stands for all.
   */
  readonly bindingOf: BindingOf;
  readonly supplierPlugins: SupplierPlugins;
}

/**
 * Has every field that a plug-in may ask for, so that what it says besides can be heard without any
 * credential.
 */
const anySecret: Readonly<Record<string, string>> = new Proxy({}, { get: () => 'unknown' });

/** The names that a plug-in asks a secret for, as it is asked. */
const secretFieldsOf = (ask: (secret: Readonly<Record<string, string>>) => unknown): readonly string[] => {
  const asked = new Set<string>();
  const secret = new Proxy<Readonly<Record<string, string>>>(
    {},
    {
      get: (_, name) => {
        if (typeof name === 'string') asked.add(name);
        return 'unknown';
      },
    },
  );
  ask(secret);
  return [...asked];
};

/** What these plug-ins say of suppliers. */
export const knowledgeOf = (plugins: Plugins): SupplierKnowledge => {
  const clientOf: ClientOf = ({ plugin, baseUrl, settings }, { secret }) => {
    const create = ownProperty(plugins, plugin);
    if (create === undefined)
      throw new RangeError(`there is no plug-in ${plugin}; those of packages are named by OFFERSTREAM_PLUGINS`);
    return create({ baseUrl, secret, settings });
  };
  const bindingOf: BindingOf = (supplier) => {
    const { plugin, baseUrl } = supplier;
    try {
      return bindingTo(plugin, baseUrl, clientOf(supplier, { secret: anySecret }).origins);
    } catch {
      return plainBinding(supplier);
    }
  };
  return {
    clientOf,
    bindingOf,
    supplierPlugins: {
      names: Object.keys(plugins),
      endpointsOf: (supplier) => clientOf(supplier, { secret: anySecret }).budgets,
      originsOf: (supplier) => bindingOf(supplier).origins,
      secretFieldsOf: (supplier) => secretFieldsOf((secret) => clientOf(supplier, { secret })),
      checkSecret: (supplier, secret) => {
        clientOf(supplier, { secret });
      },
    },
  };
};

/** What the plug-ins of our own say. */
export const ownKnowledge = knowledgeOf(ownPlugins);

/**
 * What all plug-ins say, those of packages included. Throws an error that names a package at fault.
 */
export const loadKnowledge = async ({ plugins }: Pick<Config, 'plugins'>): Promise<SupplierKnowledge> =>
  plugins.length === 0 ? ownKnowledge : knowledgeOf(await loadPlugins(plugins, ownPlugins));
