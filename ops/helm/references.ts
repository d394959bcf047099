import { hasLabels, type Labels, type Resource, type Selector, unless, type Workload } from './resources.ts';

/**
 * Whether what names another resource names one that there is: selectors, ports, targets.
 * Kubernetes takes those that name nothing, and nothing happens.
 */

const labelsOf = (selector: Selector | Labels | undefined): Labels =>
  (selector as Selector | undefined)?.matchLabels ?? (selector as Labels | undefined) ?? {};

const selected = (labels: Labels, workloads: readonly Workload[]): readonly Workload[] =>
  workloads.filter(({ spec }) => hasLabels(labels, spec.template.metadata.labels));

const portsOf = ({ spec }: Workload): readonly string[] =>
  spec.template.spec.containers.flatMap(({ ports = [] }) => ports.map(({ name }) => name));

type Check = (resource: Resource, all: readonly Resource[], workloads: readonly Workload[]) => readonly string[];

const deployment: Check = ({ metadata, spec }, _, workloads) => {
  const found = selected(labelsOf(spec.selector), workloads);
  return [
    ...unless(found.length === 1 && found[0]?.metadata.name === metadata.name, 'its selector is not of its pods alone'),
  ];
};

const service: Check = ({ spec }, _, workloads) => {
  const found = selected(labelsOf(spec.selector), workloads).filter(({ kind }) => kind === 'Deployment');
  return [
    ...unless(found.length > 0, 'it selects no pod'),
    ...(spec.ports ?? []).flatMap(({ targetPort }) =>
      found.flatMap((each) =>
        unless(portsOf(each).includes(targetPort), `${each.metadata.name} has no port ${targetPort}`),
      ),
    ),
  ];
};

const budget: Check = ({ spec }, _, workloads) =>
  unless(selected(labelsOf(spec.selector), workloads).length === 1, 'it is not of one workload');

const scaler: Check = ({ spec }, all) => {
  const target = all.find(
    ({ kind, metadata }) => kind === spec.scaleTargetRef?.kind && metadata.name === spec.scaleTargetRef.name,
  );
  return [
    ...unless(target !== undefined, 'what it scales is not there'),
    ...unless(target?.spec.replicas === undefined, 'an upgrade undoes what it has decided (replicas)'),
  ];
};

const policy: Check = ({ spec }, _, workloads) => {
  const found = selected(labelsOf(spec.podSelector), workloads);
  const named = (spec.ingress ?? []).flatMap(({ ports = [] }) => ports.map(({ port }) => String(port)));
  return [
    ...unless(found.length === 1, 'it is not of one workload'),
    ...found.flatMap((each) =>
      named.flatMap((port) => unless(portsOf(each).includes(port), `${each.metadata.name} has no port ${port}`)),
    ),
  ];
};

const ingress: Check = ({ spec }, all) =>
  (spec.rules ?? [])
    .flatMap(({ http }) => http.paths)
    .flatMap(({ backend: { service: wanted } }) =>
      unless(
        all.some(
          ({ kind, metadata, spec: { ports = [] } }) =>
            kind === 'Service' && metadata.name === wanted.name && ports.some(({ name }) => name === wanted.port.name),
        ),
        `there is no Service ${wanted.name} with a port ${wanted.port.name}`,
      ),
    );

const monitor: Check = ({ spec }, all) => {
  const services = all.filter(
    ({ kind, metadata }) => kind === 'Service' && hasLabels(labelsOf(spec.selector), metadata.labels ?? {}),
  );
  return [
    ...unless(services.length === 1, 'it is not of one Service'),
    ...(spec.endpoints ?? []).flatMap(({ port, honorLabels }) => [
      ...unless(
        services.every(({ spec: { ports = [] } }) => ports.some(({ name }) => name === port)),
        `its Service has no port ${port}`,
      ),
      // Of the catalogue: service and endpoint, which the operator's own would displace.
      ...unless(honorLabels === true, 'labels of metrics are displaced by those of the operator (honorLabels)'),
    ]),
  ];
};

const checks: Readonly<Record<string, Check>> = {
  Deployment: deployment,
  Service: service,
  PodDisruptionBudget: budget,
  HorizontalPodAutoscaler: scaler,
  NetworkPolicy: policy,
  Ingress: ingress,
  ServiceMonitor: monitor,
};

/** What a resource names and there is not, a line each. */
export const referenceFaults = (
  resource: Resource,
  all: readonly Resource[],
  workloads: readonly Workload[],
): readonly string[] => checks[resource.kind]?.(resource, all, workloads) ?? [];
