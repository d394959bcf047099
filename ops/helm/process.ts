import {
  type Container,
  environmentOf,
  type PodTemplate,
  type Probe,
  type Resource,
  unless,
  type Workload,
} from './resources.ts';

/**
 * The promises of the chart about each process of the service: its part of the work, how it is
 * known to its stores, and how Kubernetes asks it, waits for it and stops it.
 */

type Environment = Readonly<Record<string, string>>;

/** Roles that seal or open secrets. */
const withSecrets = ['gateway', 'ingest'];
const roles = ['gateway', 'ingest', 'worker'];

const ofRole = (environment: Environment): readonly string[] => {
  const { ROLES = '', MIGRATE, BUS, NATS_URL, ANALYTICS, DEMO } = environment;
  return [
    ...unless(roles.includes(ROLES), `it does not have one role (ROLES=${ROLES})`),
    ...unless(MIGRATE === 'off', 'it changes the schema (MIGRATE)'),
    ...unless(BUS === 'jetstream' && NATS_URL !== undefined, 'its bus is for a single process (BUS, NATS_URL)'),
    ...unless(ANALYTICS !== 'embedded', 'its analytical engine is for a single process (ANALYTICS)'),
    ...unless(DEMO === 'off', 'it runs demo suppliers (DEMO)'),
    ...unless(
      environment.SECRETS_KEY_FILE !== undefined || !withSecrets.includes(ROLES),
      'it makes a key for secrets that no other process has (SECRETS_KEY_FILE)',
    ),
    ...unless(
      environment.SECRETS_KEY_FILE === undefined || withSecrets.includes(ROLES),
      'it has the key for secrets and opens none (SECRETS_KEY_FILE)',
    ),
  ];
};

/** The port of a variable is the container's port of a name. */
const ofPorts = ({ ports = [] }: Container, environment: Environment): readonly string[] =>
  Object.entries({ http: 'HTTP_PORT', metrics: 'METRICS_PORT', grpc: 'GRPC_PORT' }).flatMap(([name, variable]) => {
    const port = ports.find((each) => each.name === name)?.containerPort;
    if (port === undefined && name === 'grpc' && environment.ROLES !== 'gateway') return [];
    return unless(String(port) === environment[variable], `the port ${name} is not that of ${variable}`);
  });

/** The path that a probe asks; undefined: it is no probe of ours. */
const pathOf = ({ httpGet, exec }: Probe): string | undefined => {
  if (httpGet !== undefined) return httpGet.path;
  const [program, file, path] = exec?.command ?? [];
  return program === 'node' && file === 'ops/ready.ts' ? path : undefined;
};

const probes = ['startupProbe', 'livenessProbe', 'readinessProbe'] as const;

/**
 * What a probe is to ask. That a store is away ends no process, and takes no gateway away: it is
 * away for all of them, and they answer what they can.
 */
const wantedPath = (name: (typeof probes)[number], role: string | undefined): string =>
  name === 'readinessProbe' && role !== 'gateway' ? '/readyz' : '/healthz';

const ofProbes = (container: Container, environment: Environment): readonly string[] =>
  probes.flatMap((name) => {
    const probe = container[name];
    const path = wantedPath(name, environment.ROLES);
    if (probe === undefined) return [`it has no ${name}`];
    const { httpGet } = probe;
    const scheme = environment.TLS_CERT_FILE === undefined ? 'HTTP' : 'HTTPS';
    return [
      ...unless(pathOf(probe) === path, `its ${name} does not ask ${path}`),
      ...unless(httpGet === undefined || httpGet.port === 'http', `its ${name} asks another port than http`),
      ...unless(httpGet === undefined || httpGet.scheme === scheme, `its ${name} does not speak ${scheme}`),
      ...unless(
        httpGet === undefined || environment.TLS_CLIENT_CA_FILE === undefined,
        `its ${name} shows no certificate, and every client must`,
      ),
    ];
  });

/** How long the process gives itself beyond the deadline before it cuts itself off. */
const cutOffMs = 5_000;

