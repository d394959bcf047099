import { parseAllDocuments } from 'yaml';
import { hardeningFaults } from './hardening.ts';
import { chartFolder, helm } from './helm.ts';
import { migrationFaults, processFaults } from './process.ts';
import { referenceFaults } from './references.ts';
import { type Resource, workloadsOf } from './resources.ts';

/** The chart as Helm renders it, and what that breaks of its promises. */

/** The resources of rendered YAML, read as Kubernetes does: `on` is no text, and 0440 is octal. */
export const resourcesOf = (text: string): readonly Resource[] =>
  parseAllDocuments(text, { version: '1.1' })
    .map((document) => document.toJS() as Resource | null)
    .filter((each) => each !== null);

/**
 * The chart with these files of values, for a release named `offerstream`, as YAML. Throws what
 * Helm says when it refuses them.
 */
export const renderChart = async (...valueFiles: readonly string[]): Promise<string> => {
  const values = valueFiles.flatMap((file) => ['--values', file]);
  const { ok, stdout, stderr } = await helm('template', 'offerstream', chartFolder, ...values);
  if (!ok) throw new Error(stderr.trim());
  return stdout;
};

/** What Helm itself finds wrong with the chart under these values; empty: nothing. */
export const lintFaults = async (...valueFiles: readonly string[]): Promise<string> => {
  const values = valueFiles.flatMap((file) => ['--values', file]);
  const { ok, stdout, stderr } = await helm('lint', '--strict', chartFolder, ...values);
  return ok ? '' : `${stdout}${stderr}`.trim();
};

/** What the resources break of all promises, a line each: the resource and the fault. */
export const chartFaults = (resources: readonly Resource[]): readonly string[] => {
  const workloads = workloadsOf(resources);
  const named = ({ kind, metadata }: Resource, faults: readonly string[]): readonly string[] =>
    faults.map((fault) => `${kind} ${metadata.name}: ${fault}`);
  return [
    ...workloads.flatMap((each) => named(each, [...hardeningFaults(each.spec.template), ...processFaults(each)])),
    ...resources.flatMap((each) => named(each, referenceFaults(each, resources, workloads))),
    ...migrationFaults(workloads, resources),
  ];
};
