import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { environmentOf, type PodTemplate, type Resource, workloadsOf } from '../../../ops/helm/resources.ts';

/** Pods of the chart as processes of this machine: their files are in a folder of their own. */

/** The contents of Secrets, by `secret/key`; files of a whole Secret by their keys likewise. */
export type Secrets = Readonly<Record<string, string>>;

/** Where a pod looks for the files of its volumes, and which Secret and key each is. */
const filesOf = ({ spec }: PodTemplate): readonly (readonly [path: string, from: string])[] => {
  const [container] = spec.containers;
  const mounts = container?.volumeMounts ?? [];
  return (spec.volumes ?? []).flatMap(({ name, projected, secret }) => {
    const at = mounts.find((mount) => mount.name === name)?.mountPath ?? '';
    const single = (projected?.sources ?? []).flatMap((source) =>
      source.secret.items.map(({ key, path }) => [join(at, path), `${source.secret.name}/${key}`] as const),
    );
    const whole = Object.values(container === undefined ? {} : environmentOf(container))
      .filter((value) => secret !== undefined && value.startsWith(`${at}/`))
      .map((path) => [path, `${secret?.secretName}/${path.slice(at.length + 1)}`] as const);
    return [...single, ...whole];
  });
};

/** The workload of a role, `migrate` included. */
export const podOf = (resources: readonly Resource[], role: string): PodTemplate => {
  const found = workloadsOf(resources).find(
    ({ spec }) => spec.template.metadata.labels['app.kubernetes.io/component'] === role,
  );
  if (found === undefined) throw new Error(`the chart has no pod ${role}`);
  return found.spec.template;
};

/**
 * Writes the files of a pod below the folder, and returns its environment with its folders there.
 * Throws the name of a Secret and key that is not given.
 */
export const placePod = async (
  template: PodTemplate,
  folder: string,
  secrets: Secrets,
): Promise<Readonly<Record<string, string>>> => {
  const [container] = template.spec.containers;
  if (container === undefined) throw new Error('the pod has no container');
  for (const [path, from] of filesOf(template)) {
    const content = secrets[from];
    if (content === undefined) throw new Error(`no Secret has ${from}`);
    await mkdir(join(folder, dirname(path)), { recursive: true });
    await writeFile(join(folder, path), content);
  }
  const places = (container.volumeMounts ?? []).map(({ mountPath }) => mountPath);
  const isPlace = (value: string): boolean => places.some((at) => value === at || value.startsWith(`${at}/`));
  return Object.fromEntries(
    Object.entries(environmentOf(container)).map(([name, value]) => [
      name,
      isPlace(value) ? join(folder, value) : value,
    ]),
  );
};
