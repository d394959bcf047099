import { type Container, environmentOf, type PodTemplate, unless, type Volume } from './resources.ts';

/**
 * The promises of every pod of the chart to those who run it: what a process could do to others if
 * it were taken over, and that no secret is seen where it need not be.
 */

const ofPod = ({ spec }: PodTemplate): readonly string[] => [
  ...unless(
    spec.securityContext?.runAsNonRoot === true && (spec.securityContext.runAsUser ?? 0) > 0,
    'it does not run as a user other than root, by number (runAsNonRoot, runAsUser)',
  ),
  ...unless(
    spec.securityContext?.seccompProfile?.type === 'RuntimeDefault',
    'any system call is open (seccompProfile)',
  ),
  ...unless(spec.automountServiceAccountToken === false, 'it is given a token of Kubernetes'),
  ...unless(spec.enableServiceLinks === false, 'names of Services become settings (enableServiceLinks)'),
  ...unless(spec.hostNetwork !== true, 'it shares the network of its node (hostNetwork)'),
];

const ofContainer = ({ securityContext = {}, resources, image }: Container): readonly string[] => [
  ...unless(securityContext.readOnlyRootFilesystem === true, 'its root filesystem can be written'),
  ...unless(securityContext.allowPrivilegeEscalation === false, 'it may gain privileges'),
  ...unless(securityContext.privileged !== true, 'it is privileged'),
  ...unless(
    securityContext.capabilities?.drop?.includes('ALL') === true && securityContext.capabilities.add === undefined,
    'it keeps capabilities',
  ),
  ...unless(resources?.limits?.memory !== undefined, 'its memory has no limit'),
  ...unless(
    resources?.requests?.memory !== undefined && resources.requests.cpu !== undefined,
    'nothing is kept free for it (resources.requests)',
  ),
  ...unless(!/(:latest|^[^:@]+)$/.test(image), 'its image has no version'),
];

/** Kinds of volumes that are written to, and those that hold secrets. */
const isWritable = ({ emptyDir, persistentVolumeClaim }: Volume): boolean =>
  emptyDir !== undefined || persistentVolumeClaim !== undefined;
const isSecret = ({ secret, projected }: Volume): boolean => secret !== undefined || projected !== undefined;

const ofVolumes = (container: Container, volumes: readonly Volume[]): readonly string[] => {
  const mounts = container.volumeMounts ?? [];
  const { DATA_DIR, ARCHIVE_DIRECTORY } = environmentOf(container);
  const writable = mounts.filter(({ name }) => volumes.some((each) => each.name === name && isWritable(each)));
  return [
    ...volumes.flatMap((each) =>
      unless(isWritable(each) || isSecret(each), `${each.name} is of the node, or of no kind that is looked at`),
    ),
    ...volumes.filter(isSecret).flatMap(({ name }) =>
      unless(
        mounts.every((mount) => mount.name !== name || mount.readOnly === true),
        `${name} could be written`,
      ),
    ),
    ...mounts.flatMap(({ name }) =>
      unless(
        volumes.some((each) => each.name === name),
        `there is no volume ${name}`,
      ),
    ),
    ...[DATA_DIR, ARCHIVE_DIRECTORY, '/tmp'].flatMap((folder) =>
      unless(
        folder === undefined || writable.some(({ mountPath }) => mountPath === folder),
        `${folder} cannot be written`,
      ),
    ),
  ];
};

/** Variables that are secrets, or hold one. */
const secretNames = /(PASSWORD|TOKEN|SECRETS_KEY|ADMIN_KEY|CUSTOMER_KEY|API_KEY|DATABASE_URL|ANALYTICS_URL)$/;

/** A secret is a file of a Secret; no value of a variable is one. */
const ofSecrets = (container: Container): readonly string[] =>
  (container.env ?? []).flatMap(({ name, value }) => [
    ...unless(value !== undefined, `${name} is told by reference and so stands in the environment`),
    ...unless(!secretNames.test(name), `${name} is no file`),
    ...unless(!/:\/\/[^/]*:[^/]*@/.test(value ?? ''), `${name} holds a password`),
  ]);

/** What a pod breaks of these promises, a line each. */
export const hardeningFaults = (template: PodTemplate): readonly string[] => [
  ...ofPod(template),
  ...template.spec.containers.flatMap((container) => [
    ...ofContainer(container),
    ...ofVolumes(container, template.spec.volumes ?? []),
    ...ofSecrets(container),
  ]),
];