const ofTimes = (container: Container, { spec }: PodTemplate, environment: Environment): readonly string[] => {
  const { periodSeconds = 0, failureThreshold = 0 } = container.startupProbe ?? {};
  const leavesAfterMs = (container.lifecycle?.preStop?.sleep?.seconds ?? 0) * 1_000;
  const endsWithinMs = Number(environment.SHUTDOWN_DEADLINE_MS) + cutOffMs;
  return [
    ...unless(
      periodSeconds * failureThreshold * 1_000 > 2 * Number(environment.START_WAIT_MS),
      'it is ended while it waits for PostgreSQL and NATS (startupProbe, START_WAIT_MS)',
    ),
    ...unless(
      (spec.terminationGracePeriodSeconds ?? 30) * 1_000 > leavesAfterMs + endsWithinMs,
      'it is killed before it has ended (terminationGracePeriodSeconds, SHUTDOWN_DEADLINE_MS)',
    ),
  ];
};

/** The files that a pod has, by their paths; a Secret whose keys are not said has any. */
const hasFile = ({ spec }: PodTemplate, container: Container, path: string): boolean =>
  (container.volumeMounts ?? []).some(({ name, mountPath }) => {
    if (!path.startsWith(`${mountPath}/`)) return false;
    const volume = spec.volumes?.find((each) => each.name === name);
    const items = volume?.projected?.sources.flatMap(({ secret }) => secret.items.map((item) => item.path));
    return items?.includes(path.slice(mountPath.length + 1)) ?? volume?.secret !== undefined;
  });

const ofFiles = (template: PodTemplate, container: Container): readonly string[] =>
  (container.env ?? [])
    .filter(({ value = '' }) => value.startsWith('/run/secrets/') || value.startsWith('/certificates/'))
    .flatMap(({ name, value = '' }) => unless(hasFile(template, container, value), `there is no file for ${name}`));

/** What is true of the migrations too. */
const ofStores = (environment: Environment): readonly string[] => [
  ...unless(environment.DATABASE_URL_FILE !== undefined, 'it would have a PostgreSQL of its own (DATABASE_URL_FILE)'),
];

/** What the process of a container breaks of these promises, a line each. */
const containerFaults = (kind: string, template: PodTemplate, container: Container): readonly string[] => {
  const environment = environmentOf(container);
  return [
    ...ofStores(environment),
    ...ofFiles(template, container),
    ...(kind === 'Deployment'
      ? [
          ...ofRole(environment),
          ...ofPorts(container, environment),
          ...ofProbes(container, environment),
          ...ofTimes(container, template, environment),
        ]
      : []),
  ];
};

/** What the processes of a workload break of these promises, a line each. */
export const processFaults = ({ kind, spec: { template } }: Workload): readonly string[] =>
  template.spec.containers.flatMap((container) => containerFaults(kind, template, container));

/** The Secret and the key of the login that a workload has in PostgreSQL. */
const loginOf = ({ spec: { template } }: Workload): string | undefined =>
  template.spec.volumes
    ?.flatMap(({ projected }) => projected?.sources ?? [])
    .flatMap(({ secret }) =>
      secret.items.filter(({ path }) => path === 'DATABASE_URL').map(({ key }) => `${secret.name}/${key}`),
    )[0];

const hooks = { 'helm.sh/hook': 'pre-install,pre-upgrade' };

/** What stands between the processes and the migrations. */
export const migrationFaults = (workloads: readonly Workload[], resources: readonly Resource[]): readonly string[] => {
  const jobs = workloads.filter(({ kind }) => kind === 'Job');
  const owners = jobs.map(loginOf);
  return [
    ...workloads
      .filter(({ kind }) => kind === 'Deployment')
      .filter((each) => owners.includes(loginOf(each)))
      .map(({ metadata }) => `${metadata.name}: it owns the tables, as the migrations do`),
    ...resources
      .filter(
        ({ kind, spec }) =>
          kind === 'Job' || spec.podSelector?.matchLabels?.['app.kubernetes.io/component'] === 'migrate',
      )
      .filter(({ metadata }) => metadata.annotations?.['helm.sh/hook'] !== hooks['helm.sh/hook'])
      .map(({ metadata }) => `${metadata.name}: it is not there before the service is (helm.sh/hook)`),
  ];
};
