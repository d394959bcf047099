import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { toolsFolder } from '../../../ops/helm/helm.ts';
import type { Resource } from '../../../ops/helm/resources.ts';

/** Where the package of its API has a kind. */
const moduleOf = ({ apiVersion, kind }: Resource): string => {
  const pack = apiVersion.startsWith('monitoring.coreos.com/')
    ? '@kubernetes-models/prometheus-operator'
    : 'kubernetes-models';
  return join(toolsFolder, pack, apiVersion, `${kind}.js`);
};

const named = ({ kind, metadata }: Resource): string => `${kind} ${metadata.name}`;

type Models = Readonly<Record<string, new (resource: Resource) => { validate(): void }>>;

/** What the schema of its kind finds wrong with a resource: what is missing or of another form. */
const schemaFaults = async (resource: Resource): Promise<readonly string[]> => {
  const models = (await import(pathToFileURL(moduleOf(resource)).href)) as Models;
  const Model = models[resource.kind];
  if (Model === undefined) return [`${named(resource)}: there is no such kind`];
  try {
    new Model(resource).validate();
    return [];
  } catch (error) {
    return [`${named(resource)}: ${error instanceof Error ? error.message : String(error)}`];
  }
};

const compiler = join(import.meta.dirname, '../../../node_modules/.bin/tsc');
const options = '--ignoreConfig --noEmit --skipLibCheck --strict --module nodenext --target esnext --types'.split(' ');

/** What the schemas pass over: fields that the kind does not have. The compiler names them. */
const unknownFields = async (resources: readonly Resource[]): Promise<readonly string[]> => {
  const folder = await mkdtemp(join(tmpdir(), 'offerstream-types-'));
  const file = join(folder, 'resources.ts');
  const lines = resources.map(
    (each, at) => `export const r${at}: import('${moduleOf(each)}').I${each.kind} = ${JSON.stringify(each)};`,
  );
  await writeFile(file, lines.join('\n'));
  try {
    await promisify(execFile)(compiler, [...options, '', file], { cwd: folder });
    return [];
  } catch (error) {
    const said = String((error as { readonly stdout?: string }).stdout ?? error);
    return said.split('\n').flatMap((line) => {
      const [, at] = /resources\.ts[(:](\d+)/.exec(line) ?? [];
      const resource = resources[Number(at) - 1];
      return resource === undefined ? [line].filter(Boolean) : [`${named(resource)}: ${line}`];
    });
  } finally {
    await rm(folder, { recursive: true });
  }
};

/** What Kubernetes would refuse of the resources, or pass over without a word. */
export const typeFaults = async (resources: readonly Resource[]): Promise<readonly string[]> => [
  ...(await Promise.all(resources.map(schemaFaults))).flat(),
  ...(await unknownFields(resources)),
];
