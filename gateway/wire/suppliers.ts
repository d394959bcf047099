import { readFile, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import { guardedClient, typeOfError } from '../../actors/connector/suppliers/guarded-client.ts';
import {
  pluginApiVersion,
  type SupplierClientFactory,
  type SupplierPlugin,
} from '../../actors/connector/suppliers/plugin.ts';
import { plugins as ownPlugins } from '../../actors/connector/suppliers/registry.ts';
import type { SupplierClient } from '../../actors/connector/suppliers/supplier-client.ts';
import { reasonOf } from '../../domain/errors.ts';
import type { OpenCredential } from '../../domain/ingestion/supplier-ports.ts';
import { ownProperty } from '../../domain/own-property.ts';
import { type BindingOf, type BoundSupplier, bindingTo, plainBinding } from '../../domain/secret-binding.ts';
import type { SupplierPlugins } from '../admin/connectors/view.ts';
import type { Config } from '../config/config.ts';

/**
 * Plug-ins that live in packages of their own (`OFFERSTREAM_PLUGINS`). What is named is the code of
 * the one who runs the service: it is loaded into this process and can do what the service can.
 */

/** The file that a package is entered by, as Node finds it for `import` of an installed one. */

/** What holds of an import by Node; in which order they count, the package says. */
const conditions: ReadonlySet<string> = new Set(['node', 'import', 'module-sync', 'default']);

/** The file of a target of `exports`; undefined where none of its conditions holds. */
const targetOf = (target: unknown): string | undefined => {
  if (typeof target === 'string') return target;
  if (typeof target !== 'object' || target === null) return undefined;
  const choices = Array.isArray(target)
    ? target
    : Object.entries(target).flatMap(([condition, choice]) => (conditions.has(condition) ? [choice] : []));
  for (const choice of choices) {
    const found = targetOf(choice);
    if (found !== undefined) return found;
  }
  return undefined;
};

/** The target of the package itself: an object without paths holds the conditions of it. */
const ownTarget = (exported: unknown): unknown => {
  const hasPaths =
    typeof exported === 'object' && exported !== null && Object.keys(exported).some((key) => key.startsWith('.'));
  return hasPaths ? (exported as Readonly<Record<string, unknown>>)['.'] : exported;
};

/** Throws an error of one line when the folder is no package that can be imported. */
const packageEntry = async (folder: string): Promise<string> => {
  const path = join(folder, 'package.json');
  const manifest: unknown = JSON.parse(await readFile(path, 'utf8'));
  if (typeof manifest !== 'object' || manifest === null) throw new Error(`${path} is no object`);
  const exported = 'exports' in manifest ? manifest.exports : undefined;
  if (exported === undefined || exported === null) return createRequire(path).resolve(folder);
  const file = targetOf(ownTarget(exported));
  if (file === undefined) throw new Error(`the exports of ${path} name no file to import the package by`);
  return join(folder, file);
};

/** By the name that a supplier's record gives. */
type Plugins = Readonly<Record<string, SupplierClientFactory>>;

const isPath = (name: string): boolean => /^\.{0,2}\//.test(name);

/** What is imported: a package as Node finds it from here, or a file or folder by its path. */
const specifierOf = async (name: string): Promise<string> => {
  if (!isPath(name)) return name;
  const path = resolve(name);
  return pathToFileURL((await stat(path)).isDirectory() ? await packageEntry(path) : path).href;
};

const plugin = z.object({
  apiVersion: z.literal(pluginApiVersion, `expected ${pluginApiVersion}, the version of this service`),
  name: z.string().regex(/^[a-z][a-z\d-]{0,63}$/, 'expected small letters, digits and hyphens'),
  create: z.custom<SupplierPlugin['create']>((value) => typeof value === 'function', 'expected a function'),
});

const exportedBy = (module: unknown): SupplierPlugin => {
  const read = z.object({ plugin }).safeParse(module);
  // As it was exported: it may be an object of a class.
  if (read.success) return (module as { readonly plugin: SupplierPlugin }).plugin;
  const [issue] = read.error.issues;
  throw new RangeError(`${issue?.path.join('.')}: ${issue?.message}`);
};

/**
 * The factory, whose clients are held to what they promise. RangeErrors are the plug-in's words for
 * the operator; of any other error, which may repeat the secret, its type alone is told.
 */
const guarded =
  (from: string, outside: SupplierPlugin): SupplierClientFactory =>
  (config) => {
    const inWords = (error: unknown, words: (error: RangeError) => RangeError): RangeError =>
      error instanceof RangeError
        ? words(error)
        : new RangeError(`the plug-in of ${from} fails to make a client (${typeOfError(error)})`);
    let client: SupplierClient;
    try {
      client = outside.create(config);
    } catch (error) {
      throw inWords(error, (its) => its);
    }
    try {
      return guardedClient(client);
    } catch (error) {
      throw inWords(error, ({ message }) => new RangeError(`the plug-in of ${from} ${message}`));
    }
  };

/**
 * Loads plug-ins beside those of our own. Throws an error that names the package of the first one
 * that cannot be loaded, is no plug-in or has a name that another has.
 */
export const loadPlugins = async (packages: readonly string[], own: Plugins): Promise<Plugins> => {
  const all = new Map(Object.entries(own));
  const origins = new Map(Object.keys(own).map((name) => [name, 'the service']));
  for (const from of packages) {
    let found: SupplierPlugin;
    try {
      found = exportedBy(await import(await specifierOf(from)));
    } catch (error) {
      // Node tells after the first line from where it looked.
      const [reason] = reasonOf(error).split('\n');
      throw new Error(`OFFERSTREAM_PLUGINS: ${from} is no usable plug-in: ${reason}`);
    }
    const other = origins.get(found.name);
    if (other !== undefined)
      throw new Error(`OFFERSTREAM_PLUGINS: the name ${found.name} of ${from} is that of a plug-in of ${other}`);
    origins.set(found.name, from);
    all.set(found.name, guarded(from, found));
  }
  return Object.fromEntries(all);
};

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
